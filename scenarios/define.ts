import type {
  CheckOutcome,
  MerchantRequirementId,
  Party,
  PlatformRequirementId,
  PosRequirementId,
  RequirementId,
} from '#schemas';
import type { PlatformWorld } from './context/platform.ts';
import type { PosWorld } from './context/pos.ts';
import type { MerchantWorld } from './context/merchant.ts';
import { outcomeOf } from './outcome.ts';

/**
 * What a scenario cannot start without, as configuration keys: `merchant.catalogueUrl`, `triggers.createBasket`.
 * Where one is missing the scenario is omitted and what it covers is not exercised, with that key as the unlock.
 */
export type Need = string;

/**
 * When a scenario runs. Reading comes first and orders come last, since they use up stock. `meanwhile` starts with the
 * run and shares its waits with everything else.
 */
export const phases = ['meanwhile', 'read', 'change', 'lock', 'order', 'after'] as const;
export type Phase = (typeof phases)[number];

/**
 * `activation` comes before the till is activated for good: refused PINs, and then one that works. Whatever the till is
 * afterwards it stays for all later scenarios, which find it activated. `meanwhile` begins then, beside everything else, and is over
 * before the till is restarted, since a restart excuses what is waited for there.
 */
export const posPhases = ['activation', 'meanwhile', 'read', 'change', 'order', 'after', 'restart'] as const;
export type PosPhase = (typeof posPhases)[number];

/** What scenarios have in common. */
export type Shared =
  | 'catalogue'
  | 'removals'
  | 'limited products'
  | 'discount codes'
  | 'fixture baskets'
  | 'recalculations'
  | 'orders'
  | 'menu';

/** A scenario never runs beside one that changes what it reads. None of these: it runs alone. */
export interface Claims {
  /** What must stay as it is, but for the scenario itself, while it runs. */
  readonly reads?: readonly Shared[];
  readonly changes?: readonly Shared[];
  /** Read and changed. */
  readonly touches?: readonly Shared[];
}

/** What a scenario is written down as. */
export interface Definition<When, Covers, World> extends Claims {
  /** Its party and what it tries: `merchant/catalogue-full-sync`. Published, so it stays when its file moves. */
  readonly id: string;
  readonly title: string;
  readonly phase: When;
  readonly needs: readonly Need[];
  /** The only requirements it may report on; a covered one it never reports becomes not exercised. */
  readonly covers: readonly Covers[];
  /** The requirements that it gives occasion to keep or break: a law that watches all traffic tells which. */
  readonly provokes?: readonly RequirementId[];
  /** What it finds counts at once, even beside others: afterwards there is nothing left to try it again with. */
  readonly once?: true;
  /** Where several may begin it does first, so that the others are done meanwhile. */
  readonly takesLong?: true;
  /** It has something to do at two tables at once. */
  readonly sitsAtTwo?: true;
  /** What it uses up: scenarios with the same stay in one shard, where their phases keep them apart. */
  readonly usesUp?: string;
  /** Returns, or throws as `Unmet`, what all it covers and provokes comes to where nothing could be tried. */
  run(world: World): Promise<CheckOutcome | void>;
}

/** Something to try, as a value: any runner can host it. */
interface ScenarioOf<Name extends Party, When, Covers, World> extends Definition<When, Covers, World> {
  readonly party: Name;
  readonly provokes: readonly RequirementId[];
  run(world: World): Promise<void>;
}

/** What a scenario tells of, by itself or by what laws see while it runs. */
export const exercisedBy = ({
  covers,
  provokes = [],
}: {
  readonly covers: readonly RequirementId[];
  readonly provokes?: readonly RequirementId[] | undefined;
}): readonly RequirementId[] => [...covers, ...provokes];

export interface MerchantScenario<Covers extends MerchantRequirementId = MerchantRequirementId>
  extends ScenarioOf<'merchant', Phase, Covers, MerchantWorld<Covers>> {}
export interface PosScenario<Covers extends PosRequirementId = PosRequirementId>
  extends ScenarioOf<'pos', PosPhase, Covers, PosWorld<Covers>> {}
export interface PlatformScenario<Covers extends PlatformRequirementId = PlatformRequirementId>
  extends ScenarioOf<'platform', Phase, Covers, PlatformWorld<Covers>> {}
export type Scenario = MerchantScenario | PosScenario | PlatformScenario;

export const defineMerchantScenario = <const Covers extends MerchantRequirementId>(
  definition: Definition<Phase, Covers, MerchantWorld<Covers>>,
): MerchantScenario<Covers> => ({ provokes: [], ...definition, party: 'merchant', run: reporting(definition) });

export const definePosScenario = <const Covers extends PosRequirementId>(
  definition: Definition<PosPhase, Covers, PosWorld<Covers>>,
): PosScenario<Covers> => ({ provokes: [], ...definition, party: 'pos', run: reporting(definition) });

export const definePlatformScenario = <const Covers extends PlatformRequirementId>(
  definition: Definition<Phase, Covers, PlatformWorld<Covers>>,
): PlatformScenario<Covers> => ({ provokes: [], ...definition, party: 'platform', run: reporting(definition) });

const reporting =
  <
    Covers,
    World extends {
      check(id: Covers, outcome: CheckOutcome): void;
      unprovoked(id: RequirementId, outcome: CheckOutcome): void;
    },
  >(
    definition: Pick<Definition<never, Covers, World>, 'run' | 'covers' | 'provokes'>,
  ) =>
  async (world: World): Promise<void> => {
    const outcome = await outcomeOf(definition.run(world));
    if (outcome === undefined) return;
    for (const id of definition.covers) world.check(id, outcome);
    for (const id of definition.provokes ?? []) world.unprovoked(id, outcome);
  };
