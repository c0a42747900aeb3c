import { expect, test } from 'vitest';
import { interrupt, peerPhases, phases } from './interrupts.ts';

test.each([...phases, ...peerPhases])(
  'Ctrl-C ends $name within two seconds and leaves nothing running',
  {
    timeout: 180_000,
  },
  async (phase) => {
    const { code, ms, left, said } = await interrupt(phase);
    expect({ code, left }, said.slice(-2000)).toEqual({ code: 130, left: [] });
    expect(ms).toBeLessThan(2000);
  },
);
