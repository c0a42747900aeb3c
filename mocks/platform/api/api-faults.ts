import { createCounted } from '#mocks/faults';
import type { ApiFault } from '#schemas';
import { type Answer, dropped, refusal } from '../calls/answer.ts';
import type { Call, Handle } from '../calls/call.ts';

export type ApiFaults = ReturnType<typeof createApiFaults>;

interface Deps {
  readonly clock: { sleep(milliseconds: number): Promise<void> };
  /** Whose API key the call names. */
  readonly callerOf: (call: Call) => string | undefined;
}

export const createApiFaults = ({ clock, callerOf }: Deps) => {
  const { next, ...counted } = createCounted<ApiFault>();
  return {
    ...counted,
    /** `handle`, with the faults that were asked for. */
    around: (handle: Handle): Handle => {
      const misanswered = async (call: Call, fault: ApiFault): Promise<Answer> => {
        call.emit({ kind: 'api-fault', method: call.request.method, path: call.path, fault: fault.kind });
        call.note({ injected: fault.kind });
        const answered = fault.kind.endsWith('-before') ? dropped : await handle(call);
        if (fault.kind.startsWith('drop')) return dropped;
        if (fault.kind.startsWith('status'))
          return refusal(fault.status ?? 503, 'Fault', 'A fault that was asked for.');
        await clock.sleep(fault.delayMs ?? 0);
        return answered;
      };
      return (call) => {
        const fault = next(
          ({ path = '', integrationProfileId: wanted }) =>
            call.path.startsWith(path) && (wanted === undefined || wanted === callerOf(call)),
        );
        return fault === undefined ? handle(call) : misanswered(call, fault);
      };
    },
  };
};
