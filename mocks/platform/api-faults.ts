import type { ApiFault } from '#schemas';
import type { EventStream } from './event.ts';
import { problem } from './problem.ts';

export type { ApiFault } from '#schemas';

export interface ApiFaults {
  readonly add: (fault: ApiFault) => void;
  readonly pending: () => readonly ApiFault[];
  readonly clear: () => void;
  /** `fetch`, with the faults that were asked for. */
  readonly around: (fetch: Fetch) => Fetch;
}

type Fetch = (request: Request) => Promise<Response>;

interface Deps {
  readonly clock: { sleep(milliseconds: number): Promise<void> };
  readonly events: EventStream;
}

export const createApiFaults = ({ clock, events }: Deps): ApiFaults => {
  let pending: readonly (ApiFault & { readonly times: number })[] = [];

  const next = (path: string): ApiFault | undefined => {
    const hit = pending.find((fault) => path.startsWith(fault.path ?? ''));
    pending = pending
      .map((fault) => (fault === hit ? { ...fault, times: fault.times - 1 } : fault))
      .filter(({ times }) => times > 0);
    return hit;
  };

  return {
    add({ times = 1, ...fault }) {
      if (times > 0) pending = [...pending, { ...fault, times }];
    },
    pending: () => pending,
    clear() {
      pending = [];
    },
    around: (fetch) => async (request) => {
      if (pending.length === 0) return fetch(request);
      const path = new URL(request.url).pathname;
      const fault = next(path);
      if (fault === undefined) return fetch(request);
      events.emit({ kind: 'api-fault', method: request.method, path, fault: fault.kind });
      const answered = fault.kind.endsWith('-before') ? undefined : await fetch(request);
      if (fault.kind.startsWith('drop')) return Response.error();
      if (fault.kind.startsWith('status')) return problem(fault.status ?? 503, 'Fault', 'A fault that was asked for.');
      await clock.sleep(fault.delayMs ?? 0);
      return answered ?? Response.error();
    },
  };
};
