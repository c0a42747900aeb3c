import type { Finding, Judgement } from '#schemas';
import type { TillTraffic, TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw, holds, untold, warned } from '../define.ts';
import { createMemory } from '../../retention/memory.ts';
import { sinceActivation } from '../since-activation.ts';
import { deletedOnRepeat } from './deleted-on-repeat.ts';
import { createDeletedUnanswered } from './deleted-unanswered.ts';
import { createFormerHandles, type FormerHandle } from './former-handles.ts';
import { deliveriesIn, type Handling, isAccepted } from '../../ledgers/till/messages.ts';

const id = 'queue/delete-after-callback';

/** Endpoints › Queue delivery › 4: deleted after the callback response, with the ReceiptHandle of that delivery. */
export const deletedAfterCallback = definePosLaw({
  id: 'queue/deleted-after-callback',
  covers: [id],
  start: sinceActivation([id], ({ handlings, budget }) => {
    const handles = createFormerHandles(budget);
    const early = createMemory<true>(budget);
    const unanswered = createDeletedUnanswered(handlings, budget);
    const brokenBy = (findings: readonly Finding[]): readonly Judgement[] => findings.map((one) => broken(id, one));
    const isOfTest = (messageId: string): boolean => handlings.get(messageId)?.messageKind === 'Test';
    // The test round trip has a requirement of its own.
    const formerIn = (charged: readonly FormerHandle[]): readonly Judgement[] =>
      charged.filter(({ messageId }) => !isOfTest(messageId)).map((one) => broken(id, former(one)));
    const handled = (seen: TillTraffic): readonly Judgement[] => {
      if (seen.kind === 'delete' && seen.outcome === 'invalid' && !handlings.hasForgotten())
        return [broken(id, { ...invalid, exchanges: [seen.exchange] })];
      const known = handlings.add(seen);
      if (seen.kind === 'receive') return isSeen(seen) ? formerIn(handles.delivered(deliveriesIn([seen]))) : [];
      if (seen.kind === 'delete') handles.deleted(seen);
      if (seen.kind === 'callback') handles.answered(seen);
      return known.flatMap((handling) => {
        const { messageId, messageKind } = handling;
        if (messageKind === 'Test' || early.has(messageId)) return [];
        const finding = deletedEarly(handling);
        if (finding !== undefined) {
          early.set(messageId, true);
          return [broken(id, finding)];
        }
        const again = seen.kind === 'callback' ? deletedOnRepeat(handling, seen) : undefined;
        if (again !== undefined) return [warned(id, again, 'a till that keeps its results may send one at any time')];
        const isRight = seen.kind === 'delete' && seen.outcome === 'deleted' && handling.callbacks.length > 0;
        return isRight && !handles.isSuspected(messageId) ? [holds(id)] : [];
      });
    };
    return {
      see: (seen) => [...handled(seen), ...brokenBy(unanswered.see(seen))],
      at: (now) => [...formerIn(handles.at(now)), ...brokenBy(unanswered.at(now))],
      end: (now) => [
        ...formerIn(handles.end(now)),
        ...brokenBy(unanswered.at(now)),
        untold(id, 'no message was answered and deleted'),
      ],
    };
  }),
});

/** Of a poll whose answer was lost the till knows nothing, and so no handle. */
const isSeen = ({ status }: TrafficOf<'receive'>): boolean => status >= 200 && status < 300;

/** Within one millisecond the order of the stream tells: who waits for the answer deletes after it. */
export const waitedFor = (callback: TrafficOf<'callback'>, deletion: TrafficOf<'delete'>): boolean =>
  deletion.at > callback.answeredAt || (deletion.at === callback.answeredAt && deletion.n > callback.n);

/** A duplicate may be deleted at once: its callback was answered before. */
const deletedEarly = ({ messageId, callbacks, deletes }: Handling): Finding | undefined => {
  const [callback] = callbacks;
  const [deletion] = deletes;
  if (callback === undefined || deletion === undefined || waitedFor(callback, deletion)) return undefined;
  // Not answered at all: when the till gave up waiting cannot be seen from here.
  if (callback.status === undefined) return undefined;
  return {
    message:
      'The till deleted a message before its callback was answered; if the callback fails now the result is lost. Wait for the answer, then delete.',
    expected: `DeleteMessage of ${messageId} after the answer to its callback`,
    actual: `deleted ${callback.answeredAt - deletion.at} ms before`,
    exchanges: [callback.exchange, deletion.exchange],
    cause: 'deleted early',
  };
};

const former = ({ messageId, exchanges }: FormerHandle): Finding => ({
  message:
    'The till deleted a message that had been delivered again with the receipt handle of the former delivery; each delivery has its own.',
  expected: `the ReceiptHandle of the last delivery of ${messageId}`,
  actual: 'the handle of a former one',
  exchanges,
  cause: 'former handle',
});

const invalid: Finding = {
  message: 'The till deleted with a receipt handle that was never issued; use the ReceiptHandle of the delivery.',
  expected: 'the ReceiptHandle that came with the message',
  actual: 'a handle of no delivery',
  cause: 'invalid handle',
};

/** Whether the till deleted a message before its result was answered, so that what becomes of it then follows from that. */
export const isDeletedEarly = (handling: Handling): boolean => deletedEarly(handling) !== undefined;

/** Whether the till has deleted a command as it has to, so that what it does to another message is about that one. */
export const hasDeletedWell = (handlings: Iterable<Handling>): boolean =>
  [...handlings].some(({ messageKind, callbacks, deletes }) => {
    const callback = callbacks.find(isAccepted);
    const [first] = deletes;
    return (
      messageKind !== 'Test' && callback !== undefined && first?.outcome === 'deleted' && waitedFor(callback, first)
    );
  });
