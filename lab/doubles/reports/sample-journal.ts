import {
  type CheckOutcome,
  type JournalEvent,
  type RequirementId,
  registerDigest,
  registerVersion,
  requirementsOf,
  type RunResult,
  type RunStarted,
} from '#schemas';
import { settle } from '#harness/verdicts/settle';

/** Events for the tests of what a journal comes to. */
export const at = '2026-11-21T10:00:00.000Z';
export const id = 'order/idempotent';
export const all = requirementsOf('merchant');

export interface Written {
  readonly plan?: Partial<RunStarted['plan']>;
  readonly settling?: Partial<RunStarted['settling']>;
  readonly shard?: RunStarted['shard'];
  readonly command?: readonly string[];
}

export const started = ({ plan, settling, shard, command = ['run', 'merchant'] }: Written = {}): RunStarted => ({
  event: 'run-started',
  at,
  suite: 'merchant',
  seed: 7,
  effort: 'standard',
  tool: { name: 'conformance', version: '1' },
  register: { version: registerVersion, digest: registerDigest() },
  target: { name: 'Shop' },
  command,
  ...(shard !== undefined && { shard }),
  plan: { scenarios: [{ id: 'merchant/one', covers: [id] }], omitted: [], notApplicable: [], ...plan },
  settling: { severity: {}, expectedFailures: [], tolerate: [], assumptions: {}, ...settling },
});
export const check = (
  outcome: CheckOutcome,
  requirement: RequirementId = id,
  scenario = 'merchant/one',
): JournalEvent => ({
  event: 'check',
  scenario,
  requirement,
  by: 'scenario',
  outcome,
});
export const passed: CheckOutcome = { status: 'passed' };
export const failed: Extract<CheckOutcome, { status: 'failed' }> = {
  status: 'failed',
  message: 'Two orders.',
  expected: 'one',
  actual: 'two',
  exchanges: [3],
};
export const untried: CheckOutcome = {
  status: 'not-exercised',
  reason: 'no basket',
  unlock: 'merchant.fixtures.baskets',
};
export const everythingPassed = all.map((requirement) => check(passed, requirement));
export const finished: JournalEvent = {
  event: 'scenario-finished',
  scenario: 'merchant/one',
  status: 'done',
  durationMs: 5,
};
export const ended = (
  how: 'completed' | 'interrupted' | 'not-judged' | 'broken' = 'completed',
  reason?: string,
): JournalEvent => ({
  event: 'run-finished',
  at,
  ended: how,
  ...(reason !== undefined && { reason }),
});
export const row = (result: RunResult, requirement: RequirementId = id) =>
  result.requirements.find((one) => one.id === requirement);
export const otherRows = all.filter((one) => one !== id).map((requirement) => check(passed, requirement));
export const settled = (events: readonly JournalEvent[], written?: Written): RunResult =>
  settle([started(written), ...otherRows, ...events, finished, ended()]);
