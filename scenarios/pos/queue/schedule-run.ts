import type { Fate, Schedule, Step, Trouble } from './plans.ts';
import { freshId } from '../../arrange/identity.ts';
import { listingsSync, tableSnapshot } from '../../arrange/till/commands.ts';
import { type AtRest, endsThere, follow, type Posted, settle } from './schedule-rest.ts';
import { lifecyclesIn, isDeleted } from '#traffic/laws';
import type { CallbackAnswer, CommandToSend, PosWorld, QueueMisbehaviour } from '../../context/pos.ts';

type World = Pick<PosWorld, 'till' | 'clock' | 'signal' | 'patienceMs' | 'claims'>;

/** Where the orders of a schedule go. */
interface OrderedTable {
  readonly tableId: string;
  order(): CommandToSend;
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

/** Carries a schedule out. Whenever the till is at rest `look` says whether to go on. */
export const carryOut = async (
  world: World,
  table: OrderedTable,
  schedule: Schedule,
  look: (rest: AtRest) => Promise<boolean>,
): Promise<void> => {
  const { till } = world;
  const from = till.mark();
  const deletedKinds = new Set(
    lifecyclesIn(till.traffic())
      .filter(isDeleted)
      .map(({ messageKind }) => messageKind),
  );
  const followed = follow(world);
  const groups = [freshId(), freshId(), freshId()];
  const posted: Posted[] = [];
  let steps: Schedule = [];
  const rests = async (): Promise<boolean> => {
    const open = await settle(world, posted, followed);
    till.behave();
    return await look({ posted, traffic: till.traffic().slice(from), open, steps, deletedKinds });
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
    if (step.asks !== 'same message') posted.push(await send(world, table, step, { first, groups }));
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
  step: Step,
  { first, groups }: { readonly first: Posted | undefined; readonly groups: readonly string[] },
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
