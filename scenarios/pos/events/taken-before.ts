import type { CheckOutcome } from '#schemas';
import { isAccepted } from '#traffic/laws';
import type { AwaitedEvent } from '../../arrange/till/await-event.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed } from '../../outcome.ts';

/** A till that says again what was taken long ago says what is new as well. */
const newMs = 2_000;

/**
 * Events: a repeat is recognised by its identifier, so that the platform ignores a change that comes under one it has taken before,
 * however like the two are. Undefined where this one is new.
 */
export const takenBefore = async (
  { till }: Pick<PosWorld, 'till'>,
  { event, from }: AwaitedEvent & { readonly kind: 'pushed' },
): Promise<CheckOutcome | undefined> => {
  const { messageId, messageKind } = event;
  const before = till
    .traffic()
    .find((seen) => seen.kind === 'event' && seen.n < from && seen.messageId === messageId && isAccepted(seen));
  if (messageId === undefined || before?.kind !== 'event') return undefined;
  const isNew = (seen: typeof event): boolean => seen.messageKind === messageKind && seen.messageId !== messageId;
  if (await till.next('event', { from, matches: isNew, withinMs: newMs })) return undefined;
  return failed({
    message:
      'A change was pushed under the message identifier of an earlier event, so the platform takes it for a repeat and ignores it; make an identifier for each event, and not from what it says.',
    expected: 'an identifier of its own for each event',
    actual: `${JSON.stringify(messageId)} again with ${messageKind}`,
    exchanges: [before.exchange, event.exchange],
    cause: 'a new change under an identifier taken before',
  });
};
