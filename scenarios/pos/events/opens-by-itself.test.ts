import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith } from '#lab/doubles/till/pos-fake';

/** What a till comes to that says after the closings of these numbers that it is open. */
const failedBy = async (opens: (closing: number) => boolean, more: object = {}): Promise<readonly string[]> => {
  let closings = 0;
  const verdicts = await certify(commandScenarios, {
    thenPushed: ({ messageKind, body }) => {
      if (messageKind !== 'PosLocationAvailabilityChanged' || body['open'] !== false || !opens(++closings))
        return undefined;
      return { messageKind, messageId: `then ${closings}`, body: { open: true }, ...more };
    },
  });
  return idsWith(verdicts, 'failed', 'warned');
};

test('a till that says each time it was closed that it is open is told of', async () => {
  expect(await failedBy(() => true)).toEqual(['events/location-availability']);
});

test('somebody may open it once, or an event tell when it opens', async () => {
  expect(await failedBy((closing) => closing === 1)).toEqual([]);
  expect(await failedBy((closing) => closing > 1)).toEqual([]);
  expect(await failedBy(() => true, { body: { open: true, effectiveAt: '2026-05-02T08:00:00Z' } })).toEqual([]);
});
