import { expect, test } from 'vitest';
import { peerPhases, phases } from './interrupted-phases.ts';
import { interrupt } from './interrupts.ts';

test.each([...phases, ...peerPhases])(
  'Ctrl-C ends $name within two seconds and leaves nothing running',
  {
    timeout: 180_000,
  },
  async (phase) => {
    const { code, ms, left, said } = await interrupt(phase);
    const codes = 'mayEndWell' in phase ? [0, 1, 3, 4, 130] : [130];
    expect({ code, left }, said.slice(-2000)).toEqual({ code: expect.toBeOneOf(codes), left: [] });
    expect(ms).toBeLessThan(2000);
  },
);
