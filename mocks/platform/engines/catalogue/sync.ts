import type { Clock } from '#mocks/time';
import type { CataloguePage, SyncReport, CatalogueProduct } from '#schemas';
import { keptMap, type StateStore, volatileStore } from '../../persistence/index.ts';
import { type CallAnswer, describe } from '../calls/call-answer.ts';
import type { MerchantCalls } from '../calls/merchant-calls.ts';

export interface CatalogueSyncOptions {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly merchant: Pick<MerchantCalls, 'catalogue'>;
  readonly store?: ProductStore;
  /** Products per page; default 100 (assume/catalogue-limit-maximum). */
  readonly limit?: number;
  /** Default 100 000: ten million products at 100 a page. */
  readonly maxPages?: number;
  /** How long a page may take; not shown in the specification, 30 s by default. */
  readonly pageLimitMs?: number;
  readonly observe?: (report: SyncReport) => void;
}

/** Keeps the platform's view of one merchant's catalogue. One synchronisation at a time; others wait for it. */
export type CatalogueSync = ReturnType<typeof createCatalogueSync>;

export const createCatalogueSync = (options: CatalogueSyncOptions) => {
  const { clock, merchant, limit = 100, maxPages = 100_000, pageLimitMs = 30_000 } = options;
  const store = options.store ?? openProductStore(volatileStore, '');
  const closing = new AbortController();
  let fullOwed = false;
  let last: Promise<unknown> = Promise.resolve();

  const ask: AskPage = (query) =>
    within(pageLimitMs, clock, closing.signal, (signal) => merchant.catalogue(query, signal));

  const sync = async (kind: SyncReport['kind']): Promise<SyncReport> => {
    const startedAt = clock.now();
    const refresh = startFullRefresh();
    const end = await walkCatalogue({
      ask,
      from: kind === 'full' ? undefined : store.checkpoint(),
      limit,
      maxPages,
      // A product is true by itself, so pages count as they come, even if the walk then fails: memory stays flat, and the
      // next cycle walks over them again. What is true of a whole walk only, the checkpoint and what was absent, waits.
      take: (products) => {
        store.put(products);
        refresh.saw(products.map(({ id }) => id));
      },
    });
    const done = end.failure === undefined;
    if (kind === 'full') fullOwed = !done;
    if (done && end.lastCheckpoint !== undefined) store.setCheckpoint(end.lastCheckpoint);
    const checkpoint = store.checkpoint();
    const report: SyncReport = {
      kind,
      startedAt,
      finishedAt: clock.now(),
      pages: end.pages,
      products: end.products,
      delisted: done && kind === 'full' ? refresh.finish(store) : [],
      ...(checkpoint !== undefined && { checkpoint }),
      ...(!done && { failure: end.failure }),
    };
    options.observe?.(report);
    return report;
  };

  const inTurn = (kind: () => SyncReport['kind']): Promise<SyncReport> => {
    const next = last.then(() => sync(kind()));
    last = next.catch(() => undefined);
    return next;
  };

  return {
    /** The next synchronisation: full the first time and after a full one that failed, else incremental. */
    syncNow: () => inTurn(() => (fullOwed || store.checkpoint() === undefined ? 'full' : 'incremental')),
    fullRefresh: () => inTurn(() => 'full'),
    store,
    /** Hangs up; whatever is under way fails. */
    close: () => closing.abort(new Error('the platform has stopped')),
  };
};

/** The answer, or silence once the time is over: a merchant or sender that ignores the signal is not waited for. */
const within = (
  limitMs: number,
  clock: Pick<Clock, 'after'>,
  closing: AbortSignal,
  make: (signal: AbortSignal) => Promise<CallAnswer<CataloguePage>>,
): Promise<CallAnswer<CataloguePage>> =>
  new Promise((resolve) => {
    const silent = (reason: string) => resolve({ kind: 'silent', reason });
    const controller = new AbortController();
    const stop = () => {
      controller.abort(closing.reason);
      silent('the platform has stopped');
    };
    const cancel = clock.after(limitMs, () => {
      controller.abort(new Error('the platform gave up waiting'));
      silent(`no answer within ${limitMs / 1000} s`);
    });
    if (closing.aborted) stop();
    else closing.addEventListener('abort', stop, { once: true });
    void (closing.aborted ? Promise.resolve() : make(controller.signal).then(resolve))
      .catch((error: unknown) => silent(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        cancel();
        closing.removeEventListener('abort', stop);
      });
  });

const startFullRefresh = () => {
  const seen = new Set<string>();
  return {
    saw(ids: readonly string[]) {
      for (const id of ids) seen.add(id);
    },
    /** Catalogue rules › 9: delists the known products that were absent. Answers their ids. */
    finish(store: ProductStore) {
      const absent = [...store.products().values()]
        .filter(({ id, status }) => status === 'ACTIVE' && !seen.has(id))
        .map(({ id }) => id);
      store.delist(absent);
      return absent;
    },
  };
};

export type ProductStore = ReturnType<typeof openProductStore>;

/** The products of a shop, which survive where state is kept. */
export const openProductStore = (store: StateStore, shop: string) => {
  const products = keptMap<CatalogueProduct>(store, `product/${shop}`);
  const checkpoints = keptMap<string>(store, 'checkpoint');
  return {
    /** Where the next incremental synchronisation starts; undefined before the first full one. */
    checkpoint: () => checkpoints.get(shop),
    setCheckpoint: (checkpoint: string) => void checkpoints.set(shop, checkpoint),
    /** By product id, as the merchant last sent it, delisted ones included. */
    products: () => products,
    put: (page: readonly CatalogueProduct[]) =>
      store.atomically(() => {
        for (const product of page) products.set(product.id, product);
      }),
    delist: (ids: readonly string[]) =>
      store.atomically(() => {
        for (const id of ids) {
          const product = products.get(id);
          if (product !== undefined) products.set(id, { ...product, status: 'DELISTED' });
        }
      }),
  };
};

type AskPage = (query: { readonly checkpoint?: string; readonly limit: number }) => Promise<CallAnswer<CataloguePage>>;

interface Walk {
  readonly ask: AskPage;
  /** Absent: all products. */
  readonly from?: string | undefined;
  readonly limit: number;
  /** A catalogue that changes faster than it is read, or answers anything, would be walked for ever. */
  readonly maxPages: number;
  readonly take: (products: readonly CatalogueProduct[]) => void;
}

interface WalkEnd {
  /** The empty page included. */
  readonly pages: number;
  readonly products: number;
  /** Of the last page that held products. */
  readonly lastCheckpoint?: string;
  /** Why the empty page was never reached. */
  readonly failure?: string;
}

/** Catalogue rules › 6: pages until an empty one. */
const walkCatalogue = async ({ ask, from, limit, maxPages, take }: Walk): Promise<WalkEnd> => {
  const asked = new Set<string>();
  let checkpoint = from;
  let products = 0;
  for (let pages = 0; pages < maxPages; pages += 1) {
    if (checkpoint !== undefined) asked.add(checkpoint);
    const answer = await ask({ ...(checkpoint !== undefined && { checkpoint }), limit });
    const end = (failure?: string): WalkEnd => ({
      pages: failure === undefined ? pages + 1 : pages,
      products,
      // What an empty page calls its checkpoint is the position of no product.
      ...(checkpoint !== undefined && products > 0 && { lastCheckpoint: checkpoint }),
      ...(failure !== undefined && { failure }),
    });
    if (answer.kind !== 'answered') return end(describe(answer));
    const page = answer.body;
    if (page.products.length === 0) return end();
    // Catalogue rules › 5
    if (page.nextCheckpoint === undefined) return end('a page with products has no nextCheckpoint');
    if (asked.has(page.nextCheckpoint))
      return end(`nextCheckpoint ${page.nextCheckpoint} was walked from already, so the walk would never end`);
    take(page.products);
    products += page.products.length;
    checkpoint = page.nextCheckpoint;
  }
  return { pages: maxPages, products, failure: `no empty page among the first ${maxPages}` };
};
