import { expect, test } from 'vitest';
import { certify, idsWith, type Twist } from '#lab/doubles/till/pos-fake';
import type { Json, Line, Memory, Restaurant, Table } from '#lab/doubles/till/pos-restaurant';
import { billPlan as meanwhile } from './occasions.ts';

/** A till that knows what stood on the table of each bill when it was prepared. */
const remembering =
  (
    twist: (
      sound: Restaurant,
      /** The table of a bill as it is, and the lines it had then. */
      billed: (payload: Json) => { readonly table: Table; readonly before: readonly Line[] } | undefined,
    ) => Partial<Restaurant>,
  ): NonNullable<Twist['till']> =>
  (sound, { bills }) => {
    const known = new Map<string, readonly Line[]>();
    return {
      bill: (payload) => {
        const result = sound.bill(payload);
        const posBillId = String((result['bill'] as Json | undefined)?.['posBillId']);
        known.set(posBillId, [...(bills.get(posBillId)?.table.lines ?? [])]);
        return result;
      },
      ...twist(sound, (payload) => {
        const posBillId = String(payload['posBillId']);
        const [table, before] = [bills.get(posBillId)?.table, known.get(posBillId)];
        return table && before && { table, before };
      }),
    };
  };

/** Does something about what came to a table since its bill was prepared, once that is paid. */
const sinceBill = (change: (table: Table, later: readonly Line[]) => void): NonNullable<Twist['till']> =>
  remembering((sound, billed) => ({
    pay: (payload) => {
      const result = sound.pay(payload);
      const { table, before } = billed(payload) ?? {};
      if (result['success'] === true && table && before)
        change(
          table,
          table.lines.filter((line) => !before.includes(line)),
        );
      return result;
    },
  }));

/** Answers a payment otherwise where as much was paid at the table before. */
const equally =
  (answer: (first: Json) => Json): NonNullable<Twist['till']> =>
  (sound: Restaurant, { bills }) => {
    const paid = new Map<string, Json>();
    return {
      pay: (payload) => {
        const { value } = (payload['payment'] as { readonly amount: { readonly value: number } }).amount;
        const key = `${bills.get(String(payload['posBillId']))?.table.id ?? ''} ${value}`;
        const first = paid.get(key);
        if (first !== undefined) return answer(first);
        const result = sound.pay(payload);
        if (result['success'] === true) paid.set(key, result);
        return result;
      },
    };
  };

/** While a bill of it waits nothing is ordered at a table. */
const locking: NonNullable<Twist['till']> = (sound, { bills }) => ({
  submit: (payload) =>
    [...bills.values()].some(({ state }) => state === 'open')
      ? { success: false, rejectedItems: [{ reasonCode: 'ORDER_CLOSED' }] }
      : sound.submit(payload),
});
/** Refuses the payment of a bill once something else was ordered there. */
const heedful = remembering((sound, billed) => ({
  pay: (payload) => {
    const { table, before } = billed(payload) ?? {};
    const isChanged = table?.lines.length !== before?.length;
    return isChanged ? { success: false, reasonCode: 'CHANGED', retryable: false } : sound.pay(payload);
  },
}));

/** A payment that failed makes its table what it was when the bill was prepared. */
const restoring = remembering((sound, billed) => ({
  fail: (payload) => {
    const { table, before } = billed(payload) ?? {};
    if (table && before && before.length < table.lines.length) {
      table.lines = [...before];
      sound.changed(table);
    }
    return sound.fail(payload);
  },
}));

const certified = async (till?: Twist['till']) =>
  idsWith(await certify([meanwhile], till === undefined ? {} : { till }), 'failed', 'warned');

test.each([
  ['as others do', undefined],
  ['and takes no order while a bill waits', locking],
  ['and refuses a bill once something was ordered', heedful],
])('a till that does right %s is told nothing', async (_, till) => {
  expect(await certified(till)).toEqual([]);
});

test.each([
  [
    'settles what was ordered since',
    sinceBill((_, later) => {
      for (const line of later) line.paid = true;
    }),
  ],
  [
    'drops what was ordered since',
    sinceBill((table, later) => {
      table.lines = table.lines.filter((line) => !later.includes(line));
    }),
  ],
])('a payment that %s is told of', async (_, till) => {
  expect(await certified(till)).toEqual(['bill/unpaid-lines']);
});

test('so is one that is taken for the repeat of another for as much', async () => {
  expect(await certified(equally((first) => first))).toEqual(['payment/visible-in-table']);
});

test('so is a payment that failed and drops what was ordered', async () => {
  expect(await certified(restoring)).toEqual(['payment/failed-releases-bill']);
});

test('so is one that is refused since as much was paid before', async () => {
  const till = equally(() => ({ success: false, reasonCode: 'PAID', retryable: false }));
  expect(await certified(till)).toEqual(['payment/applied-once']);
});

type Bill = NonNullable<ReturnType<Memory['bills']['get']>>;

/** Prepares several bills of a table at once; a payment that failed lets go of some that wait. */
const letting =
  (goes: (failed: Bill, waiting: readonly Bill[]) => readonly Bill[]): NonNullable<Twist['till']> =>
  (sound, { bills }) => {
    const waiting = () => [...bills.values()].filter(({ state }) => state === 'open');
    return {
      bill: (payload) => {
        const others = waiting();
        for (const one of others) one.state = 'free';
        const result = sound.bill(payload);
        for (const one of others) one.state = 'open';
        return result;
      },
      fail: ({ posBillId }) => {
        const failed = bills.get(String(posBillId));
        if (failed?.state === 'open') for (const one of goes(failed, waiting())) one.state = 'free';
        return undefined;
      },
    };
  };

test.each<[string, Parameters<typeof letting>[0], readonly string[]]>([
  ['the bill that failed', (failed) => [failed], []],
  ['all bills of its table', (failed, waiting) => waiting.filter(({ table }) => table === failed.table), []],
  [
    'the newest bill of its table',
    (failed, waiting) => waiting.filter(({ table }) => table === failed.table).slice(-1),
    ['payment/failed-releases-bill'],
  ],
  ['the bills of all tables', (_, waiting) => waiting, ['payment/applied-once']],
])('a till that lets go of %s', async (_, goes, told) => {
  expect(await certified(letting(goes))).toEqual(told);
});
