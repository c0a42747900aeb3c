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
