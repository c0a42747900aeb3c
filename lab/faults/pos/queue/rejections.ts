import type { PosFault } from '#mocks/pos/faults/pos-fault';
import { believing } from '#mocks/pos/faults/queue';
import { dazedBy } from '../dazed.ts';

const isRejection: Parameters<typeof dazedBy>[0] = ({ kind }, { status }) => kind === 'callback' && status === 400;

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
    decorate: dazedBy(isRejection, Number.POSITIVE_INFINITY),
  },
  'rejection:stuns': {
    title: 'after a rejected result nothing is handled for a minute',
    breaks: ['queue/rejected-result-stays-open'],
    decorate: dazedBy(isRejection),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
