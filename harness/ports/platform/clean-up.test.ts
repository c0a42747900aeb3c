import { expect, test } from 'vitest';
import { createCleanUp } from './clean-up.ts';

test('the last that was opened is closed first, and one that fails keeps none from closing', async () => {
  const closed: string[] = [];
  const open = (name: string) => ({ name, [Symbol.asyncDispose]: async () => void closed.push(name) });
  const closing = async () => {
    await using opening = createCleanUp();
    expect(opening.use(open('first')).name).toBe('first');
    opening.defer(() => {
      throw new Error('stuck');
    });
    opening.use(open('third'));
  };
  await expect(closing()).rejects.toThrow('stuck');
  expect(closed).toEqual(['third', 'first']);
});

test('what was handed over outlives the block that opened it', async () => {
  let open = true;
  const handOver = async () => {
    await using opening = createCleanUp();
    opening.defer(() => void (open = false));
    return opening.move();
  };
  const kept = await handOver();
  expect(open).toBe(true);
  await kept[Symbol.asyncDispose]();
  await kept[Symbol.asyncDispose]();
  expect(open).toBe(false);
});
