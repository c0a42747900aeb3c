import type { MerchantRequirementId, Party, PlatformRequirementId, PosRequirementId } from '#schemas';
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

/** Something to try, as a value: any runner can host it. */
interface ScenarioOf<Name extends Party, When, Covers, World> {
  /** The path of its file: `merchant/catalogue-full-sync`. */
  readonly id: string;
  readonly title: string;
  readonly party: Name;
  readonly phase: When;
  readonly needs: readonly Need[];
  /** The only requirements it may report on; a covered one it never reports becomes not exercised. */
  readonly covers: readonly Covers[];
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
  scenario: Omit<MerchantScenario<Covers>, 'party'>,
): MerchantScenario<Covers> => ({ ...scenario, party: 'merchant' });

export const definePosScenario = <const Covers extends PosRequirementId>(
  scenario: Omit<PosScenario<Covers>, 'party'>,
): PosScenario<Covers> => ({ ...scenario, party: 'pos' });

export const definePlatformScenario = <const Covers extends PlatformRequirementId>(
  scenario: Omit<PlatformScenario<Covers>, 'party'>,
): PlatformScenario<Covers> => ({ ...scenario, party: 'platform' });
