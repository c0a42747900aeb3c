import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith, type Twist } from '#lab/doubles/till/pos-fake';
import type { Json } from '#lab/doubles/till/pos-restaurant';

interface Bug extends Twist {
  /** What it breaks, and nothing else. */
  readonly breaks: readonly string[];
}

const without = (result: Json, ...keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(result).filter(([key]) => !keys.includes(key)));
const contextOf = (payload: Json) => payload['orderContext'] as { readonly type: string; readonly stationId?: string };
const itemsOf = (payload: Json) => payload['items'] as { readonly listingId: string; readonly quantity: number }[];
const reason =
  (when: string, says: string | undefined): NonNullable<Twist['till']> =>
  (sound) => ({ reasonOf: (item) => (sound.reasonOf(item) === when ? says : sound.reasonOf(item)) });
const listings: Readonly<Record<string, Bug>> = {
  'a full sync only of what was not synced yet': {
    breaks: ['listings/full-sync'],
    till: (sound) => {
      let synced: unknown = null;
      return {
        sync: (payload) => {
          const result = sound.sync({ checkpoint: payload['checkpoint'] ?? synced });
          synced = result['checkpoint'];
          return result;
        },
      };
    },
  },
  'an empty menu': {
    breaks: ['listings/full-sync', 'listings/incremental-sync'],
    till: (sound) => ({ sync: (payload) => ({ ...sound.sync(payload), listings: [] }) }),
  },
  'the whole menu every time': {
    breaks: ['listings/nothing-changed', 'listings/incremental-sync'],
    till: (sound) => ({ sync: () => sound.sync({ checkpoint: null }) }),
  },
  'the last listing every time': {
    breaks: ['listings/nothing-changed', 'listings/incremental-sync'],
    till: (sound) => ({
      sync: ({ checkpoint }) => sound.sync({ checkpoint: checkpoint && { t: Number((checkpoint as Json)['t']) - 1 } }),
    }),
  },
  'nothing ever changes': {
    breaks: ['listings/incremental-sync'],
    till: (sound) => ({
      sync: (payload) => (payload['checkpoint'] === null ? sound.sync(payload) : { ...payload, listings: [] }),
    }),
  },
  'a change is told once, whatever the checkpoint': {
    breaks: ['listings/incremental-sync'],
    till: (sound) => {
      let told = 0;
      return {
        sync: (payload) => {
          const result = sound.sync(payload);
          const t = Number((result['checkpoint'] as Json)['t']);
          const again = payload['checkpoint'] !== null && t === told;
          told = t;
          return again ? { ...result, listings: [] } : result;
        },
      };
    },
  },
  'an empty sync has an empty checkpoint': {
    breaks: ['listings/nothing-changed'],
    till: (sound) => ({
      sync: (payload) => {
        const result = sound.sync(payload);
        return (result['listings'] as unknown[]).length === 0 ? { ...result, checkpoint: {} } : result;
      },
    }),
  },
};

const tables: Readonly<Record<string, Bug>> = {
  'always the same table': {
    breaks: ['table/right-table'],
    till: (sound) => ({
      snapshotOf: (table) => ({ ...sound.snapshotOf(table), tableId: 't1' }),
      submit: (payload) => without(sound.submit(payload), 'tableOrderSnapshot'),
    }),
  },
  'every table exists': {
    breaks: ['table/right-table'],
    till: (sound, memory) => ({
      table: ({ tableId }) => {
        const known = sound.table({ tableId });
        if (known['success'] === true || memory.tables.size === 0) return known;
        const made = JSON.stringify(sound.table({ tableId: 't1' })).replaceAll('"t1"', JSON.stringify(tableId));
        return JSON.parse(made) as Json;
      },
    }),
  },
  'updatedAt is now': {
    breaks: ['bill/stale-checkpoint', 'table/updated-at-moves'],
    till: (sound) => ({
      snapshotOf: (table) => ({ ...sound.snapshotOf(table), updatedAt: sound.moment(sound.now()) }),
      bill: ({ checkpoint: _, ...payload }) => sound.bill(payload),
    }),
  },
  'lines are numbered anew with every look': {
    breaks: ['table/updated-at-moves'],
    till: (sound) => {
      let looks = 0;
      return { lineOf: (line) => [++looks, sound.lineOf(line)] };
    },
  },
  'updatedAt stands still': {
    breaks: ['table/updated-at-moves'],
    till: () => ({ changed: () => undefined }),
  },
};

const submissions: Readonly<Record<string, Bug>> = {
  'deliveries are refused': {
    breaks: ['submission/contexts'],
    till: (sound) => ({
      submit: (payload) =>
        contextOf(payload).type === 'DELIVERY'
          ? { success: false, rejectedItems: [{ reasonCode: 'DELISTED' }] }
          : sound.submit(payload),
    }),
  },
  'accepted and forgotten': {
    breaks: ['table/lines-follow-orders'],
    till: (sound, { tables: known }) => ({
      submit: (payload) => {
        const table = known.get(contextOf(payload).stationId ?? '');
        const before = { ...table };
        const result = without(sound.submit(payload), 'tableOrderSnapshot');
        if (table) Object.assign(table, before);
        return result;
      },
    }),
  },
  'sells what is not there': {
    breaks: ['submission/rejection-reasons'],
    till: reason('OUT_OF_STOCK', undefined),
  },
  'sells more than there is': {
    breaks: ['submission/rejection-reasons'],
    till: reason('INSUFFICIENT_STOCK', undefined),
  },
  'sells what is no longer sold': { breaks: ['submission/rejection-reasons'], till: reason('DELISTED', undefined) },
  'says sold out for too many': {
    breaks: ['submission/rejection-reasons'],
    till: reason('INSUFFICIENT_STOCK', 'OUT_OF_STOCK'),
  },
  'says sold out for what is no longer sold': {
    breaks: ['submission/rejection-reasons'],
    till: reason('DELISTED', 'OUT_OF_STOCK'),
  },
  'orders at closed tables': {
    breaks: ['submission/rejection-reasons'],
    till: (sound, { tables: known }) => ({
      submit: (payload) => {
        const closed = known.get(contextOf(payload).stationId ?? '')?.status === 'CLOSED';
        return closed ? { success: true, acceptedItems: [{}] } : sound.submit(payload);
      },
    }),
  },
  'no look at a price that was agreed on': {
    breaks: ['submission/rejection-reasons'],
    world: { assumed: () => ({ 'order-item': { properties: { unitPrice: {} } } }) },
  },
  'orders at closed tables that have no session': {
    breaks: ['submission/rejection-reasons'],
    till: (sound, { tables: known }) => ({
      table: (payload) =>
        known.get(String(payload['tableId']))?.status === 'CLOSED'
          ? { success: false, reasonCode: 'gone', retryable: false }
          : sound.table(payload),
      submit: (payload) => {
        const closed = known.get(contextOf(payload).stationId ?? '')?.status === 'CLOSED';
        return closed ? { success: true, acceptedItems: [{}] } : sound.submit(payload);
      },
    }),
  },
  'nothing listed as accepted': {
    breaks: ['submission/result-body'],
    till: (sound) => ({
      submit: (payload) => {
        const result = sound.submit(payload);
        return result['success'] === true ? { ...result, acceptedItems: [] } : result;
      },
    }),
  },
  'a rejected item listed as accepted': {
    breaks: ['submission/partial-is-failure'],
    till: (sound) => ({
      submit: (payload) => {
        const result = sound.submit(payload);
        const [bad] = itemsOf(payload).filter((item) => sound.reasonOf(item) !== undefined);
        return result['success'] === false && itemsOf(payload).length > 1
          ? { ...result, acceptedItems: itemsOf(payload), rejectedItems: [{ ...bad, reasonCode: 'OUT_OF_STOCK' }] }
          : result;
      },
    }),
  },
  'judged by the first item': {
    breaks: ['submission/partial-is-failure', 'table/lines-follow-orders'],
    till: (sound) => ({
      submit: (payload) => sound.submit({ ...payload, items: (payload['items'] as unknown[]).slice(0, 1) }),
    }),
  },
  'judged by the last item': {
    breaks: ['submission/partial-is-failure', 'table/lines-follow-orders'],
    till: (sound) => ({
      submit: (payload) => sound.submit({ ...payload, items: (payload['items'] as unknown[]).slice(-1) }),
    }),
  },
  'a table with every order': {
    breaks: ['submission/snapshot-and-receipt', 'table/right-table'],
    till: (sound) => ({
      submit: (payload) => ({
        tableOrderSnapshot: sound.table({ tableId: 't1' })['tableOrderSnapshot'],
        ...sound.submit(payload),
      }),
    }),
  },
  'the table from before the order': {
    breaks: ['submission/snapshot-and-receipt'],
    till: (sound) => ({
      submit: (payload) => {
        const before = sound.table({ tableId: contextOf(payload).stationId })['tableOrderSnapshot'];
        const result = sound.submit(payload);
        return result['tableOrderSnapshot'] ? { ...result, tableOrderSnapshot: before } : result;
      },
    }),
  },
};

test.each(Object.entries({ ...listings, ...tables, ...submissions }))(
  'a broken till breaks just its requirements: %s',
  async (_, { breaks, ...twist }) => {
    const verdicts = await certify(commandScenarios, twist);
    expect(idsWith(verdicts, 'failed', 'warned')).toEqual(breaks.toSorted());
  },
);
