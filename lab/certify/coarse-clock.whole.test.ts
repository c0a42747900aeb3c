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
        create: (clock) =>
          peers.merchant.create(
            variant,
            {
              now: () => Math.floor(clock.now() / tickMs) * tickMs,
              sleep: async (milliseconds, signal) => await clock.sleep(milliseconds, signal),
            },
            { faults: [] },
          ),
      },
    );
    const others = result.requirements.flatMap(({ id, status }) =>
      status === 'passed' || status === 'not-applicable' ? [] : [`${id} ${status}`],
    );
    expect(others).toEqual([]);
  },
);
