import { expect, test } from 'vitest';
import {
  type FakeProduct,
  type FakeSteps,
  fakeCatalogue,
  report,
  soundSteps,
} from '#lab/doubles/merchant/catalogue-fake';
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

const changing = (count: number, steps: FakeSteps) => {
  let products: readonly FakeProduct[] = Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    epochMs: start + index,
  }));
  let clock = start + count;
  const triggers: TriggerPort<MerchantTriggerInputs> = {
    has: () => true,
    fire: (_, input) => {
      const productId = 'productId' in input ? input.productId : '';
      products = products.map((product) => (product.id === productId ? { ...product, epochMs: clock++ } : product));
      return Promise.resolve({ kind: 'done', result: undefined });
    },
  };
  let pages = 0;
  const counted: FakeSteps = {
    ...steps,
    select: (...given) => {
      pages++;
      return steps.select(...given);
    },
  };
  const outcome = async () =>
    (
      await report(
        [changeDuringWalk],
        fakeCatalogue(() => products, counted),
        { triggers },
      )
    )
      .get('catalogue/change-during-walk')
      ?.at(-1);
  return { outcome, pages: () => pages };
};

test('of a catalogue too large to walk over and over the end is walked, and the rest read once', async () => {
  const large = changing(2500, soundSteps);
  expect((await large.outcome())?.status).toBe('passed');
  expect(large.pages()).toBeLessThan(400);
});

test('a product that is lost at the end of a large catalogue is found', async () => {
  // What was changed since the catalogue was first listed is shown to nobody who has a checkpoint.
  const forgetful: FakeSteps = {
    ...soundSteps,
    select: (sorted, position, ...rest) =>
      soundSteps.select(
        position === undefined ? sorted : sorted.filter(({ epochMs }) => epochMs < start + 2500),
        position,
        ...rest,
      ),
  };
  expect(await changing(2500, forgetful).outcome()).toMatchObject({ status: 'failed', cause: 'changed product lost' });
});

test('where all of it is scarce nothing is changed, and that is said', async () => {
  const { changed, outcome } = await changedOf([], first(12));
  expect(changed).toEqual([]);
  expect(outcome).toMatchObject({ status: 'not-exercised' });
});
