import { describe, expect, test } from 'vitest';
import { active, exchanged, exchangedAt, type Seen, told } from '../../pos-stream.fixture.ts';

describe('items of others', () => {
  const ordering = (listingId: string, more: object = {}) => ({
    tableId: 'T1',
    ordered: { items: `[{"listingId":"${listingId}"}]`, count: 1, texts: [listingId] },
    ...more,
  });
  const element = (listingId: string) => ({ listingId, quantity: 1 });
  const accepted = (count: number, about: object = ordering('L1'), more: object = {}) =>
    exchanged(
      'OrderSubmissionRequested',
      about,
      { success: true, acceptedItems: Array.from({ length: count }, () => element('L1')) },
      more,
    );
  const rejected = (listingId: string, elements: readonly string[], about: object = ordering(listingId)) =>
    exchanged('OrderSubmissionRequested', about, {
      success: false,
      rejectedItems: elements.map((one) => ({ ...element(one), reasonCode: 'OUT_OF_STOCK' })),
    });
  const said = (...seen: readonly (readonly Seen[])[]) => told([active, ...seen.flat()], 100)['submission/result-body'];

  test('more that is accepted with every order of the same is told of', () => {
    expect(said(accepted(1), accepted(2), accepted(3), accepted(4))).toEqual(['more accepted with every order']);
    expect(said(accepted(1), accepted(3), accepted(7), accepted(8))).toEqual(['more accepted with every order']);
  });

  test.for([
    ['it grew twice', [accepted(1), accepted(2), accepted(3), accepted(3)]],
    ['a first order at a table brings more', [accepted(2), accepted(1), accepted(2), accepted(1), accepted(2)]],
    ['other things were ordered', [1, 2, 3, 4].map((count) => accepted(count, ordering(`L${count}`)))],
    ['it is elsewhere', [1, 2, 3, 4].map((count) => accepted(count, ordering('L1', { tableId: undefined })))],
    ['nobody took it', [accepted(1), accepted(2), accepted(3), accepted(4, ordering('L1'), { status: 400 })]],
  ] as const)('where %s nothing is said', ([, seen]) => {
    expect(said(...seen)).toBeUndefined();
  });

  const three = [rejected('LA', ['LA']), rejected('LB', ['LB']), rejected('LC', ['LC'])];

  test('what was rejected of three earlier orders is told of in the result of another', () => {
    expect(said(...three, rejected('LD', ['LA', 'LB', 'LC', 'LD']))).toEqual(['rejected items of earlier orders']);
  });

  test.for([
    ['two parts were rejected by themselves', [...three, rejected('LD', ['LA', 'LB', 'LD'])]],
    ['three are rejected for the first time', [rejected('LD', ['LA', 'LB', 'LC', 'LD'])]],
    [
      'all of them were ordered',
      [
        ...three,
        rejected('LA', ['LA', 'LB', 'LC'], {
          tableId: 'T1',
          ordered: { items: 'three', count: 3, texts: ['LA', 'LB', 'LC'] },
        }),
      ],
    ],
    ['one is rejected for three reasons', [...three, rejected('LA', ['LA', 'LA', 'LA'])]],
  ] as const)('of rejections nothing is said where %s', ([, seen]) => {
    expect(said(...seen)).toBeUndefined();
  });
});

describe('items of the last', () => {
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
});

describe('receipts of others', () => {
  const receipt = (number: string, ms = 120) => ({
    receiptNumber: number,
    issuedAt: `2026-05-01T12:00:00.${String(ms).padStart(3, '0')}Z`,
  });
  const paid = (at: number, oaPaymentId: string, slip: object, about: object = {}) =>
    exchangedAt(at, 'OrderSubmissionRequested', { oaPaymentId, ...about }, { success: true, receipt: slip });
  const said = (...seen: readonly (readonly Seen[])[]) =>
    told([active, ...seen.flat()], 90_000)['submission/snapshot-and-receipt'];

  test('a receipt that was given before for the payment of another order is told of', () => {
    const isTold = ['the receipt of another payment'];
    expect(said(paid(100, 'a', receipt('R1')), paid(200, 'b', receipt('R1')))).toEqual(isTold);
    expect(
      said(paid(100, 'a', receipt('R1'), { tableId: 'T1' }), paid(200, 'b', receipt('R1'), { tableId: 'T2' })),
    ).toEqual(isTold);
  });

  test.for([
    ['it has another number', [paid(100, 'a', receipt('R1')), paid(200, 'b', receipt('R2'))]],
    ['it was issued later', [paid(100, 'a', receipt('-')), paid(200, 'b', receipt('-', 220))]],
    ['it is the same payment', [paid(100, 'a', receipt('R1')), paid(200, 'a', receipt('R1'))]],
    ['the clock is a coarse one', [paid(100, 'a', receipt('-', 0)), paid(900, 'b', receipt('-', 0))]],
    [
      'it is one table',
      [paid(100, 'a', receipt('R1'), { tableId: 'T1' }), paid(200, 'b', receipt('R1'), { tableId: 'T1' })],
    ],
    ['it is a retry', [1, 2].map((n) => paid(n * 100, `p${n}`, receipt('R1'), { idempotencyKey: 'k' }))],
  ] as const)('where %s nothing is said', ([, seen]) => {
    expect(said(...seen)).toBeUndefined();
  });

  test('the result of an order that lacks what the table has under the very same updatedAt is told of', () => {
    const shown = (ms: string, ...lines: string[]) => ({
      tableOrderSnapshot: { tableId: 'T1', status: 'OPEN', lines, updatedAt: `2026-05-01T12:00:02.${ms}Z` },
    });
    const looked = (...what: Parameters<typeof shown>) =>
      exchanged('TableOrderSnapshotRequested', { tableId: 'T1' }, shown(...what));
    const ordered = (...what: Parameters<typeof shown>) =>
      exchanged('OrderSubmissionRequested', { tableId: 'T1' }, { success: true, ...shown(...what) });
    const [first, short, whole] = [looked('001', 'a'), ordered('123', 'a'), looked('123', 'a', 'b')];
    expect(said(first, short, whole)).toEqual(['snapshot from before the order']);
    expect(said(first, short, looked('129', 'a', 'b'))).toBeUndefined();
    expect(said(first, short, ordered('123', 'a', 'b'), whole)).toBeUndefined();
    expect(said(first, ordered('000', 'a'), looked('000', 'a', 'b'))).toBeUndefined();
  });
});
