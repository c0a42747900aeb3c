import type { FakeClock } from './queue-fake-clock.ts';
import type { FakeMessage, FakePlatform } from './queue-fake-platform.ts';
import type { TillTraffic } from '#scenarios';

/** What a till of a few lines does; a bug, or a choice the specification leaves open, replaces some of it. */
export interface TillSteps {
  readonly waitSeconds: number | undefined;
  readonly batch: number;
  /** Between two polls. */
  readonly pauseMs: number;
  readonly heartbeatMs: number | undefined;
  readonly firstReportMs: number;
  readonly takesRefusalForSuccess: boolean;
  readonly takesOnlyTheFirstPin: boolean;
  readonly polls: boolean;
  readonly signs: (kind: 'health' | 'callback') => boolean;
  readonly alsoCalls: string | undefined;
  readonly order: (messages: readonly FakeMessage[]) => readonly FakeMessage[];
  readonly path: (message: FakeMessage) => { readonly messageKind: string; readonly messageId: string };
  readonly deletes: 'after' | 'before' | 'never' | 'with its first handle' | 'not a duplicate' | 'with the message id';
  /** What an earlier order is known by. */
  readonly remembers: 'both' | 'message id' | 'key' | 'nothing' | 'once deleted';
  readonly duplicate: 'skipped' | 'answered again' | 'answered otherwise';
  readonly notTaken: 'sent again' | 'left' | 'deleted' | 'sent again twice, then deleted' | 'kept for later' | 'fatal';
  readonly rejected: 'left' | 'deleted' | 'sent for ever' | 'fatal';
  readonly queueFault: 'survived' | 'fatal';
  /** What becomes of the rest of a batch, which comes again. */
  readonly failedDeletion: 'passed over' | 'breaks off the batch';
  readonly unknownKind: 'deleted' | 'left' | 'fatal';
  readonly nonce: (nonce: unknown) => unknown;
  /** How an applied order shows in the table. */
  readonly table: (orders: number) => { readonly lines: readonly unknown[]; readonly totals: unknown };
}

export const soundTill: TillSteps = {
  waitSeconds: 20,
  batch: 1,
  pauseMs: 0,
  heartbeatMs: 20_000,
  firstReportMs: 10,
  takesRefusalForSuccess: false,
  takesOnlyTheFirstPin: false,
  polls: true,
  signs: () => true,
  alsoCalls: undefined,
  order: (messages) => messages,
  path: ({ messageKind, messageId }) => ({ messageKind, messageId }),
  deletes: 'after',
  remembers: 'both',
  duplicate: 'skipped',
  notTaken: 'left',
  rejected: 'left',
  queueFault: 'survived',
  failedDeletion: 'passed over',
  unknownKind: 'left',
  nonce: (nonce) => nonce,
  table: (orders) => ({
    lines: Array.from({ length: orders }, (_, line) => ({ line, qty: 1 })),
    totals: { due: orders * 5 },
  }),
};

class Died extends Error {}

export const createFakeTill = (clock: FakeClock, platform: FakePlatform, steps: TillSteps) => {
  const results = new Map<string, unknown>();
  const firstHandles = new Map<string, string>();
  let orders = 0;
  let firstPin: string | undefined;

  const report = (): void => {
    const signed = steps.signs('health');
    platform.note({ kind: 'health', at: clock.now(), status: signed ? 204 : 401, signed, exchange: 0 });
  };
  const beat = async (): Promise<void> => {
    await clock.sleep(steps.firstReportMs);
    for (;;) {
      report();
      if (steps.heartbeatMs === undefined) return;
      await clock.sleep(steps.heartbeatMs);
    }
  };

  const carryOut = ({ messageKind, payload }: FakeMessage): unknown => {
    const table = () => ({
      success: true,
      tableOrderSnapshot: { status: 'OPEN', updatedAt: '', ...steps.table(orders) },
    });
    if (messageKind === 'Test') return { nonce: steps.nonce(Object(payload).nonce) };
    if (messageKind === 'ProductListingsSyncRequested') return { checkpoint: {}, listings: [] };
    if (messageKind !== 'OrderSubmissionRequested') return table();
    orders++;
    return { success: true, acceptedItems: [{ number: orders }] };
  };

  const remove = ({ messageId, receiptHandle }: FakeMessage): void => {
    if (!firstHandles.has(messageId)) firstHandles.set(messageId, receiptHandle);
    if (steps.deletes === 'never') return;
    const first = firstHandles.get(messageId) ?? receiptHandle;
    const handle = { 'with the message id': messageId, 'with its first handle': first }[String(steps.deletes)];
    const outcome = platform.delete(handle ?? receiptHandle);
    if (outcome === 'faulted' && steps.failedDeletion === 'breaks off the batch') throw new Error('not deleted');
  };

  const keysOf = ({ messageId, idempotencyKey }: FakeMessage): readonly string[] => {
    if (steps.remembers === 'nothing') return [];
    if (steps.remembers === 'message id') return [messageId];
    return steps.remembers === 'key' ? [idempotencyKey] : [messageId, idempotencyKey];
  };

  const tell = async (message: FakeMessage, body: unknown): Promise<number | undefined> => {
    const signed = steps.signs('callback');
    return await platform.callback({ ...steps.path(message), body }, signed);
  };

  const handle = async (message: FakeMessage): Promise<void> => {
    if (!message.messageKind.match(/^(Test|ProductListingsSync|Table|Order)/u)) {
      if (steps.unknownKind === 'fatal') throw new Died();
      if (steps.unknownKind === 'deleted') remove(message);
      return;
    }
    const known = keysOf(message).find((key) => results.has(key));
    const isDuplicate = known !== undefined && !toldYet.has(message.messageId);
    const isTold = toldYet.has(message.messageId);
    if (isTold && steps.duplicate === 'skipped') {
      if (steps.deletes !== 'not a duplicate') remove(message);
      return;
    }
    await clock.sleep(message.messageKind.startsWith('Product') ? 20 : 5);
    const again = known !== undefined || isDuplicate;
    const body = again
      ? steps.duplicate === 'answered otherwise' && isTold
        ? { success: false, rejectedItems: [] }
        : results.get(known)
      : carryOut(message);
    if (steps.deletes === 'before') remove(message);
    if (steps.remembers !== 'once deleted') for (const key of keysOf(message)) results.set(key, body);
    let status = await tell(message, body);
    for (let tries = 0; status !== 204 && status !== 400 && tries < 8; tries++) {
      if (steps.notTaken === 'fatal') throw new Died();
      if (steps.notTaken === 'left') return;
      if (steps.notTaken === 'deleted' || (steps.notTaken.startsWith('sent again twice') && tries === 2)) break;
      if (steps.notTaken === 'kept for later') {
        remove(message);
        await clock.sleep(10_000);
      }
      await clock.sleep(500);
      status = await tell(message, body);
    }
    if (status === 400) {
      if (steps.rejected === 'fatal') throw new Died();
      for (let tries = 0; steps.rejected === 'sent for ever' && tries < 1_000; tries++) await tell(message, body);
      if (steps.rejected === 'left') return;
    }
    if (steps.remembers === 'once deleted') for (const key of keysOf(message)) results.set(key, body);
    toldYet.add(message.messageId);
    if (steps.deletes !== 'before') remove(message);
  };
  const toldYet = new Set<string>();

  const consume = async (): Promise<void> => {
    while (steps.polls) {
      try {
        for (const message of steps.order(await platform.receive(steps.waitSeconds, steps.batch)))
          await handle(message);
      } catch (error) {
        if (error instanceof Died || steps.queueFault === 'fatal') return;
        await clock.sleep(1_000);
      }
      await clock.sleep(steps.pauseMs);
    }
  };

  return {
    activate(pinCode: string): void {
      firstPin ??= pinCode;
      const success = platform.activate(steps.takesOnlyTheFirstPin ? firstPin : pinCode);
      if (!success && steps.takesRefusalForSuccess) report();
      if (!success) return;
      if (steps.alsoCalls !== undefined) {
        const refused: Omit<Extract<TillTraffic, { kind: 'queue-refused' }>, 'n'> = {
          kind: 'queue-refused',
          exchange: 0,
          at: clock.now(),
          action: steps.alsoCalls,
          reason: 'AccessDenied',
        };
        platform.note(refused);
      }
      void beat();
      void consume();
    },
  };
};
