import { expect, test } from 'vitest';
import { createManualClock } from '#mocks/time';
import type { CatalogueProduct, Config } from '#schemas';
import { createReferenceMerchant, merchantVariants } from '../../../merchant/index.ts';
import { createMerchantCalls } from '../calls/merchant-calls.ts';
import { type CatalogueSync, createCatalogueSync, scheduleSync, type SyncReport } from './index.ts';

const product = (id: string, status: CatalogueProduct['status'] = 'ACTIVE'): CatalogueProduct => ({
  id,
  updatedAt: '2026-06-01T10:00:00.000Z',
  name: id,
  status,
  variants: [{ id, unitPrice: 1, stock: { isAvailable: true } }],
});

/** Pages by the checkpoint they answer to; a full synchronisation starts at `start`. */
type Pages = Readonly<Record<string, readonly [ids: readonly string[], next?: string]>>;

const open = (pages: Pages, options: { readonly maxPages?: number } = {}) => {
  const clock = createManualClock(0);
  const reports: SyncReport[] = [];
  const asked: (string | undefined)[] = [];
  let current = pages;
  let down = false;
  const sync = createCatalogueSync({
    clock,
    ...options,
    observe: (report) => reports.push(report),
    merchant: {
      catalogue: async ({ checkpoint }) => {
        asked.push(checkpoint);
        if (down) return { kind: 'refused', status: 503, reason: 'down' };
        const [ids, nextCheckpoint] = current[checkpoint ?? 'start'] ?? [[]];
        const products = ids.map((id) => product(id));
        return {
          kind: 'answered',
          body: { currency: 'PLN', products, ...(nextCheckpoint !== undefined && { nextCheckpoint }) },
        };
      },
    },
  });
  return {
    clock,
    sync,
    reports,
    asked,
    show: (next: Pages) => {
      current = next;
    },
    fail: (fails: boolean) => {
      down = fails;
    },
  };
};

const idle = async () => {
  for (let round = 0; round < 20; round += 1) await new Promise(setImmediate);
};
const activeIds = (sync: CatalogueSync) =>
  [...sync.store.products().values()].filter(({ status }) => status === 'ACTIVE').map(({ id }) => id);

test('the first synchronisation is full, and the next one starts where it ended', async () => {
  const { sync, asked } = open({ start: [['a', 'b'], 'B'], B: [['c'], 'C'], C: [[], 'Z'] });
  expect(await sync.syncNow()).toMatchObject({ kind: 'full', pages: 3, products: 3, checkpoint: 'C' });
  expect(await sync.syncNow()).toMatchObject({ kind: 'incremental', pages: 1, products: 0, checkpoint: 'C' });
  expect(asked).toEqual([undefined, 'B', 'C', 'C']);
});

test('an empty catalogue has no checkpoint, so the next synchronisation is full again', async () => {
  const { sync, show } = open({});
  expect(await sync.syncNow()).toMatchObject({ kind: 'full', pages: 1 });
  show({ start: [['a'], 'A'] });
  expect(await sync.syncNow()).toMatchObject({ kind: 'full', checkpoint: 'A' });
});

test('a walk that breaks off keeps its products but neither moves the checkpoint nor delists', async () => {
  const { sync, show, asked } = open({ start: [['a', 'b'], 'B'] });
  await sync.syncNow();
  show({ start: [['a'], 'A'], A: [['c']], B: [['d'], 'D'], D: [['e']] });
  expect(await sync.syncNow()).toMatchObject({
    checkpoint: 'B',
    failure: expect.stringContaining('no nextCheckpoint'),
  });
  expect(await sync.fullRefresh()).toMatchObject({ checkpoint: 'B', delisted: [], failure: expect.any(String) });
  expect(activeIds(sync)).toEqual(['a', 'b', 'd']);
  show({ start: [['a'], 'A'] });
  expect(await sync.syncNow()).toMatchObject({ kind: 'full', delisted: ['b', 'd'] });
  expect(asked.slice(-2)).toEqual([undefined, 'A']);
});

test('walks that would never end are left', async () => {
  const circle = open({ start: [['a'], 'A'], A: [['b'], 'B'], B: [['a'], 'A'] });
  expect((await circle.sync.syncNow()).failure).toContain('would never end');
  const pages = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n}`, [['a'], `${n + 1}`] as const]));
  const endless = open({ start: [['a'], '0'], ...pages }, { maxPages: 20 });
  expect((await endless.sync.syncNow()).failure).toBe('no empty page among the first 20');
});

test('a page that does not come in time fails the synchronisation', async () => {
  const clock = createManualClock(0);
  const sync = createCatalogueSync({ clock, merchant: { catalogue: () => new Promise(() => {}) } });
  const syncing = sync.syncNow();
  await idle();
  clock.advance(30_000);
  expect((await syncing).failure).toContain('no answer within 30 s');
  const stopped = sync.syncNow();
  await idle();
  sync.close();
  expect((await stopped).failure).toContain('stopped');
});

test('cycles come at their time, a failed one is made up for by the next, and a full refresh now and then', async () => {
  const { clock, sync, reports, fail } = open({ start: [['a'], 'A'] });
  const stop = scheduleSync(sync, clock, { everyMs: 100, fullEveryMs: 250 });
  await idle();
  fail(true);
  clock.advance(100);
  await idle();
  expect(reports).toMatchObject([{ kind: 'full' }, { kind: 'incremental', failure: expect.stringContaining('503') }]);
  clock.advance(99);
  await idle();
  expect(reports).toHaveLength(2);
  fail(false);
  clock.advance(1);
  await idle();
  expect(reports[2]).toMatchObject({ kind: 'incremental', startedAt: 200 });
  expect(reports[2]).not.toHaveProperty('failure');
  clock.advance(100);
  await idle();
  expect(reports[3]).toMatchObject({ kind: 'full', startedAt: 300 });
  stop();
  clock.advance(1000);
  await idle();
  expect(reports).toHaveLength(4);
});

const act = async (
  shop: { fetch(request: Request): Promise<Response> },
  config: Config,
  name: 'changeProduct' | 'removeProduct',
  productId: string,
) => {
  const { method, url = '', body } = config.triggers?.[name]?.http ?? {};
  const text = JSON.stringify(body)?.replace('{{productId}}', productId);
  const address = url.replace('{{productId}}', encodeURIComponent(productId));
  const answer = await shop.fetch(new Request(address, { method: method ?? 'POST', ...(text && { body: text }) }));
  expect(answer.ok).toBe(true);
};

test.each(merchantVariants)('the catalogue of %s is kept in step', async (variant) => {
  const clock = createManualClock(Date.UTC(2026, 5, 1));
  const shop = createReferenceMerchant({ variant, clock });
  const config = shop.configuration('http://shop.example');
  const merchant = createMerchantCalls({
    endpoints: config.merchant ?? {},
    headers: config.merchant?.headers ?? {},
    send: shop.fetch,
  });
  const fresh = async () => {
    const sync = createCatalogueSync({ clock, merchant, limit: 7 });
    expect(await sync.syncNow()).not.toHaveProperty('failure');
    return sync;
  };
  const sync = await fresh();
  const [changed = '', removed = ''] = activeIds(sync);
  clock.advance(1000);
  await act(shop, config, 'changeProduct', changed);
  expect(await sync.syncNow()).toMatchObject({ kind: 'incremental', products: 1 });
  await act(shop, config, 'removeProduct', removed);
  await sync.fullRefresh();
  expect(activeIds(sync).toSorted()).toEqual(activeIds(await fresh()).toSorted());
  expect(activeIds(sync)).not.toContain(removed);
});
