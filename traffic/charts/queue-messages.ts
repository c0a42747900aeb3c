import type { Span } from './time-axis.ts';

/** What happened to a message of a queue. */
export interface QueueMoment {
  readonly at: number;
  readonly message: string;
  readonly what: 'sent' | 'received' | 'answered' | 'refused' | 'back' | 'deleted';
  readonly group?: string;
  readonly name?: string;
  readonly exchange?: number;
}

export interface Message {
  readonly id: string;
  name: string;
  group: string;
  sentAt: number | undefined;
  /** From each delivery to when it was over; the last one may be open. */
  readonly flights: { readonly from: number; to: number | undefined }[];
  /** Its results, and whether each was accepted. */
  readonly results: { readonly at: number; readonly isAccepted: boolean }[];
  deletedAt: number | undefined;
  exchange: number | undefined;
}

export interface Lane {
  readonly group: string;
  readonly messages: readonly Message[];
}

export const messagesOf = (moments: Iterable<QueueMoment>): readonly Message[] => {
  const known = new Map<string, Message>();
  for (const { at, message: id, what, group, name, exchange } of moments) {
    const message: Message = known.get(id) ?? {
      id,
      name: '',
      group: '',
      sentAt: undefined,
      flights: [],
      results: [],
      deletedAt: undefined,
      exchange: undefined,
    };
    known.set(id, message);
    message.group = group ?? message.group;
    message.name = name ?? message.name;
    const flight = message.flights.at(-1);
    if (what === 'sent') message.sentAt ??= at;
    else if (what === 'answered' || what === 'refused') message.results.push({ at, isAccepted: what === 'answered' });
    else if (flight !== undefined) flight.to ??= at;
    if (what === 'received') {
      message.flights.push({ from: at, to: undefined });
      message.exchange = exchange ?? message.exchange;
    }
    if (what === 'deleted') message.deletedAt ??= at;
  }
  return [...known.values()].filter(({ sentAt, flights }) => sentAt !== undefined || flights.length > 0);
};

export const beganAt = ({ sentAt, flights }: Message): number => sentAt ?? flights[0]?.from ?? 0;
export const endedAt = ({ sentAt, flights, results, deletedAt }: Message, until: number): number =>
  Math.max(
    ...results.map(({ at }) => at),
    deletedAt ?? (flights.length === 0 ? Math.max(sentAt ?? 0, until) : (flights.at(-1)?.to ?? until)),
  );

/** When it waited while another of its group was in flight. */
export const heldSpans = (message: Message, { messages }: Lane, until: number): readonly Span[] => {
  const { sentAt } = message;
  if (sentAt === undefined) return [];
  const received = message.flights[0]?.from ?? until;
  let reached = sentAt;
  const held: { from: number; to: number }[] = [];
  const flights = messages
    .filter((other) => other !== message)
    .flatMap((other) => other.flights)
    .toSorted((one, other) => one.from - other.from);
  for (const { from, to = until } of flights) {
    const [start, end] = [Math.max(from, reached), Math.min(to, received)];
    if (end <= start) continue;
    const last = held.at(-1);
    if (last?.to === start) last.to = end;
    else held.push({ from: start, to: end });
    reached = end;
  }
  return held;
};

export const heldMs = (message: Message, lane: Lane, until: number): number =>
  heldSpans(message, lane, until).reduce((sum, { from, to }) => sum + to - from, 0);
