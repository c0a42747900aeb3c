import type { Answer, Answering } from '#mocks/hosting';
import { type Classifier, noBody, toBody } from '#traffic';
import { type Handle, type TakenCall, takeCall } from './call.ts';
import type { EventStream, Outcome, Tap, Tapped } from './event.ts';

export interface FrontDeps {
  readonly clock: { now(): number };
  readonly events: EventStream;
  readonly classify: Classifier;
  readonly tap?: Tap | undefined;
}

/** What stands on the socket: takes a request, has it answered, and tells of both before the answer leaves. */
export const createFront = (handle: Handle, { clock, events, classify, tap }: FrontDeps): Answering => {
  const told = (call: TakenCall, at: number, outcome: Outcome): void =>
    tap?.(toExchange(call, at, clock.now(), outcome), call.caused);

  return async (request) => {
    const at = clock.now();
    const call = takeCall(request, await request.body, { events, classify });
    let answer: Answer;
    try {
      const handled = handle(call);
      answer = handled instanceof Promise ? await handled : handled;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      told(call, at, { failure: { code: 'BROKEN', message, blame: 'ours' } });
      throw error;
    }
    told(call, at, toOutcome(answer));
    return answer;
  };
};

const toExchange = (
  { received: request, named: call, facts }: TakenCall,
  at: number,
  answeredAt: number,
  outcome: Outcome,
): Tapped => ({
  at,
  answeredAt,
  sender: 'target',
  call,
  request,
  ...outcome,
  facts: facts(),
});

const toOutcome = ({ status, headers, text }: Answer): Outcome =>
  status === 0
    ? { failure: { code: 'NO_ANSWER', message: 'the connection was closed without an answer' } }
    : { response: { status, headers, body: text === '' ? noBody : toBody(Buffer.from(text)) } };
