import type { CheckOutcome, MerchantRequirementId, Party, PlatformRequirementId, PosRequirementId } from '#schemas';
import type { PlatformWorld } from './context/platform.ts';
import type { PosWorld } from './context/pos.ts';
import type { MerchantWorld } from './context/merchant.ts';

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
 * afterwards it stays for all later scenarios, which find it activated. `meanwhile` begins then, beside everything else.
 */
export const posPhases = ['activation', 'meanwhile', 'read', 'change', 'order', 'after'] as const;
export type PosPhase = (typeof posPhases)[number];

/** What a scenario is written down as. */
export interface Definition<When, Covers, World> {
  /** Its party and what it tries: `merchant/catalogue-full-sync`. Published, so it stays when its file moves. */
  readonly id: string;
  readonly title: string;
  readonly phase: When;
  readonly needs: readonly Need[];
  /** The only requirements it may report on; a covered one it never reports becomes not exercised. */
  readonly covers: readonly Covers[];
  /** Returns what all it covers comes to where nothing could be tried. */
  run(world: World): Promise<CheckOutcome | void>;
}

/** Something to try, as a value: any runner can host it. */
interface ScenarioOf<Name extends Party, When, Covers, World> extends Definition<When, Covers, World> {
  readonly party: Name;
  run(world: World): Promise<void>;
}

export interface MerchantScenario<Covers extends MerchantRequirementId = MerchantRequirementId>
  extends ScenarioOf<'merchant', Phase, Covers, MerchantWorld<Covers>> {}
export interface PosScenario<Covers extends PosRequirementId = PosRequirementId>
  extends ScenarioOf<'pos', PosPhase, Covers, PosWorld<Covers>> {}
export interface PlatformScenario<Covers extends PlatformRequirementId = PlatformRequirementId>
  extends ScenarioOf<'platform', Phase, Covers, PlatformWorld<Covers>> {}
export type Scenario = MerchantScenario | PosScenario | PlatformScenario;

export const defineMerchantScenario = <const Covers extends MerchantRequirementId>(
  definition: Definition<Phase, Covers, MerchantWorld<Covers>>,
): MerchantScenario<Covers> => ({ ...definition, party: 'merchant', run: reporting(definition) });

export const definePosScenario = <const Covers extends PosRequirementId>(
  definition: Definition<PosPhase, Covers, PosWorld<Covers>>,
): PosScenario<Covers> => ({ ...definition, party: 'pos', run: reporting(definition) });

export const definePlatformScenario = <const Covers extends PlatformRequirementId>(
  definition: Definition<Phase, Covers, PlatformWorld<Covers>>,
): PlatformScenario<Covers> => ({ ...definition, party: 'platform', run: reporting(definition) });

const reporting =
  <Covers, World extends { check(id: Covers, outcome: CheckOutcome): void }>(
    definition: Pick<Definition<never, Covers, World>, 'run' | 'covers'>,
  ) =>
  async (world: World): Promise<void> => {
    const outcome = await definition.run(world);
    if (outcome) for (const id of definition.covers) world.check(id, outcome);
  };
