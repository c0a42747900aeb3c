import { expect, test } from 'vitest';
import { certify, type Twist } from '#lab/doubles/till/pos-fake';
import type { Json, Line, Restaurant } from '#lab/doubles/till/pos-restaurant';
import { submissionPlan } from './occasions.ts';

/** What is said of a till where it does not hold. */
const said = async (twist: Twist): Promise<readonly string[]> => {
  const verdicts = await certify([submissionPlan], {
    repeats: 'answered',
    ...twist,
  });
  return [...verdicts].flatMap(([id, outcomes]) =>
    outcomes.flatMap((outcome) =>
      outcome.status === 'failed' || outcome.status === 'warned' ? [`${outcome.status} ${id}: ${outcome.message}`] : [],
    ),
  );
};

interface Order {
  readonly kind: string;
  readonly note: string | undefined;
  readonly isPaid: boolean;
  readonly items: readonly { readonly listingId: string; readonly quantity: number; readonly unitPrice?: unknown }[];
}

const orderIn = ({ orderContext, items, payment }: Json): Order => {
  const { type, stationKind, customerNote } = orderContext as Readonly<Record<string, string>>;
  return {
    kind: stationKind ?? type ?? '',
    note: customerNote,
    isPaid: payment !== undefined,
    items: items as Order['items'],
  };
};

const whereOrdered = (when: (order: Order) => boolean, does: (result: Json, payload: Json) => Json): Twist => ({
  till: (sound: Restaurant) => ({
    submit: (payload) => {
      const result = sound.submit(payload);
      return when(orderIn(payload)) ? does(result, payload) : result;
    },
  }),
});
const rejecting = (when: (order: Order) => boolean, reasonCode = 'DELISTED') =>
  whereOrdered(when, () => ({ success: false, rejectedItems: [{ reasonCode }] }));
const priced =
  'warned submission/contexts: An order with the unitPrice of the menu was rejected, unlike the same without a unitPrice. Only a warning, since which amount of a listing is its price is a guess.';
const taking = (when: (order: Order) => boolean) =>
  whereOrdered(when, (_, { items }) => ({ success: true, acceptedItems: items }));

test('nothing is wrong with a till that takes orders as they are', async () => {
  expect(await said({})).toEqual([]);
});

/** What somebody orders comes onto the table as somebody else has it. */
const onTable = (when: (order: Order) => boolean, keeps: (added: readonly Line[]) => readonly Line[]): Twist => ({
  till: (sound, { tables }) => ({
    submit: (payload) => {
      const { stationId } = payload['orderContext'] as { readonly stationId?: string };
      const table = tables.get(stationId ?? '');
      const before = table?.lines ?? [];
      const result = sound.submit(payload);
      if (table && when(orderIn(payload))) table.lines = [...before, ...keeps(table.lines.slice(before.length))];
      return result;
    },
  }),
});

const firstListed: Twist = {
  till: (sound) => ({
    submit: (payload) => {
      const result = sound.submit(payload);
      const { items } = orderIn(payload);
      return result['success'] === true ? { ...result, acceptedItems: items.slice(0, 1) } : result;
    },
  }),
};

interface Bug {
  readonly twist: Twist;
  readonly says: readonly string[];
}

const bugs: Readonly<Record<string, Bug>> = {
  'only the first item listed as accepted': {
    twist: firstListed,
    says: [
      'failed submission/result-body: An order of 2 items was accepted, and acceptedItems does not name all of them; list every accepted item.',
    ],
  },
  'no letters outside ASCII': {
    twist: rejecting(({ note = '' }) => /[^\0-\x7f]/u.test(note)),
    says: [
      'failed submission/texts: An order with letters outside ASCII was rejected, unlike the same without a customerNote.',
      'failed submission/texts: An order with characters beyond the basic plane was rejected, unlike the same without a customerNote.',
    ],
  },
  'no line breaks': {
    twist: rejecting(({ note = '' }) => note.includes('\n')),
    says: [
      'failed submission/texts: An order with quotes, a backslash, < and &, and line breaks was rejected, unlike the same without a customerNote.',
    ],
  },
  'a limit of notes, of which none is stated': {
    twist: rejecting(({ note = '' }) => note.length > 255),
    says: [
      'warned submission/texts: An order with a long customerNote in another script was rejected, unlike the same without a customerNote. Only a warning, since how long such a text may be, and how short, is not stated.',
    ],
  },
  'no note at all': {
    twist: rejecting(({ kind, note = '' }) => kind !== 'PICKUP' && note !== ''),
    says: [
      'failed submission/texts: An order with a customerNote was rejected, unlike the same without a customerNote.',
    ],
  },
  'nothing to pick up later without a note': {
    twist: rejecting(({ kind, isPaid, note }) => kind === 'PICKUP' && !isPaid && note === undefined),
    says: ['failed submission/contexts: An order to pick up was rejected, unlike the same at a table.'],
  },
  'what cannot be had is taken for a delivery that is paid': {
    twist: taking(({ kind, isPaid, items }) => kind === 'DELIVERY' && isPaid && items.length === 1),
    says: [
      'failed submission/rejection-reasons: An order to deliver, that is prepaid, of more of a listing than there is was accepted, unlike the same at a table, to be paid later.',
      'failed submission/rejection-reasons: An order to deliver, that is prepaid, of an item that cannot be had was accepted, unlike the same at a table, to be paid later.',
    ],
  },
  'what has the price of the menu rejected': {
    twist: rejecting(({ items: [one] }) => one?.unitPrice !== undefined, 'PRICE_CHANGED'),
    says: [priced],
  },
  'what has the price of the menu rejected at tables alone': {
    twist: rejecting(({ kind, items: [one] }) => kind === 'TABLE' && one?.unitPrice !== undefined, 'PRICE_CHANGED'),
    says: [
      priced,
      ...['at a kiosk', 'to deliver', 'to pick up'].map(
        (place) =>
          `warned submission/rejection-reasons: An order ${place}, of an item at another unitPrice than that of the menu was accepted, unlike the same at a table. Only a warning, since whether an item carries a price is not finalised, and one that was paid may be honoured.`,
      ),
    ],
  },
  'more than there is is taken at a kiosk': {
    twist: taking(({ kind, items }) => kind === 'KIOSK' && (items[0]?.quantity ?? 0) > 1),
    says: [
      'failed submission/rejection-reasons: An order at a kiosk, of more of a listing than there is was accepted, unlike the same at a table.',
    ],
  },
  'one of two items of a listing that are paid': {
    twist: onTable(
      ({ isPaid, items: [one, other] }) => isPaid && one?.listingId === other?.listingId,
      (lines) => lines.slice(1),
    ),
    says: [
      'failed table/lines-follow-orders: An order that is prepaid, of two items of one listing is not all on its table, unlike the same to be paid later.',
    ],
  },
  'a paid order with a note twice': {
    twist: onTable(
      ({ isPaid, note = '' }) => isPaid && note !== '',
      (lines) => [...lines, ...lines],
    ),
    says: [
      'failed table/lines-follow-orders: An order that is prepaid, with a customerNote came onto its table more than once, unlike the same to be paid later, without a customerNote.',
    ],
  },
};

test.each(Object.entries(bugs))('%s', async (_, { twist, says }) => {
  const all = await said(twist);
  expect([...new Set(all)].toSorted()).toEqual(says.toSorted());
});

/** Takes an order for another by something they have in common, and answers it with the result of that. */
const takenForAnother = (common: (payload: Json) => string): Twist => ({
  till: (sound) => {
    const known = new Map<string, Json>();
    return {
      submit: (payload) => {
        const result = known.get(common(payload)) ?? sound.submit(payload);
        known.set(common(payload), result);
        return result;
      },
    };
  },
});

test('a till that recognises an order by its contents is told of', async () => {
  expect(await said(takenForAnother((payload) => JSON.stringify(payload)))).toEqual([
    expect.stringContaining('failed queue/unlike-orders-apply'),
  ]);
});
