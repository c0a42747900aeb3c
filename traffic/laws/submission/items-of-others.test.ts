import { expect, test } from 'vitest';
import { active, exchanged, type Seen, told } from '../pos-stream.fixture.ts';

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
