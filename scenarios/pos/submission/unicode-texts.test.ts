import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith, type Twist } from '#lab/doubles/till/pos-fake';

const submission = commandScenarios.filter(({ id }) => id === 'pos/submission');

const rejecting = (isUnread: (note: string, context: string) => boolean): Twist => ({
  till: (sound) => ({
    submit: (payload) => {
      const { customerNote = '', type } = payload['orderContext'] as {
        readonly customerNote?: string;
        readonly type: string;
      };
      return isUnread(customerNote, type)
        ? { success: false, rejectedItems: [{ reasonCode: 'DELISTED' }] }
        : sound.submit(payload);
    },
  }),
});

const told = async (twist: Twist) => {
  const verdicts = await certify(submission, twist);
  const outcomes = verdicts.get('submission/texts') ?? [];
  return {
    bad: idsWith(verdicts, 'failed', 'warned'),
    said: outcomes.map((outcome) => ('message' in outcome ? `${outcome.status}: ${outcome.message}` : outcome.status)),
  };
};

test('one order has a text of every sort, and only where it is refused is it asked which of them is', async () => {
  expect(await told({})).toEqual({ bad: [], said: ['passed'] });
  expect(await told(rejecting((note) => /[^\0-\x7f]/u.test(note)))).toEqual({
    bad: ['submission/texts'],
    said: [
      'failed: An order with letters outside ASCII in its customerNote and names was rejected, and the same with plain ones was accepted; accept every text unchanged.',
    ],
  });
  expect((await told(rejecting((note) => note.includes('\n')))).said).toEqual([
    expect.stringMatching(/^failed: An order with line breaks in /u),
  ]);
});

test('of a note of any length that is rejected no limit is stated, so that is a warning', async () => {
  const { said } = await told(rejecting((note) => note.length > 255));
  expect(said).toEqual([
    expect.stringMatching(/^warned: An order with a customerNote of \d+ characters was rejected/u),
  ]);
});

test('one that takes no note at all is told of that, whatever stands in it', async () => {
  expect((await told(rejecting((note, context) => context !== 'PICKUP' && note !== ''))).said).toEqual([
    'failed: An order with a customerNote was rejected, and the same without one was accepted; accept every text unchanged.',
  ]);
});
