import { expect, test } from 'vitest';
import { type FakeProduct, fakeCatalogue, report } from '#lab/doubles/merchant/catalogue-fake';
import type { TriggerPort } from '#scenarios';
import type { MerchantTriggerInputs } from '../../context/merchant.ts';
import catalogueChanges from './changes.ts';

/** A shop whose changes set no updatedAt, as the clock of the run sees it. */
const findingOf = async (newestMs: number) => {
  const products: readonly FakeProduct[] = Array.from({ length: 6 }, (_, index) => ({
    id: `p${index}`,
    epochMs: newestMs - 5 + index,
  }));
  const triggers: TriggerPort<MerchantTriggerInputs> = {
    has: (name) => name === 'changeProduct',
    fire: () => Promise.resolve({ kind: 'done', result: undefined }),
  };
  const reports = await report(
    [catalogueChanges],
    fakeCatalogue(() => products),
    { triggers },
  );
  const outcome = reports.get('catalogue/change-bumps-updated-at')?.at(-1);
  return outcome?.status === 'failed' ? outcome.message : outcome?.status;
};

test('a change in the second of the checkpoint is not waited for in vain: it is made in a later one', async () => {
  let now = 1_700_000_000_000;
  const products: FakeProduct[] = Array.from({ length: 6 }, (_, index) => ({ id: `p${index}`, epochMs: now }));
  const pass = (milliseconds: number): Promise<void> => Promise.resolve(void (now += milliseconds));
  const triggers: TriggerPort<MerchantTriggerInputs> = {
    has: (name) => name === 'changeProduct',
    fire: (_, input) => {
      const place = products.findIndex(({ id }) => 'productId' in input && id === input.productId);
      products[place] = { id: `p${place}`, epochMs: Math.floor(now / 1000) * 1000 };
      return Promise.resolve({ kind: 'done', result: undefined });
    },
  };
  const world = { triggers, clock: { now: () => now, sleep: pass }, idle: pass };
  const reports = await report(
    [catalogueChanges],
    fakeCatalogue(() => products),
    world,
  );
  const told = reports.get('catalogue/change-bumps-updated-at')?.map(({ status }) => status);
  expect(told?.length).toBeGreaterThan(0);
  expect(told).not.toContain('failed');
});

test('where products are dated ahead of their time, that is said to be why no change comes after the checkpoint', async () => {
  expect(await findingOf(Date.UTC(2001, 1, 1))).not.toContain('still to come');
  expect(await findingOf(Date.UTC(2101, 1, 1))).toContain('dated 2101-02-01T00:00:00.000Z, which is still to come');
});
