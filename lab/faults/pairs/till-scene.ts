import { isObject, type JsonObject, objectOf, objectsIn, textIn } from '#mocks/json';
import { type Command, readCommand } from '#mocks/pos/queue/command';
import type { Delivery } from '#mocks/pos/queue/mailbox';
import { stationOf, wantedItems } from '#mocks/pos/requests';
import type { Restaurant } from '#mocks/pos/restaurant/restaurant';

/** What came of the last order or payment at a table. */
type Outcome = 'accepted' | 'partly' | 'rejected' | 'payment failed' | 'paid';

/** A command that a till works on, and what the till knows of it. */
export interface TillScene {
  readonly command: Command;
  readonly kind: string;
  /** Where it belongs; empty for what is of no table. */
  readonly tableId: string;
  readonly context: string;
  readonly items: number;
  /** Items that cannot be had. */
  readonly missing: number;
  readonly note: string;
  readonly delivery: 'first' | 'again' | 'known key';
  /** A minute from an activation on, or after a minute without a message. */
  readonly since: 'activation' | 'reactivation' | 'idle' | 'work';
  /** What the last callback was answered: its status, 0 without an answer, undefined before the first. */
  readonly answered: number | undefined;
  readonly company: 'alone' | 'another group' | 'the same group';
  /** What the staff did at the table since the last command about it. */
  readonly meanwhile: ReadonlySet<string>;
  readonly outcome: Outcome | undefined;
  readonly tableStatus: string | undefined;
  readonly isClosed: boolean;
  readonly isPaused: boolean;
  /** Bills of the table that are neither paid nor released. */
  readonly openBills: number;
  /** The last result of this kind about another table or bill, and the last about this one. */
  readonly elsewhere: JsonObject | undefined;
  readonly before: JsonObject | undefined;
}

interface Message {
  readonly command: Command;
  readonly groupId: string;
  count: number;
  isOut: boolean;
  isAccepted: boolean;
  company: TillScene['company'];
  since: TillScene['since'];
  delivery: TillScene['delivery'];
  scene?: TillScene;
}

const idleMs = 60_000;

/** What a till remembers of the commands it had. */
export const createTillMemory = (restaurant: () => Restaurant, now: () => number) => {
  const messages = new Map<string, Message>();
  const handles = new Map<string, string>();
  const keys = new Set<string>();
  const tableOfBill = new Map<string, string>();
  const openBills = new Map<string, Set<string>>();
  const meanwhile = new Map<string, Set<string>>();
  const outcomes = new Map<string, Outcome>();
  const results = new Map<string, { readonly tableId: string; readonly result: JsonObject }>();
  const resultsHere = new Map<string, JsonObject>();
  let answered: number | undefined;
  let activations = 0;
  let activatedAt = 0;
  let lastAt = Number.POSITIVE_INFINITY;
  let isClosed = false;
  let paused: ReadonlySet<string> = new Set();

  const tableOf = ({ messageKind, payload }: Command): string => {
    if (messageKind === 'TableOrderSnapshotRequested') return textIn(payload['tableId']);
    const { posBillId } = payload;
    if (posBillId !== undefined) return tableOfBill.get(textIn(posBillId)) ?? '';
    const station = stationOf(payload);
    return station.kind === 'TABLE' ? station.stationId : '';
  };

  const missingOf = (command: Command): number =>
    wantedItems(command.payload).filter(({ listingId, quantity }) => {
      const listing = restaurant().listings.find(listingId);
      return listing === undefined || listing.delisted || listing.paused || (listing.stock ?? quantity) < quantity;
    }).length;

  const happened = (tableId: string, what: string): void => {
    meanwhile.set(tableId, new Set([...(meanwhile.get(tableId) ?? []), what]));
  };

  const sinceNow = (): TillScene['since'] => {
    if (now() - activatedAt < idleMs) return activations > 1 ? 'reactivation' : 'activation';
    return now() - lastAt > idleMs ? 'idle' : 'work';
  };

  const drawn = (message: Message): TillScene => {
    const { command, company, since, delivery } = message;
    const { messageKind: kind, payload } = command;
    const tableId = tableOf(command);
    const context = objectOf(payload['orderContext']);
    const type = textIn(context['type']);
    const last = results.get(kind);
    return {
      command,
      kind,
      tableId,
      context: isObject(payload['orderContext']) ? stationOf(payload).kind : '',
      items: objectsIn(payload['items']).length,
      missing: missingOf(command),
      note: textIn(context['customerNote']),
      delivery,
      answered,
      company,
      since,
      meanwhile: meanwhile.get(tableId) ?? new Set(),
      outcome: outcomes.get(tableId),
      tableStatus: restaurant().tables.find(tableId)?.status,
      isClosed,
      isPaused: paused.size > 0 && (type === '' || paused.has(type)),
      openBills: openBills.get(tableId)?.size ?? 0,
      elsewhere: last === undefined || last.tableId === tableId ? undefined : last.result,
      before: resultsHere.get(`${kind} ${tableId}`),
    };
  };

  const settled = ({ kind, tableId, command, items, missing }: TillScene, result: JsonObject): void => {
    results.set(kind, { tableId, result });
    resultsHere.set(`${kind} ${tableId}`, result);
    meanwhile.delete(tableId);
    if (kind === 'OrderSubmissionRequested')
      outcomes.set(tableId, result['success'] === true ? 'accepted' : missing < items ? 'partly' : 'rejected');
    if (kind === 'BillPreparationRequested' && isObject(result['bill'])) {
      const id = textIn(result['bill']['posBillId']);
      tableOfBill.set(id, tableId);
      openBills.set(tableId, new Set([...(openBills.get(tableId) ?? []), id]));
    }
    if (kind === 'BillPaymentCompleted' && result['success'] === true) {
      outcomes.set(tableId, 'paid');
      openBills.get(tableId)?.delete(textIn(command.payload['posBillId']));
    }
  };

  const received = ({ body, groupId, receiptHandle }: Delivery): void => {
    const command = readCommand(body);
    if (command === undefined) return;
    const { messageId } = command;
    const key = `${command.messageKind} ${command.idempotencyKey}`;
    const known = messages.get(messageId);
    const delivery = known ? 'again' : keys.has(key) ? 'known key' : 'first';
    const message: Message = {
      count: 0,
      isAccepted: false,
      ...known,
      command,
      groupId,
      isOut: true,
      company: 'alone',
      since: sinceNow(),
      delivery,
    };
    message.count += 1;
    for (const other of messages.values())
      if (other.isOut && other.command.messageId !== messageId)
        for (const each of [other, message])
          each.company = other.groupId === groupId ? 'the same group' : 'another group';
    messages.set(messageId, message);
    handles.set(receiptHandle, messageId);
    keys.add(key);
    lastAt = now();
  };

  return {
    activated: (): void => {
      activations += 1;
      activatedAt = now();
    },
    received,
    deleted: (receiptHandle: string): void => {
      const message = messages.get(handles.get(receiptHandle) ?? '');
      if (message) message.isOut = false;
    },
    /** Before the work on a command. */
    begun: ({ messageId }: Command): TillScene | undefined => {
      const message = messages.get(messageId);
      if (message) message.scene = drawn(message);
      if (message?.scene?.kind === 'BillPaymentFailed') {
        outcomes.set(message.scene.tableId, 'payment failed');
        openBills.get(message.scene.tableId)?.delete(textIn(message.command.payload['posBillId']));
      }
      return message?.scene;
    },
    done: ({ messageId }: Command, result: unknown): void => {
      const scene = messages.get(messageId)?.scene;
      if (scene && isObject(result)) settled(scene, structuredClone(result));
    },
    /** As its callback leaves; undefined once a result was taken. */
    answering: (messageId: string): TillScene | undefined => {
      const message = messages.get(messageId);
      if (message === undefined || message.isAccepted) return undefined;
      const { delivery, company } = message;
      return { ...(message.scene ?? drawn(message)), delivery, company, answered };
    },
    answered: (messageId: string, status = 0): void => {
      answered = status;
      const message = messages.get(messageId);
      if (message && status === 204) message.isAccepted = true;
    },
    /** Of a message that is there, whether a result was taken or not. */
    of: (messageId: string): TillScene | undefined => {
      const message = messages.get(messageId);
      return message && { ...drawn(message), delivery: message.delivery };
    },
    ofHandle: (receiptHandle: string): TillScene | undefined => {
      const message = messages.get(handles.get(receiptHandle) ?? '');
      return message?.scene && { ...message.scene, delivery: message.delivery, company: message.company };
    },
    happened,
    pushed: (path: string, body: JsonObject): void => {
      if (path.endsWith('PosLocationAvailabilityChanged')) isClosed = body['open'] === false;
      if (!path.endsWith('PosOrderTypeAvailabilityChanged')) return;
      for (const { orderType, state } of objectsIn(body['changes'])) {
        const rest = [...paused].filter((one) => one !== orderType);
        paused = new Set(state === 'PAUSED' ? [...rest, textIn(orderType)] : rest);
      }
    },
  };
};
