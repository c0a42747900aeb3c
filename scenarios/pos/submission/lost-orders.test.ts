import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith, type Twist } from '#lab/doubles/till/pos-fake';
import type { Json, Restaurant } from '#lab/doubles/till/pos-restaurant';

interface Bug extends Twist {
  /** What it breaks, and nothing else. */
  readonly breaks: readonly string[];
}

const stationOf = (payload: Json): string => (payload['orderContext'] as { stationId?: string }).stationId ?? '';

const answering = (sound: Restaurant, change: (result: Json, payload: Json) => Json): Partial<Restaurant> => ({
  submit: (payload) => change(sound.submit(payload), payload),
});
const taken: Json = { success: true, acceptedItems: [{}] };

const bugs: Readonly<Record<string, Bug>> = {
  'what is ordered after a rejection is lost': {
    breaks: ['table/lines-follow-orders'],
    till: (sound, { tables }) => {
      const rejected = new Set<string>();
      return {
        submit: (payload) => {
          const table = tables.get(stationOf(payload));
          const lines = table?.lines ?? [];
          const { tableOrderSnapshot: _, ...result } = sound.submit(payload);
          if (result['success'] !== true) rejected.add(stationOf(payload));
          else if (table && rejected.delete(table.id)) table.lines = lines;
          return result;
        },
      };
    },
  },
  'what is ordered in three pieces comes onto another table': {
    breaks: ['table/lines-follow-orders'],
    till: (sound, { tables }) => ({
      submit: (payload) => {
        const table = tables.get(stationOf(payload));
        const lines = table?.lines ?? [];
        const { tableOrderSnapshot: _, ...result } = sound.submit(payload);
        const isMany = (payload['items'] as { readonly quantity: number }[]).some(({ quantity }) => quantity > 2);
        if (table && isMany) table.lines = lines;
        return result;
      },
    }),
  },
  'a part is listed as accepted, and not taken': {
    breaks: ['table/lines-follow-orders'],
    till: (sound) =>
      answering(sound, (result, { items }) => {
        const isPart = (items as Json[]).length > ((result['rejectedItems'] ?? items) as Json[]).length;
        return isPart ? { ...result, acceptedItems: [{}] } : result;
      }),
  },
  'what is paid is taken at a closed table': {
    breaks: ['submission/rejection-reasons'],
    till: (sound) =>
      answering(sound, (result, payload) =>
        stationOf(payload) === 'c1' && payload['payment'] !== undefined ? taken : result,
      ),
  },
  'the result of an order has the updatedAt of before it': {
    breaks: ['table/updated-at-moves'],
    till: (sound) => {
      const shown = new Map<string, unknown>();
      return {
        table: (payload) => {
          const result = sound.table(payload);
          shown.set(String(payload['tableId']), Object(result['tableOrderSnapshot']).updatedAt);
          return result;
        },
        submit: (payload) => {
          const { tableOrderSnapshot, ...result } = sound.submit(payload);
          const updatedAt = shown.get(stationOf(payload));
          if (tableOrderSnapshot === undefined || updatedAt === undefined)
            return { ...result, ...(tableOrderSnapshot !== undefined && { tableOrderSnapshot }) };
          return { ...result, tableOrderSnapshot: { ...Object(tableOrderSnapshot), updatedAt } };
        },
      };
    },
  },
  'an order that is paid at once pays for its table': {
    breaks: ['bill/unpaid-lines'],
    till: (sound, { tables }) =>
      answering(sound, (result, payload) => {
        const lines = tables.get(stationOf(payload))?.lines ?? [];
        if (payload['payment'] !== undefined) for (const line of lines) line.paid = true;
        return result;
      }),
  },
  'once an order was paid at once all of its table are free': {
    breaks: ['bill/unpaid-lines'],
    till: (sound, { tables }) => {
      const prepaid = new Set<string>();
      return answering(sound, (result, payload) => {
        const [line] = tables.get(stationOf(payload))?.lines.slice(-1) ?? [];
        if (payload['payment'] !== undefined) prepaid.add(stationOf(payload));
        else if (line && prepaid.has(stationOf(payload))) line.paid = true;
        return result;
      });
    },
  },
  'a payment is booked with its order, and again with a repeat of it': {
    breaks: ['payment/applied-once', 'queue/duplicate-same-result', 'queue/idempotency-key'],
    repeats: 'applied',
    till: (sound, { tables }) => {
      const known = new Map<string, Json>();
      return {
        submit: (payload) => {
          const key = JSON.stringify(payload);
          if (payload['payment'] !== undefined) tables.get(stationOf(payload))?.payments.push([1]);
          const result = known.get(key) ?? sound.submit(payload);
          if (payload['payment'] !== undefined) known.set(key, result);
          return result;
        },
      };
    },
  },
  'orders are taken where a waiter has closed the table': {
    breaks: ['submission/rejection-reasons'],
    till: (sound, { tables }) =>
      answering(sound, (result, payload) =>
        stationOf(payload).startsWith('t') && tables.get(stationOf(payload))?.status === 'CLOSED' ? taken : result,
      ),
  },
};

test.each(Object.entries(bugs))(
  'a till that loses orders breaks just its requirements: %s',
  async (_, { breaks, ...twist }) => {
    const verdicts = await certify(commandScenarios, twist);
    expect(idsWith(verdicts, 'failed', 'warned')).toEqual(breaks.toSorted());
  },
);
