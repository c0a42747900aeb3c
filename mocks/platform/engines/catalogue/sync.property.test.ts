import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createManualClock } from '#mocks/time';
import { type CatalogueProduct, decodeCheckpoint, encodeCheckpoint } from '#schemas';
import { createCatalogueSync } from './index.ts';

/** A catalogue by the rules, in which many products share a moment. */
const createCatalogue = () => {
  const products = new Map<string, CatalogueProduct>();
  let now = 0;
  const timeOf = ({ updatedAt }: CatalogueProduct) => Date.parse(updatedAt);
  const inOrder = () =>
    [...products.values()].sort((one, other) => timeOf(one) - timeOf(other) || (one.id < other.id ? -1 : 1));
  return {
    products,
    tick: () => {
      now += 1;
    },
    put: (id: string, unitPrice: number, status: CatalogueProduct['status']) => {
      const variants: CatalogueProduct['variants'] = [{ id, unitPrice, stock: { isAvailable: true } }];
      products.set(id, { id, updatedAt: new Date(now).toISOString(), name: id, status, variants });
    },
    page: (checkpoint: string | undefined, limit: number) => {
      const from = checkpoint === undefined ? undefined : decodeCheckpoint(checkpoint);
      const after = inOrder().filter(
        (product) =>
          from === undefined ||
          timeOf(product) > from.epochMs ||
          (timeOf(product) === from.epochMs && product.id > from.id),
      );
      const page = after.slice(0, limit);
      const last = page.at(-1);
      return {
        currency: 'PLN',
        products: page,
        ...(last && { nextCheckpoint: encodeCheckpoint({ epochMs: timeOf(last), id: last.id }) }),
      };
    },
  };
};

type Deed =
  | { readonly do: 'put'; readonly id: number; readonly price: number; readonly delisted: boolean }
  | { readonly do: 'remove'; readonly id: number }
  | { readonly do: 'tick' }
  | { readonly do: 'fail'; readonly page: number }
  | { readonly do: 'later'; readonly page: number; readonly deeds: readonly Deed[] }
  | { readonly do: 'sync' | 'refresh' };

const id = fc.nat(12);
const edit: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ do: fc.constant('put' as const), id, price: fc.nat(99), delisted: fc.boolean() }),
  fc.record({ do: fc.constant('put' as const), id, price: fc.nat(99), delisted: fc.constant(false) }),
  fc.record({ do: fc.constant('remove' as const), id }),
  fc.record({ do: fc.constant('tick' as const) }),
);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: edit },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), page: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('later' as const), page: fc.nat(5), deeds: fc.array(edit) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('sync' as const, 'refresh' as const) }) },
);

const play = async (limit: number, deeds: readonly Deed[]) => {
  const catalogue = createCatalogue();
  const atPage = new Map<number, (() => void) | 'fail'>();
  let page = 0;
  const sync = createCatalogueSync({
    clock: createManualClock(0),
    limit,
    maxPages: 200,
    merchant: {
      catalogue: async ({ checkpoint, limit: asked }) => {
        const surprise = atPage.get(page);
        atPage.delete(page);
        page += 1;
        if (surprise === 'fail') return { kind: 'silent', reason: 'time-out' };
        surprise?.();
        return { kind: 'answered', body: catalogue.page(checkpoint, asked) };
      },
    },
  });
  const perform = async (next: Deed): Promise<void> => {
    switch (next.do) {
      case 'put':
        return catalogue.put(`p${next.id}`, next.price, next.delisted ? 'DELISTED' : 'ACTIVE');
      case 'remove':
        return void catalogue.products.delete(`p${next.id}`);
      case 'tick':
        return catalogue.tick();
      case 'fail':
        return void atPage.set(next.page, 'fail');
      case 'later':
        return void atPage.set(next.page, () => next.deeds.forEach((one) => void perform(one)));
      case 'sync':
      case 'refresh':
        page = 0;
        await (next.do === 'sync' ? sync.syncNow() : sync.fullRefresh());
        return;
      default:
        return next satisfies never;
    }
  };
  for (const next of deeds) await perform(next);
  atPage.clear();
  return { catalogue, sync };
};

const active = (products: ReadonlyMap<string, CatalogueProduct>) =>
  [...products.values()].filter(({ status }) => status === 'ACTIVE').sort((one, other) => (one.id < other.id ? -1 : 1));

test('whatever happens between synchronisations, a full refresh makes the view equal to the catalogue', async () => {
  let delisted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(deed, { maxLength: 40, size: 'max' }),
      async (limit, deeds) => {
        const { catalogue, sync } = await play(limit, deeds);
        const report = await sync.fullRefresh();
        expect(report.failure).toBeUndefined();
        delisted += report.delisted.length;
        expect(active(sync.store.products())).toEqual(active(catalogue.products));
        for (const [known, { status }] of sync.store.products())
          expect(status).toBe(catalogue.products.get(known)?.status ?? 'DELISTED');
      },
    ),
    { numRuns: 400 },
  );
  expect(delisted).toBeGreaterThan(10);
});

test('with time between changes and nothing removed, an incremental synchronisation is enough', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(deed, { maxLength: 40, size: 'max' }),
      async (limit, deeds) => {
        const apart = deeds.flatMap((one): Deed[] =>
          one.do === 'remove' || one.do === 'later' ? [] : one.do === 'put' ? [{ do: 'tick' }, one] : [one],
        );
        const { catalogue, sync } = await play(limit, apart);
        expect((await sync.syncNow()).failure).toBeUndefined();
        expect(active(sync.store.products())).toEqual(active(catalogue.products));
      },
    ),
    { numRuns: 400 },
  );
});
