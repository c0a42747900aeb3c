import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith, type Twist } from '#lab/doubles/till/pos-fake';
import { fixtures, type Json, type Restaurant } from '#lab/doubles/till/pos-restaurant';

const whole = (epochMs: number) => new Date(Math.floor(epochMs / 1000) * 1000).toISOString().replace('.000', '');

/** What totals are made of is not shown. */
const withoutAmount = ({ bill, ...result }: Json): Json =>
  bill === undefined ? result : { ...result, bill: { ...(bill as Json), totals: {} } };

/** What the specification leaves open, taken as far as it goes. */
const odd: Readonly<Record<string, Twist>> = {
  'nothing odd': {},
  'whole seconds and an offset': {
    till: () => ({ moment: (epochMs) => whole(epochMs + 3_600_000).replace('Z', '+01:00') }),
  },
  'results of repeats sent again': { repeats: 'answered' },
  'a closed table is no table': {
    till: (sound, { tables }) => ({
      table: (payload) =>
        tables.get(String(payload['tableId']))?.status === 'CLOSED'
          ? { success: false, reasonCode: 'gone', retryable: false }
          : sound.table(payload),
    }),
  },
  'nobody sits at an empty table': {
    till: (sound) => ({
      table: (payload) =>
        payload['tableId'] === 'e1' ? { success: false, reasonCode: 'free', retryable: true } : sound.table(payload),
    }),
  },
  'orders are taken while closing': {
    till: (sound, { tables }) => ({
      submit: (payload) => {
        const table = tables.get(String((payload['orderContext'] as Restaurant & { stationId: string })['stationId']));
        if (table?.status !== 'CLOSING') return sound.submit(payload);
        return { success: true, acceptedItems: [{}] };
      },
    }),
  },
  'nothing with the results but what has to be': {
    till: (sound) => ({
      submit: (payload) => {
        const { tableOrderSnapshot: _, receipt: __, ...result } = sound.submit(payload);
        return result;
      },
      bill: (payload) => {
        const { tipRecipientId: _, ...result } = sound.bill(payload);
        return result;
      },
    }),
  },
  'totals in the major unit': {
    till: (sound) => ({
      bill: (payload) => {
        const result = sound.bill(payload) as { bill?: { totals: { due: { value: number } } } };
        if (!result.bill) return result as never;
        return {
          ...result,
          bill: { ...result.bill, totals: { sum: (result.bill.totals.due.value / 100).toFixed(2) } },
        };
      },
    }),
  },
  'totals without an amount': {
    till: (sound) => ({ bill: (payload) => withoutAmount(sound.bill(payload)) }),
  },
  'bills of neither lines nor an amount': {
    till: (sound) => ({
      bill: (payload) => {
        const { bill, ...result } = withoutAmount(sound.bill(payload));
        if (bill === undefined) return result;
        const { lines: _, ...rest } = bill as Json;
        return { ...result, bill: rest };
      },
    }),
  },
  'subsets not understood': {
    till: (sound) => ({
      bill: (payload) =>
        payload['items'] === undefined
          ? sound.bill(payload)
          : { success: false, reasonCode: 'PAYMENT_NOT_ALLOWED', retryable: false },
    }),
  },
  'a single table, and it closes once it is paid': {
    world: { fixtures: { ...fixtures, tables: { ...fixtures.tables, open: ['t1'] } } },
    till: (sound, { bills }) => ({
      pay: (payload) => {
        const result = sound.pay(payload);
        const table = bills.get(String(payload['posBillId']))?.table;
        if (table?.lines.every(({ paid }) => paid)) table.status = 'CLOSED';
        return result;
      },
    }),
  },
  'busy with the first request of each table': {
    till: (sound) => {
      const asked = new Set<string>();
      return {
        bill: (payload) => {
          const place = JSON.stringify(payload['orderContext']);
          if (asked.has(place)) return sound.bill(payload);
          asked.add(place);
          return { success: false, reasonCode: 'POS_OFFLINE_OR_BUSY', retryable: true };
        },
      };
    },
  },
  'a closed bill is no open one': {
    till: (sound) => ({
      bill: (payload) => {
        const result = sound.bill(payload);
        return result['reasonCode'] === 'ORDER_CLOSED' ? { ...result, reasonCode: 'NO_OPEN_BILL' } : result;
      },
    }),
  },
  'what was paid stands in the totals of a bill of nothing': {
    till: (sound) => ({
      bill: (payload) => {
        const result = sound.bill(payload);
        if (result['reasonCode'] !== 'NO_OPEN_BILL' || payload['checkpoint'] === undefined) return result;
        const { lines } = sound.table({ tableId: (payload['orderContext'] as Json)['stationId'] })[
          'tableOrderSnapshot'
        ] as { readonly lines: readonly unknown[] };
        if (lines.length === 0) return result;
        const totals = { due: { value: 0, currency: 'EUR' }, total: { value: 500, currency: 'EUR' } };
        return { success: true, bill: { posBillId: 'nil', totals, preparedAt: '2026-05-01T12:00:00Z' } };
      },
    }),
  },
  'nobody receives tips before somebody was put': {
    till: (sound) => ({
      bill: (payload) => {
        const { tipRecipientId: _, ...result } = sound.bill(payload);
        return result;
      },
    }),
  },
  'the order at a closed table begins its next session': {
    till: (sound, { tables }) => ({
      submit: (payload) => {
        const table = tables.get(String((payload['orderContext'] as Json)['stationId']));
        if (table?.status === 'CLOSED') table.status = 'OPEN';
        return sound.submit(payload);
      },
    }),
  },
  'what was rejected is shown as such': {
    till: (sound, { tables }) => {
      const refusals = new Map<string, number>();
      return {
        submit: (payload) => {
          const result = sound.submit(payload);
          const id = String((payload['orderContext'] as Json)['stationId']);
          if (result['success'] === false && tables.has(id)) refusals.set(id, (refusals.get(id) ?? 0) + 1);
          return result;
        },
        snapshotOf: (table) => {
          const shown = sound.snapshotOf(table);
          const refused = Array.from({ length: refusals.get(table.id) ?? 0 }, () => ({ what: 'refused' }));
          return { ...shown, lines: [...(shown['lines'] as unknown[]), ...refused] };
        },
      };
    },
  },
  'a table is cleared once it is paid': {
    till: (sound, { bills }) => ({
      pay: (payload) => {
        const result = sound.pay(payload);
        const table = bills.get(String(payload['posBillId']))?.table;
        if (result['success'] === true && table?.lines.every(({ paid }) => paid)) {
          table.lines = [];
          table.payments.length = 0;
        }
        return result;
      },
    }),
  },
  'a table is free for the next guests once it is closed': {
    till: (sound, { tables }) => {
      const sessions = new Map<string, number>();
      return {
        changed: (table) => {
          sound.changed(table);
          if (table.status !== 'CLOSED' || table.lines.length === 0) return;
          sessions.set(table.id, (sessions.get(table.id) ?? 0) + 1);
          Object.assign(table, { status: 'OPEN', lines: [] });
        },
        table: (payload) => {
          const { tableSessionContext: shown, ...result } = sound.table(payload);
          const begun = sessions.get(tables.get(String(payload['tableId']))?.id ?? '') ?? 0;
          const openedAt = new Date(begun).toISOString();
          return shown === undefined ? result : { ...result, tableSessionContext: { ...(shown as Json), openedAt } };
        },
      };
    },
  },
  'triggers that take nothing optional': { isPlain: true },
  'events not tried again': { event: (event, attempt) => (attempt === 0 ? event : undefined) },
};

test.each(Object.entries(odd))('a conformant till is never failed: %s', async (_, twist) => {
  const verdicts = await certify(commandScenarios, twist);
  expect(
    [...verdicts].flatMap(([id, all]) =>
      all.filter(({ status }) => /failed|warned/u.test(status)).map((one) => [id, one]),
    ),
  ).toEqual([]);
});

test('a till with every fixture and trigger leaves nothing untried', async () => {
  expect(idsWith(await certify(commandScenarios), 'not-exercised')).toEqual([]);
});

test('a bill whose amounts stand in its lines alone is paid', async () => {
  const verdicts = await certify(commandScenarios, {
    till: (sound) => ({
      bill: (payload) => {
        const { bill, ...result } = sound.bill(payload);
        if (bill === undefined) return result;
        const { totals, ...rest } = bill as Json;
        return { ...result, bill: { ...rest, lines: [totals], totals: {} } };
      },
    }),
  });
  expect(idsWith(verdicts, 'failed', 'warned')).toEqual([]);
  expect(idsWith(verdicts, 'not-exercised')).toEqual([]);
});

test('a charge for service that grows with every order is not taken for a line that was ordered', async () => {
  const verdicts = await certify(commandScenarios, {
    till: (sound) => ({
      snapshotOf: (table) => {
        const { lines, ...shown } = sound.snapshotOf(table) as Json & { readonly lines: readonly unknown[] };
        return { ...shown, lines: [{ id: 'service', what: ['service', lines.length] }, ...lines] };
      },
    }),
  });
  expect(idsWith(verdicts, 'failed', 'warned')).toEqual([]);
  expect(idsWith(verdicts, 'not-exercised')).toEqual([]);
});

test('without fixtures and triggers what could not be tried names the key that unlocks it, and nothing fails', async () => {
  const unavailable = { kind: 'unavailable', reason: 'not configured', unlock: 'triggers.x' } as const;
  const verdicts = await certify(commandScenarios, {
    world: { fixtures: {}, triggers: { has: () => false, fire: async () => unavailable } },
  });
  expect(idsWith(verdicts, 'failed', 'warned')).toEqual([]);
  const untried = [...verdicts.values()].flat().filter(({ status }) => status === 'not-exercised');
  expect(untried.filter((outcome) => !('unlock' in outcome))).toEqual([]);
});

test('a till that dies is waited for a few times, not with every command', async () => {
  let waited = 0;
  const verdicts = await certify(commandScenarios, {
    dies: true,
    waits: () => {
      waited += 1;
    },
  });
  expect(idsWith(verdicts, 'failed')).toContain('listings/full-sync');
  expect(waited).toBeLessThan(8);
});

test('a person at the till need confirm nothing that the platform sees happen', async () => {
  const unseen: string[] = [];
  await certify(commandScenarios, { unseen: (trigger) => unseen.push(trigger) });
  expect(unseen).toEqual([]);
});
