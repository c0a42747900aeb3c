import { expect, test } from 'vitest';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import type { Replied } from '../../arrange/basket/basket-calls.ts';
import type { Row, Turn } from '../covering.ts';
import { plainRow } from './levels.ts';
import { createTrying } from './trying.ts';
import type { Tried } from './wrongs.ts';

type Lines = readonly { readonly id: string; readonly quantity: number; readonly error?: string }[];

const held: Lines = ['v1', 'v2', 'v3'].map((id) => ({ id, quantity: 1 }));
const priced = (lines: Lines) => lines.map((line) => ({ ...line, unitPrice: 5, linePrice: 5 * line.quantity }));

/** What rows come to, one after the other, at a shop that answers requests by their lines; undefined: with this status. */
const told = async (
  row: Row | readonly Row[],
  answer: (asked: Lines, row: Row, before: Row | undefined) => Lines | number,
): Promise<string> => {
  let exchange = 0;
  const outcomes: string[] = [];
  const one = (row: Row, before: Row | undefined): Tried => {
    const isZero = row['quantity'] === 'zero';
    const own = held.map((line) => (line.id === 'v1' && row['quantity'] !== 'held' ? { ...line, quantity: 0 } : line));
    const asked = [
      ...own.filter(({ quantity }) => quantity > 0 || isZero),
      ...(row['unknown'] === 'one' ? [{ id: 'who', quantity: 1 }] : []),
    ];
    const lines = answer(asked, row, before);
    exchange++;
    const replied: Replied =
      typeof lines === 'number'
        ? { kind: 'not-replied', answer: { kind: 'refused', status: lines, text: '', exchange, durationMs: 1 } }
        : { kind: 'replied', basket: readBasket({ id: 'b', products: priced(lines) }), exchange, isValid: true };
    const none = row['quantity'] === 'held' ? [] : ['v1'];
    const unknown = row['unknown'] === 'one' ? 'who' : undefined;
    const known = held.filter(({ id }) => !none.includes(id));
    return {
      replied,
      judged: row,
      known,
      short: [],
      split: undefined,
      limit: undefined,
      unknown,
      none,
      isMuch: false,
      excess: undefined,
      fewer: undefined,
      before: undefined,
      bad: [],
      good: [],
      left: [],
      plain: undefined,
      isAsFirst: false,
    };
  };
  let last: Row | undefined;
  const shop = {
    ask: async ({ row }: Turn) => {
      const tried = one(row, last);
      last = row;
      return await Promise.resolve(tried);
    },
    askAfresh: async (turns: readonly Turn[]) =>
      await Promise.resolve(one(turns.at(-1)?.row ?? plainRow, turns.at(-2)?.row)),
  };
  const tryRow = createTrying(shop, {
    check: (breaks, outcome) => outcomes.push(`${breaks} ${'message' in outcome ? outcome.message : outcome.status}`),
    avoid: () => undefined,
  });
  for (const levels of [row].flat()) await tryRow({ row: { ...plainRow, ...levels }, pick: 0 });
  return outcomes.join();
};
const isNone = ({ quantity }: Lines[number]): boolean => quantity === 0;
const behindNone = (lines: Lines, index: number): boolean => lines.slice(index - 1, index).some(isNone);
const zero = { quantity: 'zero' };
const passed = 'change-reflected passed';
const failed = /^change-reflected An available product/u;

test('what stands beside a product with quantity 0 is as it is asked for', async () => {
  expect(await told(zero, (lines) => lines)).toBe(passed);
  expect(await told(zero, (lines) => lines.filter((line) => !isNone(line)))).toBe(passed);
  expect(await told(zero, (lines) => lines.filter((_, index) => !behindNone(lines, index)))).toMatch(failed);
  const onTop = (lines: Lines) =>
    lines.map((line, index) => (behindNone(lines, index) ? { ...line, quantity: line.quantity + 1 } : line));
  expect(await told(zero, onTop)).toMatch(failed);
});

test('nor is anything said of a refusal, of what goes with the product however it is taken out, or of what is lost once', async () => {
  expect(await told(zero, (lines) => (lines.some(isNone) ? 400 : lines))).toBe('');
  const goesAlong = (lines: Lines) => {
    const isThere = lines.some(({ id, quantity }) => id === 'v1' && quantity > 0);
    return lines.filter(({ id }) => id !== 'v2' || isThere);
  };
  expect(await told(zero, goesAlong)).toBe('');
  let asked = 0;
  expect(await told(zero, (lines) => (++asked === 1 ? lines.slice(0, 1) : lines))).toBe('');
});

test('what fails is reduced to the levels it takes, and a stranger may be refused', async () => {
  const isBoth = (row: Row) => row['unknown'] === 'one' && row['order'] === 'reversed';
  const row = { user: 'letters', unknown: 'one', order: 'reversed' };
  expect(await told(row, (lines, one) => (isBoth(one) ? lines.slice(0, 1) : lines.slice(0, 3)))).toMatch(
    /^shortage-reported A product that nobody knows and its products the other way round in one request: /u,
  );
  const isLong = (one: Row) => one['user'] === 'longest' || one['user'] === 'letters';
  expect(await told({ user: 'letters' }, (lines, one) => (isLong(one) ? 400 : lines))).toMatch(
    /^logged-user A loggedUser of 255 characters was refused/u,
  );
  expect(await told({ user: 'letters' }, (lines, one) => (one['user'] === 'none' ? lines : 403))).toBe(
    'logged-user not-exercised',
  );
});

test('what a request before makes wrong is found with that request, and named', async () => {
  const rows = [{ user: 'own', order: 'reversed' }, {}];
  expect(await told(rows, (lines, _, before) => (before?.['order'] === 'reversed' ? lines.slice(1) : lines))).toMatch(
    /^change-reflected passed,change-reflected A plain request, after its products the other way round in one/u,
  );
});
