import type { CheckOutcome, PosRequirementId } from '#schemas';
import { expect, test } from 'vitest';
import type { TillTraffic } from '#traffic';
import { type LawJudgement, posLaws, visibilityMs, watch } from '#traffic/laws';
import { exercisedBy, type PosScenario } from '../../define.ts';
import type { PosWorld } from '../../context/pos.ts';
import { createFakeClock } from '#lab/doubles/till/queue-fake-clock';
import { createFakePlatform } from '#lab/doubles/till/queue-fake-platform';
import { createFakeTill, soundTill, type TillSteps } from '#lab/doubles/till/queue-fake-till';
import { claimsEverything } from '#lab/doubles/till/claims-everything';
import { ownTables } from '#lab/doubles/till/own-tables';
import { submissionPlan } from '../../occasions/submissions/occasions.ts';
import activation from '../activation/activation.ts';
import health from '../activation/health.ts';
import queueConsumption from './consumption.ts';
import queueFaults from './faults.ts';
import queueResults from './results.ts';
import queueSchedules from './schedules.ts';
import queueUnknownKind from './unknown-kind.ts';
import signatures from '../activation/signatures.ts';
import testRoundTrip from './test-round-trip.ts';

const scenarios: readonly PosScenario[] = [
  activation,
  health,
  testRoundTrip,

  submissionPlan,
  queueResults,
  queueFaults,
  queueSchedules,
  // Nobody deletes its message, which comes again every 30 s.
  queueUnknownKind,
  queueConsumption,
  signatures,
];

/** What the laws make of the whole stream. */
const told = (traffic: readonly TillTraffic[], now: number): readonly LawJudgement[] => {
  const provoked = new Set<string>(scenarios.flatMap(({ provokes, covers }) => [...provokes, ...covers]));
  const laws = posLaws.filter(({ covers }) => covers.some((id) => provoked.has(id)));
  const { see, at, end } = watch(laws, { healthIntervalMs: 60_000, visibilityMs, signatures: true });
  const said = [...traffic.flatMap((seen) => [...see(seen), ...at(seen.at)]), ...at(now), ...end(now)];
  return said.filter(({ requirement }) => provoked.has(requirement));
};

/** What all scenarios and laws report about a till, by requirement. */
const reportOn = async (steps: Partial<TillSteps>) => {
  const clock = createFakeClock();
  const platform = createFakePlatform(clock);
  const till = createFakeTill(clock, platform, { ...soundTill, ...steps });
  const reports = new Map<PosRequirementId, CheckOutcome[]>();
  const started = clock.now();
  await clock.during(async () => {
    for (const scenario of scenarios) {
      const world: PosWorld = {
        scenario: scenario.id,
        till: platform.port,
        triggers: {
          has: () => true,
          fire: async (name, input) => {
            if (name === 'activatePos') till.activate(Object(input).pinCode);
            if (name === 'testRoundTrip') platform.testCall();
            return await Promise.resolve({ kind: 'done', result: undefined });
          },
        },
        fixtures: { tables: { open: ['T1'] }, listings: { inStock: ['L1'] } },
        tables: ownTables(),
        claims: claimsEverything,
        patienceMs: 30_000,
        healthIntervalMs: 60_000,
        clock,
        signal: new AbortController().signal,
        seed: 1,
        effort: 'standard',
        assumed: () => undefined,
        observe: () => {},
        unprovoked: () => undefined,
        check: (id, outcome) => void reports.set(id, [...(reports.get(id) ?? []), outcome]),
        progress: () => {},
        attemptsWithinMs: undefined,
        attempted: () => {},
      };
      await scenario.run(world);
    }
  });
  for (const { requirement, outcome } of told(platform.port.traffic(), clock.now())) {
    const id = requirement as PosRequirementId;
    reports.set(id, [...(reports.get(id) ?? []), outcome]);
  }
  const withStatus = (status: CheckOutcome['status']) =>
    [...reports]
      .filter(([, outcomes]) => outcomes.some((one) => one.status === status))
      .map(([id]) => id)
      .toSorted();
  return { reports, withStatus, tookMs: clock.now() - started };
};

/** Whatever the specification leaves open. */
const conformant: Readonly<Record<string, Partial<TillSteps>>> = {
  'the plainest till': {},
  'in batches': { batch: 10 },
  'with a breath between polls': { pauseMs: 2_000 },
  'batches broken off where a deletion fails': { batch: 10, pauseMs: 2_000, failedDeletion: 'breaks off the batch' },
  'duplicates answered again': { duplicate: 'answered again' },
  'results sent again at once': { notTaken: 'sent again' },
  'results kept for later': { notTaken: 'kept for later' },
  'unknown kinds deleted': { unknownKind: 'deleted' },
  'orders added up in one line': {
    table: (orders) => ({ lines: [{ qty: orders, price: '5.00' }], totals: orders * 5 }),
  },
  'a heartbeat every 100 s': { heartbeatMs: 100_000 },
};

test.each(Object.entries(conformant))('a conformant till passes: %s', async (_, steps) => {
  const { withStatus, reports } = await reportOn(steps);
  expect(
    Object.fromEntries([...reports].filter(([, outcomes]) => outcomes.some(({ status }) => status === 'failed'))),
  ).toEqual({});
  expect(withStatus('not-exercised')).toEqual([]);
  // What a plan of orders finds besides is said to hold by those that are about it.
  const isOfQueue = (id: string) => !/^(?:submission|table|payment)\/|^queue\/unlike/u.test(id);
  const exercised = new Set(scenarios.flatMap(exercisedBy).filter(isOfQueue));
  expect(withStatus('passed').filter(isOfQueue)).toHaveLength(exercised.size);
});

interface Bug {
  readonly breaks: readonly PosRequirementId[];
  readonly steps: Partial<TillSteps>;
}

const bugs: Readonly<Record<string, Bug>> = {
  'success false taken for success': {
    breaks: ['activation/failure-respected'],
    steps: { takesRefusalForSuccess: true },
  },
  'no health report': {
    breaks: ['health/after-activation', 'health/heartbeat'],
    steps: { heartbeatMs: undefined, firstReportMs: 1e9 },
  },
  'a late first report': { breaks: ['health/after-activation'], steps: { firstReportMs: 20_000 } },
  'one health report': { breaks: ['health/heartbeat'], steps: { heartbeatMs: undefined } },
  'unsigned health': { breaks: ['auth/calls-are-signed'], steps: { signs: (kind) => kind !== 'health' } },
  'unsigned callbacks': { breaks: ['auth/calls-are-signed'], steps: { signs: (kind) => kind !== 'callback' } },
  'activated with the first PIN for ever': {
    breaks: ['activation/recovers-with-new-pin'],
    steps: { takesOnlyTheFirstPin: true },
  },
  'no poll at all': { breaks: [], steps: { polls: false } },
  'deleted with the handle of the first delivery': {
    breaks: ['queue/delete-after-callback'],
    steps: { deletes: 'with its first handle', notTaken: 'left', duplicate: 'answered again' },
  },
  'duplicates added up in one line': {
    breaks: ['queue/idempotency-key'],
    steps: { remembers: 'message id', table: (orders) => ({ lines: [{ qty: orders, price: 5 }], totals: {} }) },
  },
  'short polls': { breaks: ['queue/long-polling'], steps: { waitSeconds: 5 } },
  'no wait time': { breaks: ['queue/long-polling'], steps: { waitSeconds: undefined, pauseMs: 100 } },
  'a poll a quarter of a minute': { breaks: ['queue/long-polling'], steps: { pauseMs: 15_000 } },
  'another action': { breaks: ['queue/issued-credentials'], steps: { alsoCalls: 'ChangeMessageVisibility' } },
  'the kind of the result in the path': {
    breaks: ['queue/callback-address'],
    steps: { path: ({ messageId }) => ({ messageKind: 'ProductListingsSynced', messageId }) },
  },
  'deleted before the callback': { breaks: ['queue/delete-after-callback'], steps: { deletes: 'before' } },
  'deleted by message id': { breaks: ['queue/delete-after-callback'], steps: { deletes: 'with the message id' } },
  'never deleted': { breaks: ['queue/handled-message-deleted'], steps: { deletes: 'never' } },
  'duplicates not deleted': { breaks: ['queue/duplicate-not-applied'], steps: { deletes: 'not a duplicate' } },
  'duplicates applied': {
    breaks: ['queue/duplicate-not-applied', 'queue/duplicate-same-result', 'queue/idempotency-key'],
    steps: { remembers: 'nothing', duplicate: 'answered again' },
  },
  'remembered only once deleted': {
    breaks: ['queue/duplicate-not-applied', 'queue/duplicate-same-result'],
    steps: { remembers: 'once deleted', duplicate: 'answered again' },
  },
  'keys ignored': { breaks: ['queue/idempotency-key'], steps: { remembers: 'message id' } },
  'another result for a duplicate': {
    breaks: ['queue/duplicate-same-result'],
    steps: { duplicate: 'answered otherwise' },
  },
  'last in, first out': {
    breaks: ['queue/group-order'],
    steps: { batch: 10, order: (messages) => messages.toReversed() },
  },
  'deleted whatever the callback said': { breaks: ['queue/result-not-lost'], steps: { notTaken: 'deleted' } },
  'stopped by a callback that failed': { breaks: ['queue/long-polling'], steps: { notTaken: 'fatal' } },
  'given up after three tries': {
    breaks: ['queue/result-not-lost'],
    steps: { notTaken: 'sent again twice, then deleted' },
  },
  'stopped by a rejection': {
    breaks: ['queue/long-polling', 'queue/rejected-result-stays-open'],
    steps: { rejected: 'fatal' },
  },
  'rejected messages deleted': { breaks: ['queue/rejected-result-stays-open'], steps: { rejected: 'deleted' } },
  'rejected results repeated without a pause': {
    breaks: ['queue/rejected-result-stays-open'],
    steps: { rejected: 'sent for ever' },
  },
  'stopped by a queue fault': { breaks: ['queue/survives-queue-faults'], steps: { queueFault: 'fatal' } },
  'stopped by an unknown kind': { breaks: ['queue/long-polling'], steps: { unknownKind: 'fatal' } },
  'a nonce of its own': { breaks: ['queue/test-round-trip'], steps: { nonce: () => 'nonce' } },
};

test.each(Object.entries(bugs))('%s is charged to its requirement and to no other', async (_, { breaks, steps }) => {
  const { withStatus } = await reportOn(steps);
  expect(withStatus('failed')).toEqual(breaks.toSorted());
});

test('a till that deletes nothing is not waited for with each message', async () => {
  const { tookMs } = await reportOn({ deletes: 'never' });
  expect(tookMs).toBeLessThan(160_000);
});
