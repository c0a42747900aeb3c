import { scenariosOf } from '#scenarios';
import {
  type CertificateGap,
  capabilitiesOf,
  isRequirementId,
  isScored,
  type Level,
  type Party,
  requirement,
  type RequirementId,
  type RequirementResult,
  requirementsOf,
  type ScenarioResult,
} from '#schemas';
import { unconfigured } from '../plan/select.ts';

/** What a run came to, as its result or its certificate says it. */
export interface Judged {
  readonly suite: Party;
  /** By name, such as `merchant.lock`; absent is claimed. */
  readonly capabilities: Readonly<Record<string, boolean>>;
  /** Levels that are not the register's. */
  readonly severity: Readonly<Record<string, Level>>;
  /** The older register that it is scored by. */
  readonly scoredBy?: string | undefined;
  readonly requirements: readonly Pick<RequirementResult, 'id' | 'level' | 'status' | 'reason'>[];
  readonly scenarios: readonly Pick<ScenarioResult, 'id' | 'status' | 'reason'>[];
}

/** Of what failed, the target is to blame, or somebody who changed the results; of what is untried nobody can tell. */
export type Gap = Readonly<CertificateGap>;

/** Every applicable requirement was exercised and none failed: all that this is not true of. */
export const requirementGaps = (judged: Judged): readonly Gap[] => {
  const { suite, requirements } = judged;
  const known = new Set<string>(requirementsOf(suite));
  return [
    ...requirementsOf(suite).flatMap((id) => gapsOf(id, judged)),
    ...requirements
      .filter(({ id }) => !known.has(id))
      .map(({ id }): Gap => ({ id, why: `is no requirement of the ${suite} suite`, kind: 'failed' })),
  ];
};

const gapsOf = (id: RequirementId, judged: Judged): readonly Gap[] => {
  const [row, ...others] = judged.requirements.filter((one) => one.id === id);
  if (row === undefined) return [{ id, why: 'is missing', kind: 'failed' }];
  if (others.length > 0) return [{ id, why: `is there ${others.length + 1} times`, kind: 'failed' }];
  const level = judged.severity[id] ?? requirement(id).level;
  if (row.level !== level) return [{ id, why: `is judged as a ${row.level}, and is a ${level}`, kind: 'failed' }];
  const because = row.reason === undefined ? '' : `: ${row.reason}`;
  switch (row.status) {
    case 'passed':
    case 'warning':
      return [];
    case 'failed':
      return [{ id, why: `failed${because}`, kind: 'failed' }];
    case 'expected-failure':
      return [{ id, why: `is expected to fail${because}`, kind: 'failed' }];
    case 'not-exercised':
      return [{ id, why: `was not exercised${because}`, kind: 'untried' }];
    case 'filtered':
      return [{ id, why: `applies, but was not run${because}`, kind: 'untried' }];
    case 'not-scored':
      return isScored(id, judged.scoredBy)
        ? [{ id, why: `is not scored, and ought to be${because}`, kind: 'failed' }]
        : [];
    case 'not-applicable':
      return isClaimed(id, judged) ? [{ id, why: `applies, but was not run${because}`, kind: 'untried' }] : [];
    default:
      return row.status satisfies never;
  }
};

/** Every scenario the configuration calls for ran to its end: all that this is not true of. */
export const scenarioGaps = (judged: Judged): readonly Gap[] => {
  const { suite, scenarios } = judged;
  const known = new Map(scenariosOf[suite].map((scenario) => [scenario.id, scenario]));
  return [
    ...scenarios
      .filter(({ id }) => !known.has(id))
      .map(
        ({ id }): Gap => ({
          id,
          why: `is no scenario of the ${suite} suite; certify a run without scenarios of your own`,
          kind: 'failed',
        }),
      ),
    ...[...known.values()].flatMap(({ id, needs, covers, provokes }): readonly Gap[] => {
      const row = scenarios.find((one) => one.id === id);
      if (row === undefined) return [{ id, why: 'is missing', kind: 'failed' }];
      const because = row.reason === undefined ? '' : `: ${row.reason}`;
      if (row.status === 'done') return [];
      if (row.status === 'broken') return [{ id, why: `broke${because}`, kind: 'untried' }];
      // What it would have told is then told by the rows of its requirements.
      const wantsConfiguration = needs.some((need) => row.reason === unconfigured(need));
      const concernsNothing = [...covers, ...provokes].every((told) => !isClaimed(told, judged));
      return wantsConfiguration || concernsNothing ? [] : [{ id, why: `did not run${because}`, kind: 'untried' }];
    }),
  ];
};

const isClaimed = (id: string, { capabilities }: Judged): boolean =>
  !isRequirementId(id) || capabilitiesOf(id).every((capability) => capabilities[capability] !== false);
