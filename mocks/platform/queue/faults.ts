import { createCounted } from '#mocks/faults';
import type { QueueFault } from '#schemas';

export interface AffectedCall {
  readonly queue: string | undefined;
  readonly action: string;
}

export type QueueFaults = ReturnType<typeof createQueueFaults>;

export const createQueueFaults = () => {
  const { next, ...counted } = createCounted<QueueFault>();
  const hits = ({ queue, action }: AffectedCall, fault: QueueFault): boolean =>
    (fault.queue ?? queue) === queue && (fault.action ?? action) === action;
  return {
    ...counted,
    /** The fault that hits this call before anything is done, used up by it. */
    next: (call: AffectedCall) => next((fault) => fault.kind !== 'drop-after' && hits(call, fault)),
    /**
     * Whether the answer to this call is lost, which uses the fault up. Asked when there is an answer: a poll that waits
     * outlives what it was asked under, and would lose what was sent after the faults were cleared.
     */
    loses: (call: AffectedCall) => next((fault) => fault.kind === 'drop-after' && hits(call, fault)) !== undefined,
  };
};
