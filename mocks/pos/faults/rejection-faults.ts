import type { TillParts } from '../till.ts';
import { createDaze } from './decorators.ts';
import { believing } from './delivery-faults.ts';
import type { PosFault } from './pos-fault.ts';

const dazedByRejection =
  (forMs: number) =>
  (parts: TillParts): Partial<TillParts> => {
    const daze = createDaze(parts, forMs);
    return {
      openMailbox: daze.openMailbox,
      call: async (call, transmit) => {
        const answer = await parts.call(call, transmit);
        if (call.kind === 'callback' && answer.status === 400) daze.begin();
        return answer;
      },
    };
  };

/** What a till makes of a result that was answered 400. */
export const rejectionFaults = {
  'rejection:is-fine': {
    title: 'takes a result that was rejected for one that was taken',
    breaks: ['queue/rejected-result-stays-open'],
    decorate: believing(({ status }) => status === 400),
  },
  'rejection:dies': {
    title: 'a result that is rejected ends all work',
    breaks: ['queue/rejected-result-stays-open'],
    decorate: dazedByRejection(Number.POSITIVE_INFINITY),
  },
  'rejection:stuns': {
    title: 'after a rejected result nothing is handled for a minute',
    breaks: ['queue/rejected-result-stays-open'],
    decorate: dazedByRejection(60_000),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
