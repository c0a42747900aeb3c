import { expect, test } from 'vitest';
import { type BodyChange, bodyFaults, createCounted, decoratedBy, type Fault } from './index.ts';

test('a row becomes a fault that changes one place of a body', () => {
  const faults = bodyFaults((change: BodyChange<string>) => ({ change }), {
    left: ['left out', 'basket/price', '/price/currency'],
    other: [
      'something else',
      ['basket/price', 'basket/products'],
      '/lines/*/n',
      (old, call) => `${call} ${JSON.stringify(old)}`,
    ],
    more: ['one more', 'basket/products', '/lines/-', { n: 3 }],
    none: ['no body', 'basket/price', ''],
  });
  const body = () => ({ price: { currency: 'PLN' }, lines: [{ n: 1 }, { n: 2 }] });
  expect(faults.left).toMatchObject({ title: 'left out', breaks: ['basket/price'] });
  expect(faults.left.change(body(), '')).toEqual({ price: {}, lines: [{ n: 1 }, { n: 2 }] });
  expect(faults.other.change(body(), 'no.')).toMatchObject({ lines: [{ n: 'no. 1' }, { n: 'no. 2' }] });
  expect(faults.more.change(body(), '')).toMatchObject({ lines: [{ n: 1 }, { n: 2 }, { n: 3 }] });
  expect(faults.none.change(body(), '')).toBeUndefined();
});

test('counted misbehaviour is used up, first come first', () => {
  const faults = createCounted<{ readonly name: string; readonly times?: number }>();
  faults.add({ name: 'twice', times: 2 });
  faults.add({ name: 'once' });
  faults.add({ name: 'never', times: 0 });
  expect(faults.next(({ name }) => name === 'other')).toBeUndefined();
  expect([1, 2, 3, 4].map(() => faults.next(() => true)?.name)).toEqual(['twice', 'twice', 'once', undefined]);
  expect(faults.pending()).toEqual([]);
});

test('faults decorate a part one around the other, and leave alone what is not theirs', () => {
  const said: Fault = { title: '', breaks: [] };
  interface Loud extends Fault {
    readonly text?: (sound: string, kit: { readonly mark: string }) => string;
  }
  const faults: readonly Loud[] = [{ ...said, text: (sound, { mark }) => sound + mark }, said];
  expect(decoratedBy([...faults, ...faults])('text', 'hm', { mark: '!' })).toBe('hm!!');
});
