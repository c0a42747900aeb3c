import { expect, test } from 'vitest';
import { type Said, stream, told } from '../shop-stream.fixture.ts';

type Lines = readonly (readonly [id: string, quantity: number, more?: object])[];

const products = (lines: Lines) =>
  lines.map(([id, quantity, more]) => ({ id, quantity, unitPrice: 100, linePrice: 100 * quantity, ...more }));
const answered = (lines: Lines) => ({
  id: 'b',
  price: { currency: 'EUR', basketValue: 100 },
  products: products(lines),
});
const shown = (lines: Lines): Said => ({ name: 'retrieval', answer: answered(lines) });
const asked = (name: 'recalculation' | 'lock', request: Lines, answer: Lines): Said => ({
  name,
  request: { id: 'b', products: request.map(([id, quantity]) => ({ id, quantity })) },
  answer: answered(answer),
});
const ordered: Said = { name: 'order', request: { oaOrderId: 'o', basket: { id: 'b' } } };
const of = (...said: readonly Said[]) => told(stream(...said))['lock/as-recalculated'];

test('less than the same contents were shown with, and no error, is told of', () => {
  expect(of(shown([['v', 12]]), asked('lock', [['v', 12]], [['v', 2]]))).toEqual(['failed 1 2']);
  expect(of(shown([['v', 1]]), asked('recalculation', [['v', 3]], [['v', 3]]), asked('lock', [['v', 3]], []))).toEqual([
    'failed 2 3',
  ]);
  const gift = ['gift', 1, { unitPrice: 0, linePrice: 0 }] as const;
  expect(of(shown([['v', 3], gift]), asked('lock', [['v', 3]], [['v', 2], gift]))).toEqual(['failed 1 2']);
});

test('more than was asked for, and a recalculation has just shown, is told of', () => {
  const exact = asked('recalculation', [['v', 1]], [['v', 1]]);
  const more = asked('lock', [['v', 1]], [['v', 2]]);
  expect(of(exact, more)).toEqual(['failed 1 2']);
  // A pack, a basket as it was scanned, and what comes with it for nothing.
  expect(of(asked('recalculation', [['v', 1]], [['v', 2]]), more)).toBeUndefined();
  expect(of(shown([['v', 1]]), more)).toBeUndefined();
  const free = ['v', 1, { unitPrice: 0, linePrice: 0 }] as const;
  expect(of(exact, asked('lock', [['v', 1]], [['v', 1], free]))).toBeUndefined();
});

test('what has an error, was never shown whole, or comes whole in other lines is right', () => {
  const [one, twins] = [
    [['v', 1]] as const,
    [
      ['v', 1],
      ['v', 1],
    ] as const,
  ];
  expect(of(shown([['v', 2]]), asked('recalculation', twins, one), asked('lock', twins, one))).toBeUndefined();
  const error = { error: 'QUANTITY_TOO_BIG' };
  expect(of(shown([['v', 12]]), asked('lock', [['v', 12]], [['v', 2, error]]))).toBeUndefined();
  expect(
    of(
      shown([['v', 12]]),
      asked(
        'lock',
        [
          ['v', 12],
          ['w', 1],
        ],
        [
          ['v', 2],
          ['w', 1],
        ],
      ),
    ),
  ).toBeUndefined();
  expect(of(asked('recalculation', [['v', 3]], [['v', 2]]), asked('lock', [['v', 3]], [['v', 2]]))).toBeUndefined();
  expect(
    of(
      shown([['v', 12]]),
      asked(
        'lock',
        [['v', 12]],
        [
          ['v', 6],
          ['v', 6],
        ],
      ),
    ),
  ).toBeUndefined();
  expect(of(shown([['é', 2]]), asked('lock', [['é', 2]], [['e\u0301', 2]]))).toBeUndefined();
  const deposit: Lines = [
    ['v', 5, error],
    ['deposit', 5],
  ];
  expect(
    of(
      shown([
        ['v', 9],
        ['deposit', 9],
      ]),
      asked(
        'lock',
        [
          ['v', 9],
          ['deposit', 9],
        ],
        deposit,
      ),
    ),
  ).toBeUndefined();
});

test('nor is a basket judged that was ordered, or is locked with other contents', () => {
  expect(of(shown([['v', 3]]), ordered, asked('lock', [['v', 3]], [['v', 2]]))).toBeUndefined();
  const again = [asked('recalculation', [['v', 3]], [['v', 3]]), asked('lock', [['v', 2]], [['v', 2]])];
  expect(of(...again, asked('lock', [['v', 3]], [['v', 2]]))).toBeUndefined();
});

test('just so many under an id that nobody asked for have another id, and are not less', () => {
  expect(of(shown([['v', 3]]), asked('lock', [['v', 3]], [['p', 3]]))).toBeUndefined();
  expect(of(shown([['v', 3]]), asked('lock', [['v', 3]], [['p', 2]]))).toEqual(['failed 1 2']);
});
