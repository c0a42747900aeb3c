import { createHash } from 'node:crypto';

/** The `traceparent` of each call (W3C Trace Context): a trace of its own, sampled. `run`: what no other run has. */
export const createTraces = (run: string): (() => string) => {
  let calls = 0;
  return () => {
    calls += 1;
    const digest = createHash('sha256').update(`${run} ${calls}`).digest('hex');
    return `00-${digest.slice(0, 32)}-${digest.slice(32, 48)}-01`;
  };
};
