import { expect, test } from 'vitest';
import {
  active,
  callback,
  health,
  message,
  numbered,
  poll,
  remove,
  type Seen,
  settings,
  told,
} from './pos-stream.fixture.ts';
import { posLaws } from './pos-laws.ts';
import { watch } from './watch.ts';

test('a till that was never activated is judged for nothing, and the key that activates it is named', () => {
  expect(new Set(Object.values(told([poll(0, 20_000)], 30_000)).flat())).toEqual(new Set(['not-exercised']));
});

test('a till that answers every delivery again, while deletions fail for a while, deletes as it has to', () => {
  const stream = [
    active,
    health(10),
    poll(20, 30, message('m')),
    callback(40, 'm'),
    ...[60, 260, 660].map((at) => remove(at, 'm', 1, 'faulted')),
    poll(700, 20_700),
    poll(20_710, 30_100, message('m', 2)),
    callback(30_110, 'm'),
    remove(30_130, 'm', 2),
    poll(30_140, 50_140),
  ];
  expect(told(stream, 51_000)).toMatchObject({
    'queue/delete-after-callback': ['passed'],
    'queue/duplicate-same-result': ['passed'],
    'queue/callback-address': ['passed'],
    'queue/long-polling': ['passed'],
  });
});

test.for<[string, readonly Seen[], Readonly<Record<string, readonly string[]>>]>([
  [
    'deleted before the answer',
    [remove(45, 'm'), callback(40, 'm')],
    { 'queue/delete-after-callback': ['deleted early'] },
  ],
  [
    'in the millisecond of the answer, and before it',
    [remove(50, 'm'), callback(40, 'm')],
    { 'queue/delete-after-callback': ['deleted early'] },
  ],
  [
    'in the millisecond of the answer, and after it',
    [callback(40, 'm'), remove(50, 'm')],
    { 'queue/delete-after-callback': ['passed'] },
  ],
  [
    'deleted with no handle of its own',
    [callback(40, 'm'), remove(60, 'm', 1, 'invalid')],
    { 'queue/delete-after-callback': ['invalid handle'] },
  ],
  ['answered under another id', [callback(40, 'm-')], { 'queue/callback-address': ['unknown message'] }],
  [
    'answered under another kind',
    [callback(40, 'm', { messageKind: 'OrderSubmissionResult' })],
    { 'queue/callback-address': ['another kind for OrderSubmissionRequested'] },
  ],
  [
    'not signed',
    [callback(40, 'm', { signed: false, problem: 'no key' })],
    { 'auth/calls-are-signed': ['passed', 'callback: no key'] },
  ],
  [
    'answered twice, and otherwise',
    [callback(40, 'm'), callback(60, 'm', { body: { success: false } })],
    { 'queue/duplicate-same-result': ['OrderSubmissionRequested accepted'] },
  ],
  [
    'corrected after a rejection',
    [callback(40, 'm', { status: 400 }), callback(60, 'm', { body: { success: false } }), remove(80, 'm')],
    { 'queue/duplicate-same-result': ['passed'] },
  ],
])('a message %s', ([, seen, expected]) => {
  expect(told([active, health(5), poll(20, 30, message('m')), ...seen, poll(90, 20_090)], 20_100)).toMatchObject(
    expected,
  );
});

test('a handled message that nobody tried to delete is told of once its time is up, and not before', () => {
  const stream = [active, health(5), poll(20, 30, message('m')), callback(40, 'm'), poll(60, 20_060)];
  expect(told(stream, 30_029)).toMatchObject({ 'queue/handled-message-deleted': ['not-exercised'] });
  expect(told(stream, 30_030)).toMatchObject({
    'queue/handled-message-deleted': ['OrderSubmissionRequested not deleted'],
  });
});

test('a till that was started anew before it could delete is not accused, and one that deletes no delivery is, meanwhile', () => {
  const again = [
    active,
    health(5),
    poll(20, 30, message('m')),
    callback(40, 'm'),
    poll(60, 30_060, message('m', 2)),
    callback(30_500, 'm'),
  ];
  expect(told([...again, remove(31_000, 'm', 2), poll(31_100, 51_100)], 51_200)).toMatchObject({
    'queue/handled-message-deleted': ['passed'],
  });
  expect(told([...again, poll(30_600, 60_000), health(60_100), remove(60_200, 'm', 2)], 60_300)).toMatchObject({
    'queue/handled-message-deleted': expect.arrayContaining(['OrderSubmissionRequested not deleted']),
  });
});

test('messages of a group are answered in order; callbacks under way at once may overtake each other', () => {
  const both = [active, health(5), poll(20, 30, message('a'), message('b'))];
  expect(told([...both, callback(40, 'b'), callback(60, 'a')], 100)).toMatchObject({
    'queue/group-order': ['overtaken'],
  });
  expect(told([...both, callback(45, 'b'), callback(50, 'a')], 100)).toMatchObject({ 'queue/group-order': ['passed'] });
  const apart = [active, health(5), poll(20, 30, message('a', 1, 'g'), message('b', 1, 'h'))];
  expect(told([...apart, callback(40, 'b'), callback(60, 'a')], 100)).toMatchObject({
    'queue/group-order': ['not-exercised'],
  });
});

test('polling and health are watched to the end of the stream', () => {
  const prompt = [active, health(5), health(60_000), health(120_000), poll(20, 20_020), poll(20_030, 40_030)];
  expect(told(prompt, 60_000)).toMatchObject({ 'queue/long-polling': ['passed'], 'health/heartbeat': ['passed'] });
  expect(told(prompt, 400_000)).toMatchObject({
    'queue/long-polling': ['passed', 'pause'],
    'health/after-activation': ['passed'],
    'health/heartbeat': ['passed', 'no heartbeat'],
  });
  expect(told([active, poll(20, 20_020), health(20_030)], 21_000)).toMatchObject({
    'health/after-activation': ['no first report'],
  });
});

test('a till may hold back after failed polls, and begin late once it is activated again', () => {
  const polling = (...seen: readonly Seen[]) =>
    told([active, health(5), poll(20, 20_020), ...seen], 80_000)['queue/long-polling'];
  const failing = { ...poll(20_030, 20_040), status: 503 } as Seen;
  expect(polling(failing, health(40_000), poll(60_000, 80_000))).toEqual(['passed']);
  expect(polling(poll(30_000, 50_000), poll(50_010, 70_010))).toEqual(['passed', 'pause']);
  expect(polling({ ...active, at: 20_030 } as Seen, poll(30_000, 50_000), poll(50_010, 70_010))).toEqual(['passed']);
});

test('a till whose next activation was refused has nothing to poll with and to report until one succeeds', () => {
  const refused = { ...active, at: 20_030, success: false } as Seen;
  const later = [{ ...active, at: 290_000 } as Seen, health(290_010), poll(290_020, 310_020)];
  const rows = ['queue/long-polling', 'health/heartbeat'];
  const failing = (...seen: readonly Seen[]) => {
    const said = told([active, health(5), poll(20, 20_020), ...seen, ...later], 310_030);
    return rows.filter((id) => said[id]?.some((one) => one === 'pause' || one?.endsWith('heartbeat')));
  };
  expect(failing(refused)).toEqual([]);
  expect(failing()).toEqual(rows);
  const pausing = told([active, health(5), poll(20, 20_020), refused, ...later, poll(330_000, 350_000)], 350_010);
  expect(pausing['queue/long-polling']).toContain('pause');
});

test('a till that stops polling is told so to the end of the stream, whatever stopped it', () => {
  const polling = (...seen: readonly Seen[]) =>
    told([active, health(5), poll(20, 30), ...seen, health(120_000)], 130_000)['queue/long-polling'];
  const unknown = poll(40, 100, message('x', 1, 'g', 'LoyaltyBalanceRequested'));
  expect(polling(poll(40, 20_040))).toEqual(['passed', 'pause']);
  expect(polling(unknown)).toEqual(['passed', 'pause']);
  expect(polling(unknown, ...[25_000, 45_010, 65_020, 85_030, 105_040].map((at) => poll(at, at + 20_000)))).toEqual([
    'passed',
  ]);
  const handled = [poll(40, 100, message('m')), callback(110, 'm', { status: 404 })];
  expect(polling(...handled)).toEqual(['passed', 'stopped by a callback']);
  // Another message was done with in the millisecond of that answer.
  const beside = [poll(40, 101, message('b', 1, 'b')), callback(105, 'b'), remove(120, 'b')];
  expect(polling(...handled, ...beside)).toEqual(['passed', 'stopped by a callback']);
  const rejected = [poll(40, 100, message('m')), callback(110, 'm', { status: 400 })];
  expect(polling(...rejected)).toEqual(['passed', 'stopped by a callback']);
  const failedPayment = poll(40, 100, message('f', 1, 'g', 'BillPaymentFailed'));
  expect(polling(failedPayment)).toEqual(['passed', 'pause']);
  expect(polling(failedPayment, remove(110, 'f'))).toEqual(['passed', 'pause']);
  // Activated anew it polls again, and deletes what comes once more.
  const back = poll(70_000, 70_010, message('f', 2, 'g', 'BillPaymentFailed'));
  expect(polling(failedPayment, health(60_000), back, remove(70_020, 'f', 2))).toEqual(['passed', 'pause']);
});

test('a message that was answered and left is no work until it comes again', () => {
  const polling = (...seen: readonly Seen[]) =>
    told([active, health(5), poll(20, 30, message('m')), ...seen], 65_000)['queue/long-polling'];
  const rejected = callback(110, 'm', { status: 400 });
  const again = poll(60_000, 60_010, message('m', 2));
  expect(polling(rejected, poll(130, 20_130), again)).toEqual(['passed', 'pause']);
  expect(polling(rejected, poll(130, 20_130), poll(20_140, 40_140), poll(44_000, 60_010, message('m', 2)))).toEqual([
    'passed',
  ]);
  // Nothing is known of its work on what it has not answered.
  expect(polling(poll(130, 20_130), again)).toEqual(['passed']);
});

test('a message without a result is deleted before its third delivery', () => {
  const failed = (delivery: number, at: number): Seen =>
    poll(at - 10, at, message('f', delivery, 'g', 'BillPaymentFailed'));
  const of = (...seen: readonly Seen[]) => told([active, health(5), ...seen], 100_000)['queue/handled-message-deleted'];
  expect(of(failed(1, 100), failed(2, 30_110), failed(3, 60_120))).toEqual(['BillPaymentFailed not deleted']);
  expect(of(failed(1, 100), failed(2, 30_110), remove(30_200, 'f', 2))).toEqual(['not-exercised']);
  expect(of(failed(1, 100), failed(2, 600), failed(3, 1_100))).toEqual(['not-exercised']);
});

test('what our own process slept through does not count against health and polling', () => {
  const stream = numbered([active, health(5), poll(20, 20_020), health(220_000), poll(220_010, 240_000)]);
  const causes = (stalls: boolean) => {
    const { see, stalled, at, end } = watch(posLaws, settings);
    const said = stream.flatMap((one) => {
      if (stalls && one.at === 220_000) stalled({ from: 21_000, to: 219_990 });
      return [...see(one), ...at(one.at)];
    });
    return [...said, ...end(240_100)].flatMap(({ outcome }) => (outcome.status === 'failed' ? [outcome.cause] : []));
  };
  expect(causes(true)).toEqual([]);
  expect(new Set(causes(false))).toEqual(new Set(['late heartbeat', 'pause']));
});

test('a till that is still active from elsewhere is not told that it respects no refusal', () => {
  const refused: Seen = { kind: 'activation', at: 100, body: {}, success: false };
  expect(told([poll(0, 50), refused, poll(110, 20_110)], 30_000)).toMatchObject({
    'activation/failure-respected': ['not-exercised'],
  });
  const inEarlierRun = { ...health(110), signed: false, key: 'key-of-yesterday' } as Seen;
  expect(told([refused, inEarlierRun], 30_000)).toMatchObject({ 'activation/failure-respected': ['not-exercised'] });
  expect(told([refused, { ...inEarlierRun, key: 'undefined' } as Seen], 30_000)).toMatchObject({
    'activation/failure-respected': ['health after a refused activation'],
  });
  expect(told([refused, health(110)], 30_000)).toMatchObject({
    'activation/failure-respected': ['health after a refused activation'],
  });
  expect(told([refused, { ...refused, at: 3_100 }], 7_000)).toMatchObject({
    'activation/failure-respected': ['passed'],
  });
});

test('a till that is activated again keeps its installation id, and works with what it is issued then', () => {
  const activated = (at: number, apiKey: string, body: object = {}): Seen => ({
    kind: 'activation',
    at,
    body,
    success: true,
    issued: { apiKey, accessKeyId: `A${apiKey}` },
  });
  const by = (key: string, seen: Seen): Seen => ({ ...seen, key }) as Seen;
  const calls = (key: string, at: number): readonly Seen[] => [by(key, health(at)), by(`A${key}`, poll(at, at + 10))];
  const ids = ['activation/new-credentials', 'activation/stable-installation-id'] as const;
  const of = (...seen: readonly Seen[]) => ids.map((id) => told(seen, 100_000)[id]);
  const first = [activated(0, 'k1', { posInstallationId: 'i' }), ...calls('k1', 10)];
  expect(of(...first)).toEqual([['not-exercised'], ['not-exercised']]);
  const second = activated(50_000, 'k2', { posInstallationId: 'i' });
  expect(of(...first, second, ...calls('k1', 60_000), ...calls('k2', 61_000))).toEqual([['passed'], ['passed']]);
  expect(of(...first, second, ...calls('k2', 61_000), ...calls('k1', 81_000))[0]).toEqual([
    'passed',
    'former API key',
    'former queue credentials',
  ]);
  const mixed: Seen = { kind: 'health', at: 61_000, key: 'k2', status: 401, signed: false, problem: 'of k1' };
  expect(of(...first, second, by('Ak2', poll(60_000, 60_010)), mixed)[0]).toEqual(['not-exercised']);
  expect(of(...first, activated(50_000, 'k2'), ...calls('k2', 61_000))[1]).toEqual(['passed']);
  expect(of(...first, activated(50_000, 'k2', { posInstallationId: 'j' }))).toEqual([
    ['not-exercised'],
    ['another installation id'],
  ]);
});

test('an event has an identifier of its own, which a repeat keeps', () => {
  const event = (at: number, messageId: string, open: boolean, status = 204, more: object = {}): Seen => ({
    kind: 'event',
    at,
    messageKind: 'PosLocationAvailabilityChanged',
    messageId,
    body: { open, ...more },
    status,
    signed: true,
  });
  const id = 'events/unique-message-id';
  expect(told([event(0, 'e1', true, 503), event(9, 'e1', true), event(20, 'e2', false)], 30)[id]).toEqual(['passed']);
  expect(told([event(0, 'e1', true, 503), event(9, 'e1', true, 204, { attempt: 2 })], 30)[id]).toEqual(['passed']);
  expect(told([event(0, 'e1', true, 503), event(9, 'e2', true)], 30)[id]).toContain(
    'a repeated event with another identifier',
  );
  expect(told([event(0, 'e1', true), event(9, 'e1', false)], 30)[id]).toContain('an identifier used twice');
  expect(told([event(0, '', true)], 30)[id]).toEqual(['an event without an identifier']);
});
