import { expect, test } from 'vitest';
import {
  type FakeProduct,
  type FakeSteps,
  fakeCatalogue,
  idsWith,
  report,
  soundSteps,
} from '#lab/doubles/merchant/catalogue-fake';
import type { MerchantPort } from '../../context/merchant.ts';
import catalogueCheckpoints from './checkpoints.ts';
import catalogueFullSync from './full-sync.ts';
import catalogueLimits from './limits.ts';

const scenarios = [catalogueFullSync, catalogueCheckpoints, catalogueLimits];
const start = Date.UTC(2026, 4, 1);
const many = (size: number, id = (index: number) => `p${index}`): readonly FakeProduct[] =>
  Array.from({ length: size }, (_, index) => ({ id: id(index), epochMs: start + Math.floor(index / 9) * 1000 }));

const complaints = async (catalogue: MerchantPort['catalogue']): Promise<readonly string[]> => {
  const reports = await report(scenarios, catalogue);
  return [...idsWith(reports, 'failed'), ...idsWith(reports, 'warned')];
};

const odd: Readonly<
  Record<string, { readonly products: readonly FakeProduct[]; readonly steps?: Partial<FakeSteps> }>
> = {
  'an empty catalogue': { products: [] },
  'a single product': { products: many(1) },
  'a catalogue of several pages': { products: many(321) },
  'one time for all products': { products: many(120).map((product) => ({ ...product, epochMs: start })) },
  'pages shorter than the limit': {
    products: many(90),
    steps: {
      select: (all, at, limit, ids) => soundSteps.select(all, at, Math.max(1, Math.floor(limit / 3)), ids),
    },
  },
  'ids in the order of UTF-8': {
    products: many(60, (index) => `${['a', 'ﾟ', '😀', 'ż'][index % 4]}${index}`),
    steps: { compareIds: (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)) },
  },
  'times in microseconds, in another zone': {
    products: many(60),
    steps: { timestamp: ({ epochMs }) => new Date(epochMs + 7_200_000).toISOString().replace('Z', '999+02:00') },
  },
};

test.each(Object.entries(odd))('%s is not complained about', async (_, { products, steps }) => {
  expect(await complaints(fakeCatalogue(() => products, { ...soundSteps, ...steps }))).toEqual([]);
});

test('products whose variants cannot be read are another requirement, and none of them is missing', async () => {
  const products = many(20).map((product) => ({ ...product, variantIds: [] }));
  const reports = await report(
    scenarios,
    fakeCatalogue(() => products),
    { fixtures: { products: { inStock: ['p3'] } } },
  );
  expect(reports.get('catalogue/full-sync-complete')?.map(({ status }) => status)).toEqual(['not-exercised']);
});

test('a catalogue that changes while one looks is not complained about', async () => {
  let products = many(40);
  let requests = 0;
  const catalogue = fakeCatalogue(() => products);
  const restless: MerchantPort['catalogue'] = (query) => {
    // In no step with the requests of a synchronisation, which would look like a catalogue that changes when one ends.
    if ([3, 4, 9].includes(++requests % 11)) {
      const [first, ...rest] = products.toSorted((a, b) => a.epochMs - b.epochMs);
      if (first) products = [...rest, { ...first, epochMs: start + 1_000_000 + requests }];
    }
    return catalogue(query);
  };
  expect(await complaints(restless)).toEqual([]);
});

test.for([2, 3, 5, 8])(
  'a catalogue that changes with every request of %i is not taken for one that changes as it is read',
  async (every) => {
    for (let phase = 0; phase < every; phase++) {
      let products = many(40);
      let requests = phase;
      const catalogue = fakeCatalogue(() => products);
      const reports = await report([catalogueFullSync], (query) => {
        const [first, ...rest] = products.toSorted((a, b) => a.epochMs - b.epochMs);
        if (++requests % every === 0 && first)
          products = [...rest, { ...first, epochMs: start + 1_000_000 + requests }];
        return catalogue(query);
      });
      expect(idsWith(reports, 'failed')).toEqual([]);
    }
  },
);

test('a catalogue in which products change all the time need not come to an end, and is not read for ever', async () => {
  const products = [...many(60)];
  let asked = 0;
  const catalogue = fakeCatalogue(() => {
    for (let changed = 0; changed < 3; changed++) {
      const at = (asked += 1);
      products[(at * 7) % 60] = { id: `p${(at * 7) % 60}`, epochMs: start + 1_000_000 + at };
    }
    return products;
  });
  expect(idsWith(await report(scenarios, catalogue), 'failed')).toEqual([]);
  expect(asked / 3).toBeLessThan(1_000);
});

test('a target that refuses large limits is asked for smaller ones', async () => {
  const catalogue = fakeCatalogue(() => many(70));
  const modest: MerchantPort['catalogue'] = (query, options) =>
    query.limit > 20
      ? Promise.resolve({ kind: 'refused', status: 400, text: 'limit', exchange: 0, durationMs: 1 })
      : catalogue(query, options);
  expect(await complaints(modest)).toEqual([]);
});

test('a spent budget makes nothing fail and names its key', async () => {
  const catalogue = fakeCatalogue(() => many(700));
  let left = 5;
  const reports = await report(scenarios, (query, options) =>
    left-- > 0
      ? catalogue(query, options)
      : Promise.resolve({ kind: 'unsent', reason: 'the budget is spent', unlock: 'merchant.budget.requests' }),
  );
  expect(idsWith(reports, 'failed')).toEqual([]);
  expect(reports.get('catalogue/full-sync-complete')?.[0]).toMatchObject({ unlock: 'merchant.budget.requests' });
});

test('a first page lacks nothing that has been sold since the page it is compared with', async () => {
  let products = many(40);
  let requests = 0;
  const catalogue = fakeCatalogue(() => products);
  const reports = await report([catalogueFullSync], (query) => {
    const [first, ...rest] = products.toSorted((a, b) => a.epochMs - b.epochMs);
    if (query.checkpoint === undefined && first)
      products = [...rest, { ...first, epochMs: start + 1_000_000 + ++requests }];
    return catalogue(query);
  });
  expect(idsWith(reports, 'failed')).toEqual([]);
});
