import { type Scenario, exercisedBy, merchantScenarios } from '#scenarios';
import {
  type Config,
  type Party,
  type RequirementId,
  type RunStarted,
  capabilitiesOf,
  requirement,
  requirementsOf,
} from '#schemas';
import { configured } from '../config/assumed.ts';
import { createFilter } from './filter.ts';
import type { Shard } from './shard.ts';

export interface Selection {
  readonly suite: Party;
  readonly scenarios: readonly Scenario[];
  readonly config: Config;
  readonly hasTrigger: (name: string) => boolean;
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
  readonly shard?: Shard | undefined;
  /** Only this scenario runs. */
  readonly replay?: { readonly scenario: string } | undefined;
}

export interface Plan {
  readonly scenarios: readonly Scenario[];
  readonly written: RunStarted['plan'];
  /** Whether a check of this requirement belongs in the run. */
  readonly inScope: (requirement: RequirementId) => boolean;
}

export const otherShard = 'runs in another shard';

export const needsRun = 'recorded traffic does not tell: start a run, which makes the calls that this check needs';

export const unconfigured = (need: string): string => `needs ${need}, which is not configured`;

/** What runs, and a reason for everything that does not. Throws a UsageError for a name nobody knows. */
export const select = (selection: Selection): Plan => {
  const { suite, scenarios, config, only = [], skip = [], shard, replay } = selection;
  const filter = createFilter({
    suite,
    scenarios,
    only: replay === undefined ? only : [replay.scenario],
    skip,
    word: replay === undefined ? '--only' : '--replay',
  });
  const notApplicable = new Map<RequirementId, string>();
  const filtered = new Map<RequirementId, string>();
  for (const id of requirementsOf(suite)) {
    const [claims, left] = [unclaimed(config, id), filter.leavesOut(id)];
    if (claims !== undefined) notApplicable.set(id, claims);
    else if (left !== undefined) filtered.set(id, left);
  }
  const outside = new Map([...notApplicable, ...filtered]);
  const parts = [...new Set(scenarios.map(partOf))];
  const running: Scenario[] = [];
  const isFree = (one: Scenario): boolean =>
    !usesGoods(one) && missingNeed(one.needs, config, selection.hasTrigger) === undefined;
  const omitted: RunStarted['plan']['omitted'][number][] = [];
  for (const scenario of scenarios) {
    const { id, covers, provokes } = scenario;
    const told = exercisedBy(scenario);
    const nothingLeft = !filter.carries(scenario) && told.every((one) => outside.has(one));
    const isNeedless = usesGoods(scenario) && filter.isReplaceable(scenario, isFree);
    const reason =
      filter.omits(scenario) ??
      (nothingLeft ? outside.get(told[0] as RequirementId) : undefined) ??
      (isNeedless ? 'left out by --only: other scenarios try the same without a lock or an order' : undefined);
    const need = missingNeed(scenario.needs, config, selection.hasTrigger);
    if (reason !== undefined) omitted.push({ id, covers, provokes, reason });
    else if (need !== undefined) omitted.push({ id, covers, provokes, reason: unconfigured(need), unlock: need });
    else if (shard !== undefined && parts.indexOf(partOf(scenario)) % shard.of !== shard.index - 1)
      omitted.push({ id, covers, provokes, reason: otherShard });
    else running.push(scenario);
  }
  return {
    scenarios: running,
    written: {
      scenarios: running.map(({ id, covers, provokes }) => ({ id, covers, provokes })),
      omitted,
      notApplicable: rows(notApplicable),
      filtered: rows(filtered),
      missing: missingKeys(selection),
    },
    inScope: (id) => !outside.has(id) || (filtered.has(id) && filter.isSeenAnyway(id)),
  };
};

/** Locks and orders take what is sold from other customers. */
const usesGoods = ({ party, phase, needs, usesUp }: Scenario): boolean =>
  party === 'merchant' && (phase === 'lock' || usesUp !== undefined || needs.includes('merchant.orderUrl'));

/** The last unit is ordered where the shop takes orders. */
export const placesOrders = (planned: readonly { readonly id: string }[]): boolean =>
  merchantScenarios.some(
    ({ id, phase, needs, usesUp }) =>
      (needs.includes('merchant.orderUrl') || (phase === 'lock' && usesUp !== undefined)) &&
      planned.some((one) => one.id === id),
  );

/** What is never divided among shards. */
const partOf = ({ id, usesUp = id }: Scenario): string => usesUp;

const rows = (reasons: ReadonlyMap<RequirementId, string>) =>
  [...reasons].map(([requirement, reason]) => ({ requirement, reason }));

const missingKeys = ({ suite, config, hasTrigger }: Selection): readonly string[] => {
  const needs = new Set(requirementsOf(suite).flatMap((id) => requirement(id).needs ?? []));
  return [...needs].filter((need) => missingNeed([need], config, hasTrigger) !== undefined);
};

const unclaimed = (config: Config, id: RequirementId): string | undefined => {
  const claims = (config.capabilities ?? {}) as Readonly<Record<string, Readonly<Record<string, boolean>> | undefined>>;
  const missing = capabilitiesOf(id).find((capability) => {
    const [party = '', name = ''] = capability.split('.');
    return claims[party]?.[name] === false;
  });
  return missing === undefined ? undefined : `capabilities.${missing} is false`;
};

/** The first need that the configuration does not meet. An empty list or object is as good as none. */
const missingNeed = (
  needs: readonly string[],
  config: Config,
  hasTrigger: (name: string) => boolean,
): string | undefined =>
  needs.find((need) => {
    const [root, name = ''] = need.split('.');
    // A manual trigger with nobody to ask is configured, yet missing.
    if (root === 'triggers') return !hasTrigger(name);
    return isAbsent(configured(config, need));
  });

const isAbsent = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
};
