import { expect, test } from 'vitest';
import { peers } from '../faults/index.ts';
import { certify } from './certify.ts';

/** Products changed within one tick of such a clock have the same updatedAt. */
const ticksMs = [1_000, 10] as const;

test.for(peers.merchant.variants.flatMap((variant) => ticksMs.map((tickMs) => [variant, tickMs] as const)))(
  '%s passes with a clock of %i ms',
  { timeout: 60_000 },
  async ([variant, tickMs]) => {
    const { result } = await certify(
      { party: 'merchant', variant },
      {
        effort: 'standard',
        create: (clock) => {
          const ticking = { ...clock, now: () => Math.floor(clock.now() / tickMs) * tickMs };
          return peers.merchant.create(variant, ticking, { faults: [] });
        },
      },
    );
    const others = result.requirements.flatMap(({ id, status }) =>
      status === 'passed' || status === 'not-applicable' ? [] : [`${id} ${status}`],
    );
    expect(others).toEqual([]);
  },
);
