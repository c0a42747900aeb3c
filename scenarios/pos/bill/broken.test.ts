import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith, type Twist } from '#lab/doubles/till/pos-fake';
import { billPlan } from '../../occasions/bills/occasions.ts';
import type { Json } from '#lab/doubles/till/pos-restaurant';

interface Bug extends Twist {
  /** What it breaks, and nothing else. */
  readonly breaks: readonly string[];
}

function heedlessOfCancelled(): Bug {
  let touched: { readonly id: string; readonly updatedAt: number } | undefined;
  const cancelledAt = new Map<unknown, number>();
  return {
    breaks: ['bill/stale-checkpoint'],
    event: (event) => {
      if (event.body['changeType'] === 'LINE_CANCELLED' && touched) cancelledAt.set(touched.id, touched.updatedAt);
      return event;
    },
    till: (sound, { tables }) => ({
      changed: (table) => {
        sound.changed(table);
        touched = table;
      },
      bill: ({ checkpoint, ...payload }) => {
        const { id, updatedAt } = { ...tables.get(String((payload['orderContext'] as Json)['stationId'])) };
        const isHeeded = updatedAt === undefined || cancelledAt.get(id) !== updatedAt;
        return sound.bill({ ...payload, ...(isHeeded && checkpoint !== undefined && { checkpoint }) });
      },
    }),
  };
}

const bugs: Readonly<Record<string, Bug>> = {
  'a payment for some lines closes the table': {
    breaks: ['bill/unpaid-lines'],
    till: (sound, { bills }) => ({
      pay: (payload) => {
        const result = sound.pay(payload);
        const table = bills.get(String(payload['posBillId']))?.table;
        if (table?.lines.some(({ paid }) => !paid)) table.status = 'CLOSED';
        return result;
      },
    }),
  },
  'a failed payment makes all of the table unpaid': {
    breaks: ['bill/unpaid-lines'],
    till: (sound, { bills }) => ({
      fail: (payload) => {
        const table = bills.get(String(payload['posBillId']))?.table;
        for (const line of table?.lines ?? []) line.paid = false;
        return sound.fail(payload);
      },
    }),
  },
  'a bill for some lines is never let go of': {
    breaks: ['payment/failed-releases-bill'],
    till: (sound, { bills }) => {
      const parts = new Set<string>();
      return {
        bill: (payload) => {
          const result = sound.bill(payload);
          if (payload['items'] !== undefined && result['success'] === true) parts.add(`b${bills.size - 1}`);
          return result;
        },
        fail: (payload) => (parts.has(String(payload['posBillId'])) ? undefined : sound.fail(payload)),
      };
    },
  },
  'a failed payment of some lines is one': {
    breaks: ['payment/failed-releases-bill'],
    till: (sound, { bills }) => ({
      fail: (payload) => {
        const bill = bills.get(String(payload['posBillId']));
        const isPart = bill?.table.lines.some((line) => !line.paid && !bill.lines.includes(line)) === true;
        if (isPart && bill?.state === 'open') for (const line of bill.lines) line.paid = true;
        return sound.fail(payload);
      },
    }),
  },
  'a failed payment leaves the table closing': {
    breaks: ['payment/failed-releases-bill'],
    till: (sound, { bills }) => ({
      fail: (payload) => {
        const table = bills.get(String(payload['posBillId']))?.table;
        if (table) table.status = 'CLOSING';
        return sound.fail(payload);
      },
    }),
  },
  'a line that was cancelled is no change for a checkpoint': heedlessOfCancelled(),
  'one id for all bills of a table': {
    breaks: ['bill/result-body'],
    till: (sound, { bills, tables }) => {
      const last = new Map<string, string>();
      const real = (payload: Json) => ({ ...payload, posBillId: last.get(String(payload['posBillId'])) });
      return {
        bill: (payload) => {
          const table = String((payload['orderContext'] as Json)['stationId']);
          // The next bill takes the place of the one before.
          for (const bill of bills.values())
            if (bill.table === tables.get(table) && bill.state === 'open') bill.state = 'free';
          const result = sound.bill(payload);
          if (result['success'] !== true) return result;
          const { posBillId, ...bill } = result['bill'] as Json;
          last.set(`of ${table}`, String(posBillId));
          return { ...result, bill: { ...bill, posBillId: `of ${table}` } };
        },
        pay: (payload) => sound.pay(real(payload)),
        fail: (payload) => sound.fail(real(payload)),
      };
    },
  },
};

test.each(Object.entries(bugs))(
  'a till that is wrong about bills breaks just its requirements: %s',
  async (_, { breaks, ...twist }) => {
    const verdicts = await certify(commandScenarios, twist);
    expect(idsWith(verdicts, 'failed', 'warned')).toEqual(breaks.toSorted());
  },
);

test('a failure that comes again, and lets go of what was prepared since, is told of', async () => {
  /** It knows its payments, and carries out all else that comes again. */
  const carrying: NonNullable<Twist['till']> = (sound) => {
    const paid = new Map<unknown, Json>();
    return {
      pay: (payload) => {
        const { oaPaymentId } = payload['payment'] as Json;
        const result = paid.get(oaPaymentId) ?? sound.pay(payload);
        paid.set(oaPaymentId, result);
        return result;
      },
    };
  };
  const dropping: NonNullable<Twist['till']> = (sound, { bills, ...memory }) => ({
    ...carrying(sound, { bills, ...memory }),
    fail: (payload) => {
      const table = bills.get(String(payload['posBillId']))?.table;
      for (const bill of bills.values()) if (bill.table === table && bill.state === 'open') bill.state = 'free';
      return sound.fail(payload);
    },
  });
  const saying = async (till: NonNullable<Twist['till']>) =>
    idsWith(await certify([billPlan], { repeats: 'applied', till }), 'failed', 'warned');
  const repeatedBills = ['queue/duplicate-same-result', 'queue/idempotency-key'];
  expect(await saying(dropping)).toEqual(['payment/applied-once', ...repeatedBills]);
  expect(await saying(carrying)).toEqual(repeatedBills);
});
