import { type Counted, createCounted } from '#mocks/faults';
import type { ApiFault } from '#schemas';
import { problem } from './problem.ts';

export type { ApiFault } from '#schemas';

export interface ApiFaults extends Omit<Counted<ApiFault>, 'next'> {
  /** `fetch`, with the faults that were asked for. */
  readonly around: (fetch: Fetch) => Fetch;
}

type Fetch = (request: Request) => Promise<Response>;

interface Deps {
  readonly clock: { sleep(milliseconds: number): Promise<void> };
  readonly events: {
    emit(told: { kind: 'api-fault'; method: string; path: string; fault: ApiFault['kind'] }): void;
  };
}

export const createApiFaults = ({ clock, events }: Deps): ApiFaults => {
  const { next, ...counted } = createCounted<ApiFault>();
  return {
    ...counted,
    around: (fetch) => async (request) => {
      const pathOf = () => new URL(request.url).pathname;
      const fault = next(({ path = '' }) => pathOf().startsWith(path));
      if (fault === undefined) return fetch(request);
      events.emit({ kind: 'api-fault', method: request.method, path: pathOf(), fault: fault.kind });
      const answered = fault.kind.endsWith('-before') ? undefined : await fetch(request);
      if (fault.kind.startsWith('drop')) return Response.error();
      if (fault.kind.startsWith('status')) return problem(fault.status ?? 503, 'Fault', 'A fault that was asked for.');
      await clock.sleep(fault.delayMs ?? 0);
      return answered ?? Response.error();
    },
  };
};
