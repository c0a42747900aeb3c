import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith } from '#lab/doubles/till/pos-fake';

/** What the syncs of a till come to that has listings only at times, as `isEmpty` says of whether it is open. */
const failedBy = async (isEmpty: (isOpen: boolean) => boolean): Promise<readonly string[]> => {
  let isOpen = true;
  const verdicts = await certify(commandScenarios, {
    event: (event) => {
      if (event.messageKind === 'PosLocationAvailabilityChanged') isOpen = event.body['open'] === true;
      return event;
    },
    till: (sound) => ({
      sync: (payload) => ({ ...sound.sync(payload), ...(isEmpty(isOpen) && { listings: [] }) }),
    }),
  });
  return idsWith(verdicts, 'failed', 'warned');
};

test('a full sync while the location is closed has all listings', async () => {
  expect(await failedBy((isOpen) => !isOpen)).toEqual(['listings/full-sync']);
});

test('a menu that stays cleared once the location has closed is no matter of its being closed', async () => {
  let hasClosed = false;
  const outcome = await failedBy((isOpen) => {
    hasClosed ||= !isOpen;
    return hasClosed;
  });
  expect(outcome).toEqual([]);
});
