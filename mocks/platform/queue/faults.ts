import type { QueueFault } from '#schemas';

export type { QueueFault } from '#schemas';

export interface QueueFaults {
  readonly add: (fault: QueueFault) => void;
  /** The fault that hits this call, used up by it. */
  readonly next: (call: { readonly queue: string | undefined; readonly action: string }) => QueueFault | undefined;
  readonly pending: () => readonly QueueFault[];
  readonly clear: () => void;
}

export const createQueueFaults = (): QueueFaults => {
  let pending: readonly (QueueFault & { readonly times: number })[] = [];
  return {
    add(fault) {
      const { times = 1 } = fault;
      if (times > 0) pending = [...pending, { ...fault, times }];
    },
    next({ queue, action }) {
      const hit = pending.find((fault) => (fault.queue ?? queue) === queue && (fault.action ?? action) === action);
      if (hit === undefined) return undefined;
      pending = pending
        .map((fault) => (fault === hit ? { ...fault, times: fault.times - 1 } : fault))
        .filter(({ times }) => times > 0);
      return hit;
    },
    pending: () => pending,
    clear() {
      pending = [];
    },
  };
};
