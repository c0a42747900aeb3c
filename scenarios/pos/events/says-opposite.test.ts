import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith } from '#lab/doubles/till/pos-fake';

/** What a till comes to whose events of these changes of its location say the opposite, and of those come twice or not at all. */
const failedBy = async (
  isOpposite: (change: string) => boolean,
  isSwallowed: (change: string) => boolean = () => false,
): Promise<readonly string[]> => {
  const changes: string[] = [];
  const verdicts = await certify(commandScenarios, {
    event: (event) => {
      if (event.messageKind !== 'PosLocationAvailabilityChanged') return event;
      if (!changes.includes(event.messageId)) changes.push(event.messageId);
      const change = `${changes.indexOf(event.messageId) + 1}`;
      if (isSwallowed(change)) return undefined;
      return isOpposite(change) ? { ...event, body: { open: event.body['open'] !== true } } : event;
    },
  });
  return idsWith(verdicts, 'failed', 'warned').filter((id) => id === 'events/location-availability');
};

test('a till whose events say from some time on that the location is as it was before is told of', async () => {
  expect(await failedBy((change) => Number(change) > 2)).toEqual(['events/location-availability']);
});

test('once somebody may have set it otherwise, and the event of a change that was not told of may come late', async () => {
  expect(await failedBy((change) => change === '3')).toEqual([]);
  expect(
    await failedBy(
      (change) => Number(change) > 3,
      (change) => change === '3',
    ),
  ).toEqual([]);
});
