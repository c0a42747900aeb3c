/**
 * A till as plain functions, for the tests of the scenarios: each answers one command, and a test replaces one of them by
 * a wrong or an unusual one. Its shapes are those of nobody's specification.
 */
export interface Restaurant {
  now: () => number;
  moment: (epochMs: number) => string;
  lineOf: (line: Line) => unknown;
  snapshotOf: (table: Table) => Json;
  sync: (payload: Json) => Json;
  table: (payload: Json) => Json;
  reasonOf: (wanted: Wanted) => string | undefined;
  submit: (payload: Json) => Json;
  bill: (payload: Json) => Json;
  pay: (payload: Json) => Json;
  fail: (payload: Json) => unknown;
  changed: (table: Table) => void;
}

export type Json = Record<string, unknown>;
export interface Line {
  readonly key: number;
  readonly sku: string;
  readonly count: number;
  paid: boolean;
}
export interface Table {
  readonly id: string;
  status: string;
  lines: Line[];
  readonly payments: unknown[];
  updatedAt: number;
}
interface Wanted {
  readonly listingId: string;
  readonly quantity: number;
}
interface Dish {
  readonly sku: string;
  cents: number;
  readonly left: number;
  readonly gone: boolean;
  changedAt: number;
}

export interface Memory {
  readonly tables: Map<string, Table>;
  readonly dishes: Map<string, Dish>;
  readonly bills: Map<
    string,
    { readonly table: Table; readonly lines: readonly Line[]; state: 'open' | 'paid' | 'free' }
  >;
  receipts: number;
  keys: number;
}

const opened = Date.UTC(2026, 4, 1, 12);

export const fixtures = {
  tables: {
    open: ['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8', 't9', 't10', 't11', 't12'],
    empty: ['e1'],
    closed: ['c1'],
    closing: ['x1'],
  },
  kiosks: ['k1'],
  listings: { inStock: ['soup', 'fish'], outOfStock: ['none'], limited: [{ id: 'rare', max: 2 }], delisted: ['old'] },
};

export const createMemory = (): Memory => {
  const dish = (sku: string, index: number, left = 999): Dish => ({
    sku,
    cents: 500 + index * 100,
    left,
    gone: sku === 'old',
    changedAt: opened + index,
  });
  const names = { ...fixtures.listings, limited: fixtures.listings.limited.map(({ id }) => id) };
  const dishes = Object.entries(names).flatMap(([kind, skus]) =>
    skus.map((sku, index) => dish(sku, index, kind === 'outOfStock' ? 0 : kind === 'limited' ? 2 : 999)),
  );
  const status = { open: 'OPEN', empty: 'OPEN', closed: 'CLOSED', closing: 'CLOSING' } as const;
  const tables = Object.entries(fixtures.tables).flatMap(([kind, ids]) =>
    ids.map((id): Table => {
      const lines = kind === 'empty' ? [] : [{ key: 0, sku: 'soup', count: 1, paid: kind === 'closed' }];
      return { id, status: status[kind as keyof typeof status], lines, payments: [], updatedAt: opened };
    }),
  );
  return {
    tables: new Map(tables.map((table) => [table.id, table])),
    dishes: new Map(dishes.map((one) => [one.sku, one])),
    bills: new Map(),
    receipts: 0,
    keys: 0,
  };
};

const idOf = (payload: Json): string => String((payload['orderContext'] as Json)['stationId']);
const isTable = (payload: Json): boolean => (payload['orderContext'] as Json)['stationKind'] === 'TABLE';

export const createRestaurant = (memory: Memory, now: () => number): Restaurant => {
  const { tables, dishes, bills } = memory;
  const cents = (lines: readonly Line[]) =>
    lines.reduce((sum, { sku, count }) => sum + count * (dishes.get(sku)?.cents ?? 0), 0);
  const receipt = () => {
    memory.receipts += 1;
    return { receiptNumber: `no ${memory.receipts}`, issuedAt: till.moment(till.now()) };
  };
  const till: Restaurant = {
    now,
    moment: (epochMs) => new Date(epochMs).toISOString(),
    lineOf: ({ key, sku, count }) => ({ id: key, what: [sku, count] }),
    snapshotOf: (table) => ({
      tableId: table.id,
      status: table.status,
      lines: table.lines.map(till.lineOf),
      totals: { due: { value: cents(table.lines.filter(({ paid }) => !paid)), currency: 'EUR' } },
      payments: [...table.payments],
      updatedAt: till.moment(table.updatedAt),
    }),
    changed: (table) => {
      table.updatedAt = Math.max(till.now(), table.updatedAt + 1);
    },
    sync: ({ checkpoint }) => {
      const since = (checkpoint as Json | null)?.['t'];
      const all = [...dishes.values()].toSorted((a, b) => a.changedAt - b.changedAt);
      const listed = all.filter(({ changedAt }) => typeof since !== 'number' || changedAt > since);
      return {
        checkpoint: { t: Math.max(...all.map(({ changedAt }) => changedAt)) },
        listings: listed.map((one) => ({ what: { [one.sku]: { price: { value: one.cents, currency: 'EUR' } } } })),
      };
    },
    table: ({ tableId }) => {
      const table = tables.get(String(tableId));
      if (!table) return { success: false, reasonCode: 'nix', retryable: false };
      const session = {
        locationId: 'l',
        tableId: table.id,
        tableNumber: '1',
        status: table.status,
        openedAt: till.moment(opened),
      };
      return { success: true, tableSessionContext: session, tableOrderSnapshot: till.snapshotOf(table) };
    },
    reasonOf: ({ listingId, quantity }) => {
      const dish = dishes.get(listingId);
      if (!dish || dish.gone) return 'DELISTED';
      return dish.left === 0 ? 'OUT_OF_STOCK' : dish.left < quantity ? 'INSUFFICIENT_STOCK' : undefined;
    },
    submit: (payload) => {
      const wanted = payload['items'] as readonly Wanted[];
      const table = isTable(payload) ? tables.get(idOf(payload)) : undefined;
      const closed = table !== undefined && table.status !== 'OPEN';
      const rejectedItems = wanted.flatMap((item, index) => {
        // Items of one listing share what there is of it.
        const alike = wanted.slice(0, index + 1).filter(({ listingId }) => listingId === item.listingId);
        const quantity = alike.reduce((sum, one) => sum + one.quantity, 0);
        const reasonCode = closed ? 'ORDER_CLOSED' : till.reasonOf({ ...item, quantity });
        return reasonCode === undefined ? [] : [{ reasonCode }];
      });
      if (rejectedItems.length > 0) return { success: false, rejectedItems };
      const paid = payload['payment'] !== undefined;
      if (table) {
        const added = wanted.map(({ listingId, quantity }) => ({
          key: ++memory.keys,
          sku: listingId,
          count: quantity,
          paid,
        }));
        table.lines = [...table.lines, ...added];
        till.changed(table);
      }
      return {
        success: true,
        acceptedItems: wanted.map(() => null),
        ...(table && { tableOrderSnapshot: till.snapshotOf(table) }),
        ...(paid && { receipt: receipt() }),
      };
    },
    bill: (payload) => {
      const refused = (reasonCode: string) => ({ success: false, reasonCode, retryable: true });
      const table = tables.get(idOf(payload));
      if (!table) return refused('NO_OPEN_BILL');
      if (table.status !== 'OPEN') return refused('ORDER_CLOSED');
      const { checkpoint, items } = payload;
      if (checkpoint !== undefined && checkpoint !== till.moment(table.updatedAt)) return refused('ORDER_CHANGED');
      const keys = (items as readonly Json[] | undefined)?.map(({ lineId }) => String(lineId));
      const lines = table.lines.filter(({ paid, key }) => !paid && (keys?.includes(String(key)) ?? true));
      if (lines.length === 0) return refused('NO_OPEN_BILL');
      const held = [...bills.values()].some((one) => one.table === table && one.state === 'open');
      if (held) return refused('PAYMENT_NOT_ALLOWED');
      const posBillId = `b${bills.size}`;
      bills.set(posBillId, { table, lines, state: 'open' });
      const totals = { due: { value: cents(lines), currency: 'EUR' } };
      return {
        success: true,
        bill: { posBillId, totals, preparedAt: till.moment(till.now()) },
        tipRecipientId: 'anna',
      };
    },
    pay: ({ posBillId, payment }) => {
      const bill = bills.get(String(posBillId));
      if (bill?.state !== 'open') return { success: false, reasonCode: 'nix', retryable: false };
      const { value } = (payment as { readonly amount: { readonly value: number } }).amount;
      if (value !== cents(bill.lines)) return { success: false, reasonCode: 'amount', retryable: false };
      bill.state = 'paid';
      for (const line of bill.lines) line.paid = true;
      bill.table.payments.push([value]);
      till.changed(bill.table);
      return { success: true, receipt: receipt() };
    },
    fail: ({ posBillId }) => {
      const bill = bills.get(String(posBillId));
      if (bill?.state === 'open') bill.state = 'free';
      return undefined;
    },
  };
  return till;
};
