import { expect, test } from 'vitest';
import { active, callback, message, poll, remove, type Seen, told } from '../../pos-stream.fixture.ts';

const id = 'queue/delete-after-callback';
const unanswered = 'OrderSubmissionRequested deleted unanswered';
const command = (messageId: string, idempotencyKey = messageId, delivery = 1) => ({
  ...message(messageId, delivery, messageId),
  idempotencyKey,
});
const uncounted = (messageId: string) => {
  const { receiveCount: _, ...delivered } = command(messageId);
  return delivered;
};
const answeredFirst = [active, poll(10, 20, command('first')), callback(30, 'first'), remove(50, 'first')];

test.for<[string, readonly Seen[], readonly string[]]>([
  ['deleted without a result', [poll(60, 70, command('m')), remove(80, 'm')], ['passed', unanswered]],
  ['answered later', [poll(60, 70, command('m')), remove(80, 'm'), callback(30_000, 'm')], ['passed', 'deleted early']],
  ['left without a result', [poll(60, 70, command('m'))], ['passed']],
  ['a business operation once more', [poll(60, 70, command('m', 'first')), remove(80, 'm')], ['passed']],
  [
    'of two that came at once, of which the later was answered',
    [poll(60, 70, command('m'), command('n', 'm')), callback(75, 'n'), remove(80, 'm'), remove(90, 'n')],
    ['passed'],
  ],
  ['delivered before anybody watched', [poll(60, 70, command('m', 'm', 2)), remove(80, 'm', 2)], ['passed']],
  ['delivered who knows how often before', [poll(60, 70, uncounted('m')), remove(80, 'm')], ['passed']],
  ['of no key that is known', [poll(60, 70, message('m')), remove(80, 'm')], ['passed']],
  ['answered under another id', [poll(60, 70, command('m')), callback(75, 'first'), remove(80, 'm')], ['passed']],
  [
    'of a kind that is never answered',
    [poll(60, 70, { ...command('m'), messageKind: 'BillPreparationRequested' }), remove(80, 'm')],
    ['passed'],
  ],
  [
    'without a result by nature',
    [poll(60, 70, { ...command('m'), messageKind: 'BillPaymentFailed' }), remove(80, 'm')],
    ['passed'],
  ],
])('%s', ([, stream, expected]) => {
  const said = told([...answeredFirst, ...stream, poll(40_000, 60_000)], 61_000)[id];
  expect(said?.toSorted()).toEqual(expected.toSorted());
});

test('before an answer can be late nothing is told', () => {
  const stream = [...answeredFirst, poll(60, 70, command('m')), remove(80, 'm'), poll(90, 20_000)];
  expect(told(stream, 21_000)[id]).toEqual(['passed']);
});

const cause = 'deleted before the result was sent again';
const rejected = (status = 400): Seen[] => [
  poll(10, 20, message('m')),
  callback(30, 'm', { status }),
  poll(30_000, 30_100, message('m', 2)),
];
const ofRejected = (...seen: readonly Seen[]) => told([active, ...seen], 40_000)[id];

test('a message that comes again after a 400 and is deleted before its result is told of', () => {
  expect(ofRejected(...rejected(), remove(30_110, 'm', 2), callback(30_112, 'm'))).toContain(cause);
});

test.for<[string, readonly Seen[]]>([
  ['deleted after it', [...rejected(), callback(30_110, 'm'), remove(30_130, 'm', 2)]],
  ['given up', [...rejected(), remove(30_110, 'm', 2)]],
  ['sent much later', [...rejected(), remove(30_110, 'm', 2), callback(32_000, 'm')]],
  ['answered 5xx before', [...rejected(503), remove(30_110, 'm', 2), callback(30_112, 'm')]],
  ['answered 204 before', [...rejected(204), remove(30_110, 'm', 2), callback(30_112, 'm')]],
])('one that is %s is not', ([, seen]) => {
  expect(ofRejected(...seen) ?? []).not.toContain(cause);
});
