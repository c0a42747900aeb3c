import type { Json } from '#mocks/json';
import { onWork } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';
import type { Command } from '#mocks/pos/queue/command';

/** Tells orders apart by what is ordered, and does something else about one that is like another. */
const byPayload = (
  again: (first: Promise<Json | undefined>) => Promise<Json | undefined>,
  { kind = 'OrderSubmissionRequested' }: { readonly kind?: string | undefined } = {},
): TillDecorator =>
  onWork(kind === 'any' ? undefined : kind, () => {
    const known = new Map<string, Promise<Json | undefined>>();
    return (command, step) => {
      const order = JSON.stringify([command.messageKind, command.payload]);
      const first = known.get(order);
      if (first !== undefined) return again(first);
      const working = step(command);
      known.set(order, working);
      return working;
    };
  });

/** Passes over an order of which it kept the same of its messageId as of another that it has answered. */
const knownBy = (kept: (messageId: string) => string): TillDecorator =>
  onWork('OrderSubmissionRequested', () => {
    const known = new Map<string, string>();
    return async (command, step) => {
      const first = known.get(kept(command.messageId)) ?? command.messageId;
      known.set(kept(command.messageId), first);
      return first === command.messageId ? step(command) : undefined;
    };
  });

/** Takes commands of one kind for one of which it kept the same of their idempotencyKeys. */
const keyedBy =
  (kept: (key: string) => string): TillDecorator =>
  ({ journal }) => {
    const known = new Map<string, Command>();
    return {
      journal: {
        ...journal,
        byKey: (command) => {
          const key = `${command.messageKind} ${kept(command.idempotencyKey)}`;
          const first = known.get(key) ?? command;
          known.set(key, first);
          return journal.byKey(first);
        },
      },
    };
  };

/** Orders that are alike taken for one. */
export const alikeFaults = {
  'alike:answered-as-before': {
    title: 'takes an order of the same payload for the same order',
    breaks: ['queue/unlike-orders-apply', 'table/lines-follow-orders'],
    decorate: byPayload((first) => first),
  },
  'alike:passed-over': {
    title: 'deletes an order of the same payload as an earlier one, and sends no result',
    breaks: ['queue/unlike-orders-apply', 'queue/delete-after-callback'],
    decorate: byPayload(async () => undefined),
  },
  'alike:rejected': {
    title: 'rejects an order of the same payload as an earlier one',
    breaks: ['queue/unlike-orders-apply'],
    decorate: byPayload(async () => ({ success: false, rejectedItems: [{ reasonCode: 'DELISTED' }] })),
  },
  'alike:any-answered-as-before': {
    title: 'takes a message of the same payload for the same message, whatever its kind',
    breaks: [
      'queue/unlike-orders-apply',
      'listings/incremental-sync',
      'table/updated-at-moves',
      'table/lines-follow-orders',
      'events/table-changed',
    ],
    decorate: byPayload((first) => first, { kind: 'any' }),
  },
  'alike:any-passed-over': {
    title: 'deletes a message of the same payload as an earlier one, whatever its kind, and sends no result',
    breaks: [
      'queue/unlike-orders-apply',
      'queue/delete-after-callback',
      'listings/full-sync',
      'listings/incremental-sync',
    ],
    decorate: byPayload(async () => undefined, { kind: 'any' }),
  },
  'alike:short-keys': {
    title: 'keeps the first eight characters of an idempotencyKey',
    breaks: ['queue/unlike-orders-apply'],
    decorate: keyedBy((key) => key.slice(0, 8)),
  },
  'alike:ends-of-keys': {
    title: 'keeps the last eight characters of an idempotencyKey',
    breaks: ['queue/unlike-orders-apply'],
    decorate: keyedBy((key) => key.slice(-8)),
  },
  'alike:ends-of-message-ids': {
    title: 'keeps the last twelve characters of a messageId',
    breaks: ['queue/unlike-orders-apply', 'queue/delete-after-callback'],
    decorate: knownBy((messageId) => messageId.slice(-12)),
  },
  'alike:folded-keys': {
    title: 'compares idempotencyKeys without their capitals',
    breaks: ['queue/unlike-orders-apply'],
    decorate: keyedBy((key) => key.toLowerCase()),
  },
  'alike:short-message-ids': {
    title: 'keeps the first eight characters of a messageId',
    breaks: ['queue/unlike-orders-apply', 'queue/delete-after-callback'],
    decorate: knownBy((messageId) => messageId.slice(0, 8)),
  },
  'alike:message-ids-folded': {
    title: 'keeps a messageId in small letters',
    breaks: ['queue/unlike-orders-apply', 'queue/delete-after-callback'],
    decorate: knownBy((messageId) => messageId.toLowerCase()),
  },
  'alike:one-at-a-time': {
    title: 'of orders of the same payload that come at once it applies the first',
    breaks: ['queue/unlike-orders-apply'],
    // Quartz does not begin one before the other is answered.
    variants: ['copper'],
    decorate: (parts) => {
      const underWay = new Map<string, Promise<Json | undefined>>();
      return onWork('OrderSubmissionRequested', () => async (command, step) => {
        const order = JSON.stringify([command.messageKind, command.payload]);
        const first = underWay.get(order);
        if (first !== undefined) return first;
        const working = parts.clock.sleep(20).then(() => step(command));
        underWay.set(order, working);
        const result = await working;
        underWay.delete(order);
        return result;
      })(parts);
    },
  },
} as const satisfies Readonly<Record<string, PosFault>>;
