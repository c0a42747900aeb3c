import type { Fate, Schedule, Step, Trouble } from './plans.ts';
import { freshId } from '../../arrange/identity.ts';
import { listingsSync, tableSnapshot } from '../../arrange/till/commands.ts';
import { acceptedOf, type Handling, handlingsIn, isAccepted, lastActAt, ofKind } from '#traffic/laws';
import type {
  CallbackAnswer,
  CommandToSend,
  PosWorld,
  QueueMisbehaviour,
  SentCommand,
  TillTraffic,
  TrafficOf,
} from '../../context/pos.ts';

type World = Pick<PosWorld, 'till' | 'clock' | 'signal' | 'patienceMs' | 'claims'>;

/** Where the orders of a schedule go. */
interface OrderedTable {
  readonly tableId: string;
  order(): CommandToSend;
}

/** A message of a schedule that was sent. */
export interface Posted extends SentCommand {
  readonly step: Step;
  /** How often it is to be deleted, which is once for each of its copies. */
  deletions: number;
}

/** A till at rest: it is done with all that was sent, or does nothing about it any more. */
export interface AtRest {
  readonly posted: readonly Posted[];
  /** All traffic since the first message. */
  readonly traffic: readonly TillTraffic[];
  /** What the till was still not done with when it had gone quiet. */
  readonly open: readonly Posted[];
  /** What was begun since it was last at rest. */
  readonly steps: Schedule;
}

const answers: Readonly<Record<Fate, CallbackAnswer>> = {
  'answered 503': { status: 503 },
  'answered 500': { status: 500 },
  'cut off': 'drop',
  'not answered': 'silence',
  'answered 404': { status: 404 },
  'answered 400': { status: 400 },
};

/** SDKs try a call three times by themselves: with fewer failures the till's own code would not notice. */
const misbehaviours: Readonly<Record<Exclude<Trouble, 'none'>, QueueMisbehaviour>> = {
  'polls fail': { kind: 'error', action: 'ReceiveMessage', times: 3 },
  'polls are throttled': { kind: 'throttle', action: 'ReceiveMessage', times: 3 },
  'polls are cut off': { kind: 'drop-before', action: 'ReceiveMessage', times: 3 },
  'the answer of a poll is lost': { kind: 'drop-after', action: 'ReceiveMessage', times: 1 },
  'deletions fail': { kind: 'error', action: 'DeleteMessage', times: 3 },
  'the answer of a deletion is lost': { kind: 'drop-after', action: 'DeleteMessage', times: 1 },
};

/** Errors › Callback responses: after these the platform asks for nothing more. */
export const endsThere = ({ results }: Step): boolean =>
  results.includes('answered 400') || results.includes('answered 404');

/** Carries a schedule out. Whenever the till is at rest `look` says whether to go on. */
export const carryOut = async (
  world: World,
  table: OrderedTable,
  schedule: Schedule,
  look: (rest: AtRest) => Promise<boolean>,
): Promise<void> => {
  const { till } = world;
  const from = till.mark();
  const groups = [freshId(), freshId(), freshId()];
  const posted: Posted[] = [];
  let steps: Schedule = [];
  const rests = async (): Promise<boolean> => {
    const open = await settle(world, posted, () => till.traffic().slice(from));
    till.behave();
    return await look({ posted, traffic: till.traffic().slice(from), open, steps });
  };
  for (const planned of schedule) {
    if (planned.waits && steps.length > 0) {
      if (!(await rests())) return;
      steps = [];
    }
    const orders = posted.filter(({ messageKind }) => messageKind === 'OrderSubmissionRequested');
    const first = orders[planned.which % Math.max(1, orders.length)];
    // The first of its kind is none that comes again.
    const step: Step = planned.asks === 'order again' && first === undefined ? { ...planned, asks: 'order' } : planned;
    steps = [...steps, step];
    if (step.queue !== 'none') till.misbehave(misbehaviours[step.queue]);
    if (step.asks !== 'same message') posted.push(await send(world, table, { step, first, groups }));
    // What the till may have left in the queue is not put there once more.
    else if (first !== undefined && !endsThere(first.step)) {
      first.deletions++;
      till.deliverAgain(first.messageId);
    }
  }
  await rests();
};

const send = async (
  world: World,
  table: OrderedTable,
  {
    step,
    first,
    groups,
  }: { readonly step: Step; readonly first: Posted | undefined; readonly groups: readonly string[] },
): Promise<Posted> => {
  const { till } = world;
  const shared = endsThere(step) ? undefined : groups[step.group % groups.length];
  const sent = await till.send({
    ...commandOf(world, table, step),
    // A message nobody answers for may hold its group up for good.
    groupId: shared ?? freshId(),
    ...(first && step.asks === 'order again' && { idempotencyKey: first.idempotencyKey }),
  });
  const given = step.results.map((fate) => answers[fate]);
  if (given.length > 0) till.answerCallbacks(sent.messageId, given);
  if (step.again === 'once deleted') till.deliverAgain(sent.messageId);
  return { ...sent, step, deletions: step.again === 'once deleted' ? 2 : 1 };
};

const commandOf = ({ claims }: World, table: OrderedTable, { asks }: Step): CommandToSend => {
  if (asks === 'order' || asks === 'order again') return table.order();
  return asks === 'menu' && claims.listings ? listingsSync() : tableSnapshot(table.tableId);
};

/** How often the traffic is looked at. */
const lookMs = 20;
/** A till that has not come back to a message for so long leaves it to the queue: it cannot tell that from 30 s. */
const leftAloneMs = 500;
/** One that sends a result again by itself pauses in between. */
const retryMs = 2_000;
/** A client without a limit of its own is hung up on after 60 s of silence. */
const silenceMs = 60_000;
const longestMs = 180_000;

const settle = async (
  { till, clock, signal, patienceMs }: World,
  posted: readonly Posted[],
  since: () => readonly TillTraffic[],
): Promise<readonly Posted[]> => {
  const started = clock.now();
  const failedMs = leavesFailures(till.traffic()) ? leftAloneMs : retryMs;
  const hurried = new Map<string, readonly number[]>();
  const quietMs = patienceMs + (posted.some(({ step }) => step.results.includes('not answered')) ? silenceMs : 0);
  for (;;) {
    const traffic = since();
    const handlings = new Map(handlingsIn(traffic).map((handling) => [handling.messageId, handling]));
    const open = posted.filter((one) => !isDone(one, handlings.get(one.messageId), hurried, clock.now()));
    const busyAt = Math.max(started, ...[...handlings.values()].map(lastActAt));
    if (open.length === 0 || clock.now() - busyAt > quietMs || clock.now() - started > longestMs) return open;
    for (const { messageId, step } of open) {
      const handling = handlings.get(messageId);
      if (handling === undefined) continue;
      const { callbacks, deletes } = handling;
      const before = hurried.get(messageId) ?? [];
      const handled = step.again === 'while it is handled' && before.length === 0;
      // What was received and not begun may wait for its turn, so that is hurried less and less often.
      const began = callbacks.length + deletes.length > 0;
      const lastAt = Math.max(...before, began ? lastActAt(handling) : busyAt);
      const isTaken = acceptedOf(handling) !== undefined;
      const dueMs = isTaken ? leftAloneMs : began ? failedMs : leftAloneMs * 2 ** before.length;
      if (handled || clock.now() - lastAt > dueMs) {
        hurried.set(messageId, [...before, clock.now()]);
        till.expireVisibility(messageId);
      }
    }
    await clock.sleep(lookMs, signal);
  }
};

/** Whether all results that were not taken came again only when their message did. */
const leavesFailures = (traffic: readonly TillTraffic[]): boolean => {
  const gaps = handlingsIn(traffic).flatMap(({ callbacks, deliveries }) =>
    callbacks.slice(1).flatMap((callback, index) => {
      const failed = callbacks[index];
      if (failed === undefined || isAccepted(failed)) return [];
      return [deliveries.some(({ at }) => at >= failed.answeredAt && at <= callback.at)];
    }),
  );
  return gaps.length > 0 && gaps.every(Boolean);
};

const isDone = (
  { messageId, step, deletions }: Posted,
  handling: Handling | undefined,
  hurried: ReadonlyMap<string, readonly number[]>,
  now: number,
): boolean => {
  if (handling === undefined) return false;
  const deleted = deletedTimes(handling);
  if (endsThere(step)) {
    // What becomes of such a message is the till's to choose; once it has come again the till has chosen.
    const asked = handling.callbacks.length >= step.results.length;
    return asked && (deleted > 0 || now - (hurried.get(messageId)?.at(-1) ?? now) > leftAloneMs);
  }
  // A retry may be passed over in silence.
  const answered = acceptedOf(handling) !== undefined || step.asks === 'order again';
  return answered && deleted >= deletions;
};

export const deletedTimes = ({ deletes }: Handling): number =>
  new Set(deletes.filter(({ outcome }) => outcome === 'deleted').map(({ receiptHandle }) => receiptHandle)).size;

/** Handles of messages that the till never saw, since the answer to its poll did not reach it. */
export const lostIn = (traffic: readonly TillTraffic[]): ReadonlySet<string> =>
  new Set(
    ofKind(traffic, 'receive')
      .filter(isLost)
      .flatMap(({ messages }) => messages.map(({ receiptHandle }) => receiptHandle)),
  );

const isLost = ({ status }: TrafficOf<'receive'>): boolean => status < 200 || status >= 300;
