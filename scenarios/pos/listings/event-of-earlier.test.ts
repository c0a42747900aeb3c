import { expect, test } from 'vitest';
import { certify, commandScenarios, type FakeEvent, idsWith, type Twist } from '#lab/doubles/till/pos-fake';

const scenarios = commandScenarios.filter(({ id }) => id === 'pos/listings-changes');

const isOfListing = ({ messageKind }: FakeEvent): boolean => messageKind === 'ProductListingsUpdated';

/** A listing in whichever way it is pushed. */
const asSynced = (event: FakeEvent): FakeEvent => ({
  ...event,
  body: {
    listings: [event.body['listings']].flat().map((one) => {
      const [[id, value] = []] = Object.entries(Object(one));
      return { what: { [String(id)]: { price: { value, currency: 'EUR' } } } };
    }),
  },
});

/** Pushes what happened to a listing with the next change of one. */
const oneBehind = (): NonNullable<Twist['event']> => {
  let waiting: FakeEvent | undefined;
  return (event) => {
    if (!isOfListing(event)) return event;
    const due = waiting;
    waiting = asSynced(event);
    return due;
  };
};

test('the event of an earlier change that comes late is not taken for that of the next one', async () => {
  expect(idsWith(await certify(scenarios, { event: oneBehind() }), 'failed', 'warned')).toEqual([
    'events/change-is-pushed',
  ]);
});

test('a listing that is pushed as it was before each change is told of', async () => {
  const known = new Map<string, FakeEvent>();
  const verdicts = await certify(scenarios, {
    event: (event) => {
      if (!isOfListing(event)) return event;
      const now = asSynced(event);
      const id = JSON.stringify(event.body).replace(/\d+/u, '');
      const before = known.get(id);
      known.set(id, now);
      return before ? { ...before, messageId: event.messageId } : now;
    },
  });
  expect(idsWith(verdicts, 'failed')).toContain('events/listings-updated');
});
