import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith, type Twist } from '#lab/doubles/till/pos-fake';
import type { Json } from '#lab/doubles/till/pos-restaurant';

const submission = commandScenarios.filter(({ id }) => id === 'pos/submission');

/** What was good of an order at a table that was rejected, and whatever is ordered there next. */
const entering = (when: (rejection: number) => 'at once' | 'with the next' | 'never'): NonNullable<Twist['till']> => {
  let [rejections, left]: [number, readonly Json[]] = [0, []];
  return (sound, { tables }) => {
    const good = (items: readonly Json[]) => items.filter(({ listingId }) => listingId === 'soup');
    return {
      submit: (payload) => {
        const table = tables.get(String(Object(payload['orderContext']).stationId));
        const items = payload['items'] as readonly Json[];
        const result = sound.submit({ ...payload, items: table ? [...left, ...items] : items });
        if (table === undefined) return result;
        const isRest = result['success'] === false && good(items).length > 0;
        const how = isRest ? when(++rejections) : 'never';
        left = how === 'with the next' ? good(items) : [];
        if (how === 'at once') sound.submit({ ...payload, items: good(items) });
        return result;
      },
    };
  };
};

const toldBy = async (...how: Parameters<typeof entering>) =>
  idsWith(await certify(submission, { till: entering(...how) }), 'failed', 'warned');

test('a till that keeps the rest of a rejected order for the next one is told of', async () => {
  expect(await toldBy(() => 'with the next')).toEqual(['submission/rejection-reasons']);
});

test('one that takes it at once is not, nor where a waiter has added the same once', async () => {
  expect(await toldBy(() => 'at once')).toEqual([]);
  for (const at of [1, 2, 3]) expect(await toldBy((one) => (one === at ? 'with the next' : 'never'))).toEqual([]);
});
