import { type ByteBudget, createByteBudget } from '../../../retention/byte-budget.ts';
import type { TrafficOf } from '../../../till-traffic.ts';
import { createMemory } from '../../../retention/memory.ts';
import { type Delivery, visibilityMs } from '../../../ledgers/till/messages.ts';

/** Between two deliveries that far apart there was time enough to delete with the handle of the first. */
const enoughMs = 20_000;
/** Once a till may have been late, and delete what came again later still. */
const strikesOut = 2;
/** A deletion that went out twice may arrive after the next delivery, which then is deleted with its own handle. */
const breathMs = 5_000;

interface Message {
  /** The till has seen it: the answer to its poll was not lost. */
  latest: Delivery;
  readonly handles: Set<string>;
  readonly used: Set<string>;
  /** The till has sent its result since the latest delivery, so that what it deletes next is that one. */
  isAnswered: boolean;
  /** How often it was delivered and its result sent: with fewer results the till may be at a former delivery still. */
  deliveries: number;
  callbacks: number;
  /** Handles that have done their work, and the till knows it. */
  readonly spent: Map<string, number>;
  isDeleted: boolean;
  /** Since when only former handles were used for the latest delivery. */
  wrongSince?: number | undefined;
  usesSpent: boolean;
  strikes: number;
  /** The last call that used a former handle. */
  wrongIn?: number;
}

/** A message that is deleted with handles of former deliveries only, and what shows it. */
export interface FormerHandle {
  readonly messageId: string;
  readonly exchanges: readonly number[];
}

/** Which messages are deleted with handles of former deliveries only. Takes the same time for each call, however many came. */
export interface FormerHandles {
  /** The messages of which that is certain by now. */
  readonly delivered: (deliveries: readonly Delivery[]) => readonly FormerHandle[];
  readonly answered: (callback: TrafficOf<'callback'>) => void;
  readonly deleted: (deletion: TrafficOf<'delete'>) => void;
  readonly isSuspected: (messageId: string) => boolean;
  /** Past the time in which it is delivered once more nobody looks after the last delivery any more. */
  readonly at: (now: number) => readonly FormerHandle[];
  readonly end: (now: number) => readonly FormerHandle[];
}

/**
 * A till that is late may well delete with the handle of its own delivery when the next one has come, and a deletion may be on its
 * way as it comes. It is wrong to use a handle that has done its work for a later delivery, and to use none but that of a
 * former one for a delivery that was answered, or once more.
 */
export const createFormerHandles = (budget: ByteBudget = createByteBudget()): FormerHandles => {
  const messages = createMemory<Message>(budget, { most: 5_000 });
  const suspected = new Map<string, Message>();
  const clear = (messageId: string, message: Message): void => {
    message.wrongSince = undefined;
    message.usesSpent = false;
    suspected.delete(messageId);
  };
  const charged = (says: (message: Message, since: number) => boolean): readonly FormerHandle[] =>
    [...suspected].flatMap(([messageId, message]) => {
      if (message.wrongSince === undefined || !says(message, message.wrongSince)) return [];
      clear(messageId, message);
      // Of what was forgotten nobody saw whether it was deleted since.
      return messages.get(messageId) === message ? [{ messageId, exchanges: shownBy(message) }] : [];
    });

  const again = (message: Message, delivery: Delivery): boolean => {
    const wasWrong = message.wrongSince !== undefined && delivery.at - message.latest.at >= enoughMs;
    message.strikes = wasWrong ? message.strikes + 1 : message.strikes;
    message.latest = delivery;
    message.isAnswered = false;
    message.deliveries += 1;
    message.handles.add(delivery.receiptHandle);
    return message.strikes >= strikesOut;
  };

  return {
    delivered: (deliveries) =>
      deliveries.flatMap((delivery) => {
        const { messageId, receiptHandle } = delivery;
        const known = messages.get(messageId);
        if (known === undefined) {
          messages.set(messageId, {
            latest: delivery,
            handles: new Set([receiptHandle]),
            used: new Set(),
            isAnswered: false,
            deliveries: 1,
            callbacks: 0,
            spent: new Map(),
            isDeleted: false,
            usesSpent: false,
            strikes: 0,
          });
          return [];
        }
        const exchanges = shownBy(known);
        const isOut = again(known, delivery);
        // What is wrong of a handle that has done its work stays so; another may have been used too late.
        if (isOut || !known.usesSpent) clear(messageId, known);
        if (isOut) known.strikes = 0;
        return isOut ? [{ messageId, exchanges }] : [];
      }),
    answered({ messageId }) {
      const message = messages.get(messageId);
      if (message === undefined) return;
      message.isAnswered = true;
      message.callbacks += 1;
    },
    deleted({ messageId = '', receiptHandle, outcome, lost, at, exchange }) {
      const message = messages.get(messageId);
      if (message === undefined) return;
      const { latest, spent, used } = message;
      const spentAt = spent.get(receiptHandle);
      const isLatest = message.isAnswered || used.has(receiptHandle);
      // It has taken some of the deliveries on and deletes each with its own handle, as it comes to them.
      const isBehind = message.isAnswered && message.callbacks < message.deliveries;
      if (isBehind && !message.usesSpent) clear(messageId, message);
      used.add(receiptHandle);
      if (outcome === 'deleted') message.isDeleted = true;
      if (outcome === 'deleted' && lost !== true && spentAt === undefined) spent.set(receiptHandle, at);
      if (receiptHandle === latest.receiptHandle) {
        message.strikes = 0;
        clear(messageId, message);
        return;
      }
      if (used.has(latest.receiptHandle) || latest.at > at) return;
      const isSpent = spentAt !== undefined && latest.at > spentAt;
      const isFormer =
        isLatest && !isBehind && outcome === 'stale' && !message.isDeleted && message.handles.has(receiptHandle);
      if (!isSpent && !isFormer) return;
      message.wrongSince ??= at;
      message.wrongIn = exchange;
      message.usesSpent ||= isSpent;
      suspected.set(messageId, message);
    },
    isSuspected: (messageId) => suspected.has(messageId),
    at: (now) => charged(({ latest }) => now - latest.at > 2 * visibilityMs),
    end: (now) =>
      charged(
        ({ latest, usesSpent, strikes }, since) =>
          strikes > 0 || now - latest.at >= enoughMs || (usesSpent && now - since >= breathMs),
      ),
  };
};

/** The delivery it was, and the deletion that was not of it. */
const shownBy = ({ latest, wrongIn }: Message): readonly number[] =>
  wrongIn === undefined ? [latest.exchange] : [latest.exchange, wrongIn];
