import { createCounted } from '#mocks/faults';
import { randomUUID } from 'node:crypto';
import type { FakeClock } from './queue-fake-clock.ts';
import type {
  CallbackAnswer,
  CommandToSend,
  QueueMisbehaviour,
  SentCommand,
  TillPort,
  TillTraffic,
  TrafficOf,
} from '#scenarios';

/** Limits › queue visibility timeout. */
const visibilityMs = 30_000;
/** How often those who wait look around. */
const stepMs = 20;

type WithoutNumber<Seen> = Seen extends unknown ? Omit<Seen, 'n'> : never;

export interface FakeMessage extends Required<Omit<CommandToSend, 'payload'>> {
  readonly payload: unknown;
  readonly receiptHandle: string;
}

interface Queued extends Required<Omit<CommandToSend, 'payload'>> {
  readonly payload: unknown;
  visibleAt: number;
  receiveCount: number;
  handle: string;
  /** Delivered again once it is deleted. */
  again: boolean;
}

/** The platform's side of a fake till: its queue, with the calls a till makes. */
export const createFakePlatform = (clock: FakeClock) => {
  const log: TillTraffic[] = [];
  const sent = new Map<string, CommandToSend & Required<Omit<CommandToSend, 'payload'>>>();
  const handles = new Map<string, string>();
  const answers = new Map<string, readonly CallbackAnswer[]>();
  let queue: readonly Queued[] = [];
  const faults = createCounted<QueueMisbehaviour>();
  const pins = new Map<string, boolean>();

  const note = (seen: WithoutNumber<TillTraffic>): void => void log.push({ ...seen, n: log.length } as TillTraffic);
  const enqueue = (message: Required<Omit<CommandToSend, 'payload'>> & { readonly payload: unknown }): void => {
    queue = [...queue, { ...message, visibleAt: 0, receiveCount: 0, handle: '', again: false }];
  };
  const faultOf = (action: QueueMisbehaviour['action']): QueueMisbehaviour | undefined =>
    faults.next((fault) => fault.action === action);
  /** Of a group that has none under way. */
  const isReady = ({ groupId }: Queued): boolean =>
    !queue.some((message) => message.groupId === groupId && message.visibleAt > clock.now());

  const port: TillPort = {
    platformUrl: 'http://platform',
    merchantTaxId: '5250000001',
    issuePin: () => issue(true),
    issueRefusedPin: () => issue(false),
    traffic: () => log,
    mark: () => log.length,
    async next(kind, { matches = () => true, from = log.length, withinMs }) {
      const deadline = clock.now() + withinMs;
      for (let n = from; ; ) {
        for (; n < log.length; n++) {
          const seen = log[n];
          if (seen?.kind === kind && matches(seen as never)) return seen as never;
        }
        if (clock.now() >= deadline) return undefined;
        await clock.sleep(Math.min(stepMs, deadline - clock.now()));
      }
    },
    act: async () => await clock.sleep(stepMs),
    async send(command): Promise<SentCommand> {
      const messageId = command.messageId ?? randomUUID();
      const { messageKind, idempotencyKey = messageId, groupId = messageId, payload } = command;
      const message = { messageKind, messageId, idempotencyKey, groupId, payload };
      sent.set(messageId, message);
      enqueue(message);
      return await Promise.resolve({ messageKind, messageId, idempotencyKey, groupId, sentAt: clock.now() });
    },
    sent: () => [...sent.values()].map((command) => ({ ...command, sentAt: 0 })),
    deliverAgain(messageId) {
      const waiting = queue.find((message) => message.messageId === messageId);
      const gone = sent.get(messageId);
      if (waiting) waiting.again = true;
      else if (gone) enqueue(gone);
    },
    expireVisibility(messageId) {
      for (const message of queue) if (message.messageId === messageId) message.visibleAt = 0;
    },
    withdraw(messageId) {
      for (const message of queue) if (message.messageId === messageId) message.visibleAt = Number.POSITIVE_INFINITY;
    },
    answerCallbacks: (messageId, given) => void answers.set(messageId, given),
    misbehave: faults.add,
    behave: faults.clear,
    answerEvents: () => {},
    answerHealth: () => {},
    confirmTipRecipient: () => undefined,
  };
  const issue = (good: boolean): string => {
    const pin = randomUUID();
    pins.set(pin, good);
    return pin;
  };

  return {
    port,
    note,
    activate(pinCode: string): boolean {
      const success = pins.get(pinCode) ?? false;
      note({
        kind: 'activation',
        at: clock.now(),
        body: { merchantTaxId: '1', pinCode, softwareName: 'fake', softwareVersion: '1' },
        success,
        exchange: log.length,
      });
      return success;
    },
    testCall(): void {
      const messageId = randomUUID();
      const message = { messageKind: 'Test', messageId, idempotencyKey: messageId, groupId: messageId };
      enqueue({ ...message, payload: { nonce: messageId } });
      note({ kind: 'test-call', at: clock.now(), status: 200, messageId, signed: true, exchange: log.length });
    },
    async receive(waitSeconds: number | undefined, most: number): Promise<readonly FakeMessage[]> {
      const at = clock.now();
      const seen = { kind: 'receive', exchange: 0, at, ...(waitSeconds === undefined ? {} : { waitSeconds }) } as const;
      const fault = faultOf('ReceiveMessage');
      if (fault?.kind === 'delay') await clock.sleep(fault.delayMs ?? 0);
      else if (fault) {
        note({ ...seen, status: 503, endedAt: clock.now(), messages: [] });
        throw new Error(fault.kind);
      }
      const end = at + (waitSeconds ?? 0) * 1000;
      while (clock.now() < end && !queue.some(isReady)) await clock.sleep(stepMs);
      const taken = queue.filter(isReady).slice(0, most);
      for (const message of taken) {
        message.visibleAt = clock.now() + visibilityMs;
        message.receiveCount++;
        message.handle = randomUUID();
        handles.set(message.handle, message.messageId);
      }
      const messages = taken.map((message) => ({ ...message, receiptHandle: message.handle }));
      note({ ...seen, status: 200, endedAt: clock.now(), messages });
      return messages;
    },
    /** Whether the platform took it: no status when nothing came back. */
    async callback(
      call: { readonly messageKind: string; readonly messageId: string; readonly body: unknown },
      signed: boolean,
    ): Promise<number | undefined> {
      const at = clock.now();
      const [directed, ...rest] = answers.get(call.messageId) ?? [];
      if (directed !== undefined) answers.set(call.messageId, rest);
      await clock.sleep(directed === 'silence' ? 60_000 : 2);
      const { messageKind, messageId, body } = call;
      const isWrong = messageKind === 'Test' && Object(body).nonce !== messageId;
      const usual = signed ? (isWrong ? 400 : 204) : 401;
      const status = directed === undefined ? usual : typeof directed === 'object' ? directed.status : undefined;
      const answered = { answeredAt: clock.now(), ...(status === undefined ? {} : { status }) };
      note({ kind: 'callback', at, ...call, ...answered, signed, exchange: log.length });
      return status;
    },
    delete(receiptHandle: string): TrafficOf<'delete'>['outcome'] {
      const messageId = handles.get(receiptHandle);
      const message = queue.find(({ handle }) => handle === receiptHandle);
      const outcome = ((): TrafficOf<'delete'>['outcome'] => {
        if (faultOf('DeleteMessage')) return 'faulted';
        if (messageId === undefined) return 'invalid';
        return message && message.visibleAt > clock.now() ? 'deleted' : 'stale';
      })();
      if (outcome === 'deleted' && message?.again) Object.assign(message, { again: false, visibleAt: 0 });
      else if (outcome === 'deleted') queue = queue.filter((one) => one !== message);
      note({
        kind: 'delete',
        exchange: 0,
        at: clock.now(),
        receiptHandle,
        outcome,
        ...(messageId === undefined ? {} : { messageId }),
      });
      return outcome;
    },
  };
};

export type FakePlatform = ReturnType<typeof createFakePlatform>;
