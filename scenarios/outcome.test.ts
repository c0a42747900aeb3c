import { describe, expect, it } from 'vitest';
import type { CheckOutcome } from '#schemas';
import type { MerchantWorld } from './context/merchant.ts';
import { defineMerchantScenario } from './define.ts';
import { notExercised, outcomeOf, passed, unlessUnmet, unmet } from './outcome.ts';

const missing = notExercised('no basket is configured', 'merchant.fixtures.baskets');
const arrange = async (): Promise<string> =>
  await Promise.reject(unmet('no basket is configured', 'merchant.fixtures.baskets'));
const bug = async (): Promise<string> => await Promise.reject(new Error('ours'));

describe('a precondition that is missing', () => {
  const runOf = async (run: (world: MerchantWorld<'lock/orderable'>) => Promise<CheckOutcome | void>) => {
    const told: unknown[] = [];
    const world = {
      check: (id: string, outcome: CheckOutcome) => told.push(['check', id, outcome]),
      unprovoked: (id: string, outcome: CheckOutcome) => told.push(['unprovoked', id, outcome]),
    } as unknown as MerchantWorld<'lock/orderable'>;
    const scenario = { id: 'own/any', title: 'any', phase: 'lock', needs: [], provokes: ['order/idempotent'] } as const;
    await defineMerchantScenario({ ...scenario, covers: ['lock/orderable'], run }).run(world);
    return told;
  };

  it('is the outcome of all that its scenario covers and provokes', async () => {
    expect(await runOf(async () => void (await arrange()))).toEqual([
      ['check', 'lock/orderable', missing],
      ['unprovoked', 'order/idempotent', missing],
    ]);
  });

  it('is told for a part alone, and the rest goes on', async () => {
    const told = await runOf(async (world) => {
      const found = await unlessUnmet(arrange(), (outcome) => world.check('lock/orderable', outcome));
      expect(found).toBeUndefined();
      world.check('lock/orderable', passed);
    });
    expect(told).toEqual([
      ['check', 'lock/orderable', missing],
      ['check', 'lock/orderable', passed],
    ]);
  });

  it('is nothing like a bug, which goes on as it is', async () => {
    expect(await outcomeOf(arrange())).toEqual(missing);
    await expect(outcomeOf(bug())).rejects.toThrow('ours');
    await expect(unlessUnmet(bug())).rejects.toThrow('ours');
    await expect(runOf(async () => void (await bug()))).rejects.toThrow('ours');
  });
});
