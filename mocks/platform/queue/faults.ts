import { type Counted, createCounted } from '#mocks/faults';
import type { QueueFault } from '#schemas';

export type { QueueFault } from '#schemas';

interface AffectedCall {
  readonly queue: string | undefined;
  readonly action: string;
}

export interface QueueFaults extends Omit<Counted<QueueFault>, 'next'> {
  /** The fault that hits this call before anything is done, used up by it. */
  readonly next: (call: AffectedCall) => QueueFault | undefined;
  /**
   * Whether the answer to this call is lost, which uses the fault up. Asked when there is an answer: a poll that waits
   * outlives what it was asked under, and would lose what was sent after the faults were cleared.
   */
  readonly loses: (call: AffectedCall) => boolean;
}

export const createQueueFaults = (): QueueFaults => {
  const { next, ...counted } = createCounted<QueueFault>();
  const hits = ({ queue, action }: AffectedCall, fault: QueueFault): boolean =>
    (fault.queue ?? queue) === queue && (fault.action ?? action) === action;
  return {
    ...counted,
    next: (call) => next((fault) => fault.kind !== 'drop-after' && hits(call, fault)),
    loses: (call) => next((fault) => fault.kind === 'drop-after' && hits(call, fault)) !== undefined,
  };
};
