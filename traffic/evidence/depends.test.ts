import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { createByteBudget } from '../retention/byte-budget.ts';
import { depends, type Observed } from './depends.ts';
import { examine } from './examine.ts';

const parts = ['call', 'place', 'company'] as const;
const level = constantFrom('x', 'y', 'z');
const look = record({
  key: constantFrom('a', 'b', 'c'),
  call: level,
  place: level,
  company: level,
  waits: integer({ min: -150, max: 50 }),
  takes: integer({ min: 1, max: 100 }),
});
type Look = typeof look extends { generate: (...all: never[]) => { value: infer Value } } ? Value : never;

/** In the order in which they are answered. */
const observedIn = (looks: readonly Look[], valueOf: (one: Look, readAt: number) => string): readonly Observed[] => {
  let now = 0;
  const all = looks.map((one) => {
    const at = Math.max(0, now + one.waits);
    now = at + one.takes;
    const context = Object.fromEntries(parts.map((part) => [part, `${part} ${one[part]}`]));
    return { key: one.key, value: valueOf(one, at + one.takes / 2), at, answeredAt: now, context };
  });
  return all
    .toSorted((one, other) => one.answeredAt - other.answeredAt)
    .map((one, index) => ({ ...one, n: index + 1 }));
};
const told = (all: readonly Observed[]): readonly string[] => {
  const row = depends<Observed, undefined>({
    requirement: 'basket/kept',
    cause: 'c',
    message: 'It varies.',
    observe: () => (one) => [one],
  });
  const { see } = examine([row], undefined, createByteBudget());
  return all.flatMap(see).map(({ outcome }) => ('message' in outcome ? outcome.message : outcome.status));
};

test('what is a function of its key is never told, whatever else varies, also where each key changed once', () => {
  assert(
    property(
      array(look, { maxLength: 80 }),
      record({ a: integer({ max: 4000 }), b: integer({ max: 4000 }) }),
      (looks, changedAt) => {
        const valueOf = ({ key }: Look, readAt: number) =>
          `${key}${key !== 'c' && readAt >= changedAt[key] ? ' changed' : ''}`;
        expect(told(observedIn(looks, valueOf))).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});

test('what depends on one level of one part as well is told with that part', () => {
  assert(
    property(array(look, { minLength: 16, maxLength: 60 }), constantFrom(...parts), level, (looks, part, planted) => {
      const others = looks.map((one, index) => {
        const key = ['a', 'b', 'c'][(index >> 3) % 3] ?? 'a';
        const [other = planted] = ['x', 'y', 'z'].filter((each) => each !== planted);
        return { ...one, key, waits: 1, [part]: index % 2 === 0 ? other : planted } as Look;
      });
      const said = told(observedIn(others, (one) => `${one.key}${one[part] === planted ? ' otherwise' : ''}`));
      expect(said[0]).toMatch(new RegExp(`differs.* ${part} `, 'u'));
    }),
    { numRuns: 300 },
  );
});

/** Calls of one key one after the other, each with its value. */
const inTurn = (...values: readonly (readonly [call: string, value: string, key?: string])[]): readonly Observed[] =>
  values.map(([call, value, key = 'a'], index) => {
    const at = index * 10;
    return { key, value, n: index + 1, at, answeredAt: at + 5, context: { call: `in a ${call}` } };
  });

test('it takes a change, a change back and the change again of one key', () => {
  const back = [
    ['retrieval', '100'],
    ['lock', '123'],
    ['retrieval', '100'],
  ] as const;
  expect(told(inTurn(...back))).toEqual([]);
  expect(told(inTurn(...back, ['lock', '123']))).toEqual(['It varies. It differs in a lock.']);
  // What drifts may come back to its first value so.
  expect(told(inTurn(...back, ['retrieval', '50', 'b'], ['lock', '61', 'b']))).toEqual([]);
});

test('a price that drifts, one that a level does not explain, and keys that change once each are not told', () => {
  expect(told(inTurn(['retrieval', '1'], ['lock', '2'], ['retrieval', '3'], ['lock', '4']))).toEqual([]);
  expect(told(inTurn(['retrieval', '1'], ['retrieval', '2'], ['retrieval', '1'], ['retrieval', '2']))).toEqual([]);
  const once = ['a', 'b', 'c', 'd'].flatMap(
    (key) =>
      [
        ['retrieval', '1', key],
        ['lock', '2', key],
      ] as const,
  );
  expect(told(inTurn(...once))).toEqual([]);
});
