import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith, type Twist } from '#lab/doubles/till/pos-fake';
import type { Json, Line, Restaurant } from '#lab/doubles/till/pos-restaurant';

interface Bug extends Twist {
  /** What it breaks, and nothing else. */
  readonly breaks: readonly string[];
}

/** Bills are asked for again as well. */
const repeated = ['payment/applied-once', 'queue/duplicate-same-result', 'queue/idempotency-key'];

const without = (result: Json, ...keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(result).filter(([key]) => !keys.includes(key)));
const bill =
  (change: (result: Json, payload: Json, sound: Restaurant) => Json): NonNullable<Twist['till']> =>
  (sound) => ({ bill: (payload) => change(sound.bill(payload), payload, sound) });

const payments: Readonly<Record<string, Bug>> = {
  'no look at the checkpoint': {
    breaks: ['bill/stale-checkpoint'],
    till: (sound) => ({ bill: (payload) => sound.bill(without(payload, 'checkpoint')) }),
  },
  'every checkpoint is stale': {
    breaks: ['bill/stale-checkpoint'],
    till: bill((result, payload) =>
      payload['checkpoint'] === undefined ||
      result['reasonCode'] === 'NO_OPEN_BILL' ||
      result['reasonCode'] === 'ORDER_CLOSED'
        ? result
        : { success: false, reasonCode: 'ORDER_CHANGED', retryable: true },
    ),
  },
  'a bill of nothing': {
    breaks: ['bill/no-open-bill'],
    till: bill((result) =>
      result['reasonCode'] === 'NO_OPEN_BILL'
        ? { success: true, bill: { posBillId: 'x', totals: {}, preparedAt: '2026-05-01T12:00:00Z' } }
        : result,
    ),
  },
  'a closed bill is busy': {
    breaks: ['bill/no-open-bill'],
    till: bill((result) =>
      result['reasonCode'] === 'ORDER_CLOSED' ? { ...result, reasonCode: 'POS_OFFLINE_OR_BUSY' } : result,
    ),
  },
  'one id for every bill': {
    breaks: ['bill/result-body'],
    till: (sound) => {
      let last: unknown;
      const real = (payload: Json) => (payload['posBillId'] === 'one' ? { ...payload, posBillId: last } : payload);
      return {
        bill: (payload) => {
          const result = sound.bill(payload);
          if (result['success'] !== true) return result;
          const { posBillId, ...bill } = result['bill'] as Json;
          last = posBillId;
          return { ...result, bill: { ...bill, posBillId: 'one' } };
        },
        pay: (payload) => sound.pay(real(payload)),
        fail: (payload) => sound.fail(real(payload)),
      };
    },
  },
  'all of the table for one line': {
    breaks: ['bill/subset'],
    till: (sound) => ({ bill: (payload) => sound.bill(without(payload, 'items')) }),
  },
  'a repeat is paid again': { breaks: repeated, repeats: 'applied', till: forgetful('receipt') },
  'a repeat is booked again under the same receipt': {
    breaks: repeated,
    repeats: 'applied',
    till: forgetful('booking'),
  },
  'a repeat is refused': { breaks: repeated, repeats: 'applied' },
  'no payment is applied': {
    breaks: ['payment/applied-once'],
    till: () => ({ pay: () => ({ success: false, reasonCode: 'no', retryable: false }) }),
  },
  'a result for a failed payment': { breaks: ['payment/failed-has-no-result'], answersFailures: true },
  'a failed payment keeps the bill': {
    breaks: ['payment/failed-releases-bill'],
    till: () => ({ fail: () => undefined }),
  },
  'a failed payment closes its table': {
    breaks: ['payment/failed-releases-bill'],
    till: (sound, { bills }) => ({
      fail(payload) {
        sound.fail(payload);
        const table = bills.get(String(payload['posBillId']))?.table;
        if (table) table.status = 'CLOSED';
      },
    }),
  },
  'every bill is known': {
    breaks: ['payment/unknown-bill'],
    till: (sound, { bills }) => ({
      pay: (payload) =>
        bills.has(String(payload['posBillId']))
          ? sound.pay(payload)
          : { success: true, receipt: { receiptNumber: '1', issuedAt: '2026-05-01T12:00:00Z' } },
    }),
  },
  'invoices are refused': {
    breaks: ['payment/applied-once'],
    till: (sound) => ({
      pay: (payload) =>
        payload['billingDetails'] === undefined
          ? sound.pay(payload)
          : { success: false, reasonCode: 'no invoices', retryable: false },
    }),
  },
  'what was paid can be paid again': {
    breaks: ['bill/unpaid-lines'],
    till: (sound, { bills }) => ({
      pay: (payload) => {
        const result = sound.pay(payload);
        for (const line of bills.get(String(payload['posBillId']))?.lines ?? []) line.paid = false;
        return result;
      },
    }),
  },
  'prepaid orders are billed': {
    breaks: ['bill/unpaid-lines'],
    till: (sound, { tables }) => ({
      submit: (payload) => {
        const result = sound.submit(payload);
        for (const line of tables.get('e1')?.lines ?? []) line.paid = false;
        return result;
      },
    }),
  },
  'payments nobody sees': {
    breaks: ['payment/visible-in-table'],
    till: (sound) => ({ snapshotOf: (table) => ({ ...sound.snapshotOf(table), payments: [] }) }),
  },
};

function forgetful(what: 'receipt' | 'booking'): NonNullable<Twist['till']> {
  return (sound, { bills }) => {
    let first: Json | undefined;
    return {
      pay: (payload) => {
        const known = bills.get(String(payload['posBillId']));
        const isAgain = known?.state === 'paid';
        if (isAgain) known.state = 'open';
        const lines: readonly Line[] = known?.lines ?? [];
        for (const line of lines) line.paid = false;
        const result = sound.pay(payload);
        if (what === 'receipt' && isAgain) known.table.payments.pop();
        first ??= result['success'] === true ? result : undefined;
        return what === 'booking' && known ? (first ?? result) : result;
      },
    };
  };
}

function tipsLater(): Bug {
  let put = false;
  return {
    breaks: ['tips/same-id-as-bill'],
    tipId: (id) => {
      put = true;
      return id.toUpperCase();
    },
    till: bill((result) => (put ? result : without(result, 'tipRecipientId'))),
  };
}

const events: Readonly<Record<string, Bug>> = {
  'openings only': {
    breaks: ['events/change-is-pushed'],
    event: (event) => (event.body['open'] === false ? undefined : event),
  },
  'no pauses': {
    breaks: ['events/change-is-pushed'],
    event: (event) => (JSON.stringify(event.body).includes('PAUSED') ? undefined : event),
  },
  'no listings': {
    breaks: ['events/change-is-pushed'],
    event: (event) => (event.messageKind === 'ProductListingsUpdated' ? undefined : event),
  },
  'every change of a table is an addition': {
    breaks: ['events/change-is-pushed'],
    event: (event) =>
      event.body['changeType'] === undefined
        ? event
        : { ...event, body: { ...event.body, changeType: 'POS_LINE_ADDED' } },
  },
  'the whole menu pushed': {
    breaks: ['events/listings-updated'],
    event: (event) =>
      event.messageKind === 'ProductListingsUpdated'
        ? { ...event, body: { listings: ['soup', 'fish', 'none', 'rare', 'old'] } }
        : event,
  },
  'says that order types changed, and lists none': {
    breaks: ['events/change-is-pushed'],
    event: (event) => (event.body['changes'] === undefined ? event : { ...event, body: { changes: [] } }),
  },
  'says with the pause of one order type that all are paused': {
    breaks: ['events/order-type-availability'],
    event: (event) => {
      const [change] = (event.body['changes'] ?? []) as Json[];
      if (change?.['state'] !== 'PAUSED') return event;
      const all = ['STATION', 'PICKUP', 'DELIVERY'].map((orderType) => ({ ...change, orderType }));
      return { ...event, body: { changes: all } };
    },
  },
  'one identifier for all': { breaks: ['events/unique-message-id'], event: (event) => ({ ...event, messageId: 'x' }) },
  'a repeat is a new event': {
    breaks: ['events/unique-message-id'],
    event: (event, attempt) => ({ ...event, messageId: `${event.messageId} ${attempt}` }),
  },
  'tips for another id, named on bills only once somebody was put': tipsLater(),
  'tips for another id': { breaks: ['tips/same-id-as-bill'], tipId: (id) => id.toUpperCase() },
};

test.each(Object.entries({ ...payments, ...events }))(
  'a broken till breaks just its requirements: %s',
  async (_, { breaks, ...twist }) => {
    const verdicts = await certify(commandScenarios, twist);
    expect(idsWith(verdicts, 'failed', 'warned')).toEqual(breaks.toSorted());
  },
);
