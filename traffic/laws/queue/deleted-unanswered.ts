import { answeredKinds, type Finding } from '#schemas';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import type { TillTraffic } from '../../till-traffic.ts';
import { isElsewhere, isSurplus } from '../callbacks/address.ts';
import { createMemory } from '../../retention/memory.ts';
import { answerPatienceMs, type Handling, type Handlings, isAccepted, momentOf } from '../../ledgers/till/messages.ts';

/** The test round trip has a requirement of its own. */
const toAnswer: readonly string[] = answeredKinds.filter((kind) => kind !== 'Test');
/** So many at a time are waited for; a till that does it all the time has been told by then. */
const mostSilent = 20;

/** Messages that a till deleted and sent no result for, once none can come any more. */
export interface DeletedUnanswered {
  readonly see: (seen: TillTraffic) => readonly Finding[];
  readonly at: (now: number) => readonly Finding[];
}

/**
 * Endpoints › Queue delivery › 4: deleted on the response to its callback, so that a message nobody answered is not. A till
 * that answers nothing of a kind is told so where the result of that kind is read.
 */
export const createDeletedUnanswered = (handlings: Handlings, budget: ByteBudget): DeletedUnanswered => {
  /** The message that first asked for a business operation: another one may be passed over. */
  const firstOf = createMemory<string>(budget);
  const answered = new Set<string>();
  const charged = new Set<string>();
  /** By message, when it is certain. */
  const silent = new Map<string, number>();
  /** Its results go elsewhere, which is told where they go. */
  let goesAstray = false;
  const isSilent = ({ messageId, messageKind, callbacks, deliveries }: Handling): boolean => {
    const [first] = deliveries;
    if (!toAnswer.includes(messageKind) || callbacks.length > 0) return false;
    // It may have been answered before anybody watched.
    if (first?.idempotencyKey === undefined || first.receiveCount !== 1) return false;
    return firstOf.get(first.idempotencyKey) === messageId;
  };
  const at = (now: number): readonly Finding[] =>
    [...silent].flatMap(([messageId, certainAt]) => {
      if (now < certainAt) return [];
      silent.delete(messageId);
      const handling = handlings.get(messageId);
      if (goesAstray || handling === undefined || !isSilent(handling)) return [];
      const { messageKind } = handling;
      if (charged.has(messageKind) || !answered.has(messageKind)) return [];
      charged.add(messageKind);
      return [findingOf(handling)];
    });
  return {
    see(seen) {
      if (seen.kind === 'receive')
        for (const { messageId, idempotencyKey } of seen.messages)
          if (idempotencyKey !== undefined && firstOf.get(idempotencyKey) === undefined)
            firstOf.set(idempotencyKey, messageId);
      const about = handlings.add(seen);
      goesAstray ||= isAstray(seen, about[0]);
      if (seen.kind === 'callback' && isAccepted(seen)) answered.add(seen.messageKind);
      if (seen.kind === 'delete' && seen.outcome === 'deleted')
        for (const handling of about)
          if (silent.size < mostSilent && isSilent(handling))
            silent.set(handling.messageId, seen.at + answerPatienceMs);
      return at(momentOf(seen));
    },
    at,
  };
};

/** To no message that is known, or to one that has its result. */
const isAstray = (seen: TillTraffic, message: Handling | undefined): boolean => {
  if (seen.kind === 'unknown-path') return isElsewhere(seen);
  if (seen.kind !== 'callback') return false;
  return message?.messageKind !== seen.messageKind || isSurplus(message);
};

const findingOf = ({ messageId, messageKind, deliveries, deletes }: Handling): Finding => ({
  message:
    'The till deleted a message it had sent no result for, so that whoever asked waits in vain; answer every command, and delete it on the answer to that.',
  expected: `a result of ${messageKind} for ${messageId} that is answered 204, and then its deletion`,
  actual: `deleted, and no result within ${answerPatienceMs / 1000} s`,
  exchanges: [...deliveries, ...deletes].map(({ exchange }) => exchange).slice(0, 3),
  cause: `${messageKind} deleted unanswered`,
});
