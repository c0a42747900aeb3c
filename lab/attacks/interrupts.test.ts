import { expect, test } from 'vitest';
import { phases } from './interrupted-phases.ts';
import { interrupt } from './interrupts.ts';

// The first of those of `interrupts.whole.test.ts`.
test.each(phases.slice(0, 1))('Ctrl-C ends $name within two seconds and leaves nothing running', async (phase) => {
  const { code, ms, left, said } = await interrupt(phase);
  expect({ code, left }, said.slice(-2000)).toEqual({ code: 130, left: [] });
  expect(ms).toBeLessThan(2000);
});
