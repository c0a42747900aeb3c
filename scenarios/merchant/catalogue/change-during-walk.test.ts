import { expect, test } from 'vitest';
import { type FakeProduct, fakeCatalogue, report } from '#lab/doubles/merchant/catalogue-fake';
import type { MerchantWorld, TriggerPort } from '#scenarios';
import type { MerchantTriggerInputs } from '../../context/merchant.ts';
import changeDuringWalk from './change-during-walk.ts';

const start = Date.UTC(2026, 4, 1);

const changedOf = async (inStock: readonly string[], scarce: readonly string[]) => {
  let products: readonly FakeProduct[] = Array.from({ length: 12 }, (_, index) => ({
    id: `p${index}`,
    epochMs: start + index,
  }));
  let clock = start + 1000;
  const changed = new Set<string>();
  const triggers: TriggerPort<MerchantTriggerInputs> = {
    has: () => true,
    fire: (_, input) => {
      const productId = 'productId' in input ? input.productId : '';
      changed.add(productId);
      products = products.map((product) => (product.id === productId ? { ...product, epochMs: clock++ } : product));
      return Promise.resolve({ kind: 'done', result: undefined });
    },
  };
  const [outOfStock = '', ...limited] = scarce;
  const fixtures: MerchantWorld['fixtures'] = {
    products: { inStock: [...inStock], outOfStock: [outOfStock], limited: limited.map((id) => ({ id, max: 2 })) },
  };
  const reports = await report(
    [changeDuringWalk],
    fakeCatalogue(() => products),
    { triggers, fixtures },
  );
  return { changed: [...changed].toSorted(), outcome: reports.get('catalogue/change-during-walk')?.at(-1) };
};

const first = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `p${index}`);

test('what there has to be too little of is never changed, since that may restock it', async () => {
  const { changed, outcome } = await changedOf(['p10'], first(10));
  expect(changed).toEqual(['p11']);
  expect(outcome?.status).toBe('passed');
});

test('what is in stock is changed only where there is nothing else', async () => {
  expect((await changedOf(['p11'], first(11))).changed).toEqual(['p11']);
});

test('where all of it is scarce nothing is changed, and that is said', async () => {
  const { changed, outcome } = await changedOf([], first(12));
  expect(changed).toEqual([]);
  expect(outcome).toMatchObject({ status: 'not-exercised' });
});
