import { expect, test } from 'vitest';
import { certify } from './certify.ts';

// The first drew copies of an order 20 ms apart, none of which met at a prompt shop.
test.each([846_002_828, 2, 3])('what a quick run exercises does not hang on its seed: %i', async (seed) => {
  const { result } = await certify({ party: 'merchant', variant: 'granite' }, { seed });
  expect(result.requirements.filter(({ status }) => status === 'not-exercised')).toEqual([]);
  expect(result.verdict).toBe('conformant');
});
