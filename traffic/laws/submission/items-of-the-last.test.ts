import { expect, test } from 'vitest';
import { active, exchanged, type Seen, told } from '../pos-stream.fixture.ts';

const element = (listingId: string) => ({ listingId, quantity: 1 });
const ordered = (listingIds: readonly string[], body: object) =>
  exchanged(
    'OrderSubmissionRequested',
    {
      tableId: 'T1',
      ordered: { items: JSON.stringify(listingIds), count: listingIds.length, texts: listingIds },
    },
    body,
  );
const accepted = (listed: readonly string[], of: readonly string[] = listed.slice(-1)) =>
  ordered(of, { success: true, acceptedItems: listed.map(element) });
const rejected = (listed: readonly string[], of: readonly string[] = listed.slice(-1)) =>
  ordered(of, {
    success: false,
    rejectedItems: listed.map((one) => ({ ...element(one), reasonCode: 'OUT_OF_STOCK' })),
  });
const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['submission/result-body'];

test('what was rejected of the order before, again and again, is told of', () => {
  expect(said(rejected(['A']), rejected(['A', 'B']), rejected(['B', 'C']), rejected(['C', 'D']))).toEqual([
    'rejectedItems of the order before',
  ]);
});

test('what was accepted of it with something that came alone before is, too', () => {
  expect(said(accepted(['A']), accepted(['B']), accepted(['B', 'A']))).toEqual(['acceptedItems of the order before']);
});

test.for([
  ['two have the part that was rejected', [rejected(['A']), rejected(['A', 'B']), rejected(['B', 'C'])]],
  ['it is always the same', [1, 2, 3, 4].flatMap(() => [rejected(['A']), rejected(['A', 'B'])])],
  ['it was ordered with them', [rejected(['A']), ...[1, 2, 3].map(() => rejected(['A', 'B'], ['A', 'B']))]],
  ['it is not of the last', [accepted(['A']), accepted(['B']), accepted(['C']), accepted(['A', 'B'])]],
  ['it comes with it each time', [accepted(['A']), accepted(['A', 'B']), accepted(['A']), accepted(['A', 'B'])]],
] as const)('where %s nothing is said', ([, seen]) => {
  expect(said(...seen)).toBeUndefined();
});
