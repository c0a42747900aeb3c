import type { MerchantRequirementId, PlatformRequirementId, PosRequirementId, RequirementId } from '#schemas';
import type { PlatformWorld } from './platform-world.ts';
import type { MerchantWorld } from './world.ts';

interface IdsOfParty {
  readonly merchant: MerchantRequirementId;
  readonly pos: PosRequirementId;
  readonly platform: PlatformRequirementId;
}

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

/** Something to try, as a value: any runner can host it. */
export interface MerchantScenario<Covers extends MerchantRequirementId = MerchantRequirementId> {
  /** The path of its file: `merchant/catalogue-full-sync`. */
  readonly id: string;
  readonly title: string;
  readonly party: 'merchant';
  readonly phase: Phase;
  readonly needs: readonly Need[];
  /** The only requirements it may report on; a covered one it never reports becomes not exercised. */
  readonly covers: readonly Covers[];
  run(world: MerchantWorld<Covers>): Promise<void>;
}

export const defineMerchantScenario = <const Covers extends MerchantRequirementId>(
  scenario: Omit<MerchantScenario<Covers>, 'party'>,
): MerchantScenario<Covers> => ({ ...scenario, party: 'merchant' });

/** The same for the platform. */
export interface PlatformScenario<Covers extends PlatformRequirementId = PlatformRequirementId> {
  readonly id: string;
  readonly title: string;
  readonly party: 'platform';
  readonly phase: Phase;
  readonly needs: readonly Need[];
  readonly covers: readonly Covers[];
  run(world: PlatformWorld<Covers>): Promise<void>;
}

export const definePlatformScenario = <const Covers extends PlatformRequirementId>(
  scenario: Omit<PlatformScenario<Covers>, 'party'>,
): PlatformScenario<Covers> => ({ ...scenario, party: 'platform' });

export type Scenario = MerchantScenario | PlatformScenario;
export type { IdsOfParty, RequirementId };
