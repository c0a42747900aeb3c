import { expect, test } from 'vitest';
import { failed } from '../outcome.ts';
import { carryOut, noting } from './carrying-out.ts';
import { createCoveringPlan, type Turn } from './covering.ts';

const factors = { lines: ['few', 'many'], user: ['none', 'own'] };
const run = { scenario: 'shop/rows', seed: 1 };
const finding = { expected: 'an answer', actual: 'none' };

test('a row that failed beside others is tried once more alone', async () => {
  const told: unknown[] = [];
  const isWrong = ({ row }: Turn): boolean => row['lines'] === 'many' && row['user'] === 'own';
  const carried = async (world: Parameters<typeof carryOut>[0]): Promise<readonly Turn[]> => {
    const turns: Turn[] = [];
    const { check, isEnough } = noting<'shown'>(world, (_, outcome) => told.push(outcome));
    const plan = createCoveringPlan(factors, { strength: 2, seed: 1 });
    await carryOut(world, plan, { most: 4, isEnough }, async (turn) => {
      turns.push(turn);
      if (isWrong(turn)) check('shown', failed(finding), turn);
      return await Promise.resolve();
    });
    return turns;
  };
  await carried({ ...run, isBeside: true });
  expect(told).toMatchObject([{ status: 'failed', replay: { scenario: 'shop/rows', property: 'row' } }]);
  const [{ replay }] = told as [
    { replay: { plan: Turn } & NonNullable<Parameters<typeof carryOut>[0]['suspects']>[number] },
  ];
  const turns = await carried({ ...run, suspects: [replay] });
  expect(turns.at(-1)).toEqual(replay.plan);
  expect(told.at(-1)).not.toHaveProperty('replay');
});
