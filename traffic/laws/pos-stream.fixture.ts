import type { TillTraffic, TrafficOf } from '../till-traffic.ts';
import { posLaws } from './pos-laws.ts';
import { watch } from './watch.ts';

type Without<Seen> = Seen extends unknown ? Omit<Seen, 'n' | 'exchange'> & { readonly exchange?: number } : never;
/** One call of a till, before it has its place in a stream. */
export type Seen = Without<TillTraffic>;

export const numbered = (seen: readonly Seen[]): readonly TillTraffic[] =>
  seen.map((one, n) => ({ exchange: n, ...one, n }) as TillTraffic);

export const settings = { healthIntervalMs: 60_000, visibilityMs: 30_000, signatures: true };

/** What the laws say of a stream that ends at `endsAt`: by requirement, every verdict once, and the causes of failures. */
export const told = (seen: readonly Seen[], endsAt: number) => {
  const { see, at, end } = watch(posLaws, settings);
  const stream = numbered(seen);
  const said = [...stream.flatMap((one) => [...see(one), ...at(one.at)]), ...at(endsAt), ...end(endsAt)];
  return Object.fromEntries(
    Object.entries(Object.groupBy(said, ({ requirement }) => requirement)).map(([id, judgements]) => [
      id,
      [...new Set(judgements.map(({ outcome }) => ('cause' in outcome ? outcome.cause : outcome.status)))],
    ]),
  );
};

export const active: Seen = { kind: 'activation', at: 0, body: {}, success: true };
export const health = (at: number): Seen => ({ kind: 'health', at, status: 204, signed: true });
export const poll = (at: number, endedAt: number, ...messages: TrafficOf<'receive'>['messages']): Seen => ({
  kind: 'receive',
  at,
  endedAt,
  status: 200,
  waitSeconds: 20,
  messages,
});
export const message = (messageId: string, delivery = 1, groupId = 'g', messageKind = 'OrderSubmissionRequested') => ({
  messageId,
  messageKind,
  groupId,
  receiptHandle: `${messageId}-${delivery}`,
  receiveCount: delivery,
});
export const callback = (at: number, messageId: string, more: object = {}): Seen => ({
  kind: 'callback',
  at,
  answeredAt: at + 10,
  messageKind: 'OrderSubmissionRequested',
  messageId,
  body: { success: true },
  status: 204,
  signed: true,
  ...more,
});
export const remove = (
  at: number,
  messageId: string,
  delivery = 1,
  outcome: TrafficOf<'delete'>['outcome'] = 'deleted',
): Seen => ({
  kind: 'delete',
  at,
  messageId,
  receiptHandle: `${messageId}-${delivery}`,
  outcome,
});

let exchangedBefore = 0;
/** A command, its result, where there is one, and its deletion, under an id of its own. */
export const exchanged = (messageKind: string, about: object, body?: object, more: object = {}): Seen[] => {
  const id = `m${exchangedBefore++}`;
  const sent = poll(20, 30, { ...message(id, 1, 'g', messageKind), ...about });
  return [sent, ...(body === undefined ? [] : [callback(40, id, { messageKind, body, ...more })]), remove(50, id)];
};
/** The same, where the time matters. */
export const exchangedAt = (
  at: number,
  messageKind: string,
  about: object,
  body?: object,
  more: object = {},
): Seen[] => {
  const id = `m${exchangedBefore++}`;
  const said = body === undefined ? [] : [callback(at + 1, id, { messageKind, body, ...more })];
  return [poll(at, at, { ...message(id, 1, 'g', messageKind), ...about }), ...said, remove(at + 2, id)];
};

/** Table T1, shown as it is open to whoever asks for it. */
export const openTable = (openedAt: unknown, snapshot: object): Seen[] =>
  exchanged(
    'TableOrderSnapshotRequested',
    { tableId: 'T1' },
    {
      tableSessionContext: { tableId: 'T1', status: 'OPEN', openedAt },
      tableOrderSnapshot: { tableId: 'T1', status: 'OPEN', ...snapshot },
    },
  );

/** A waiter changes a table, which is pushed. */
export const changedByHand = (
  changeType = 'LINE_UPDATED',
  more: { readonly at?: number; readonly diff?: object } = {},
): Seen => {
  const { at = 60, diff = {} } = more;
  return {
    kind: 'event',
    at,
    messageKind: 'TableOrderSnapshotChanged',
    body: { changeType, diff },
    status: 204,
    signed: true,
  };
};
export const closedByHand = changedByHand('ORDER_CLOSED');
