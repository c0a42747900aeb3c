import type { CheckOutcome } from '#schemas';
import { defineTillScenario, harmless } from '../../arrange/till/active-till.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { stillAnswers } from '../../arrange/till/answered-before.ts';
import { deliveriesIn, type Delivery, ofKind, recoveryMs } from '#traffic/laws';
import type { PosWorld, QueueMisbehaviour, TrafficOf } from '../../context/pos.ts';

type World = PosWorld<'queue/survives-queue-faults'>;

/** SDKs try a call three times by themselves: with fewer errors the till's own code would not notice. */
const trials: Readonly<Record<string, QueueMisbehaviour>> = {
  'errors to polls': { kind: 'error', action: 'ReceiveMessage', times: 6 },
  'throttled polls': { kind: 'throttle', action: 'ReceiveMessage', times: 4 },
  'polls that are cut off': { kind: 'drop-before', action: 'ReceiveMessage', times: 4 },
  'polls answered late': { kind: 'delay', action: 'ReceiveMessage', delayMs: 500, times: 1 },
  'a deletion that fails': { kind: 'error', action: 'DeleteMessage', times: 4 },
};

/** How often the till is looked after. */
const lookMs = 500;
/** So many of them a till may be at work on messages of before. */
const mostPatiences = 4;
/** What was received and is not answered for so long was left. */
const leftAloneMs = 5_000;

export default defineTillScenario({
  id: 'pos/queue-faults',
  title: 'After faults of the queue the till goes on polling',
  phase: 'after',
  covers: ['queue/survives-queue-faults'],
  async run(world) {
    // The twin without a fault: where that is not answered, no fault is to blame.
    if (!(await stillAnswers(world))) return notExercised('the till answers no command, or not with its credentials');
    // Cut off polls and failing deletions come in mixed schedules too.
    const all = Object.entries(trials);
    for (const [name, misbehaviour] of isLeftOut(world, 'other faults of the queue') ? all.slice(0, 1) : all) {
      world.progress(`the queue misbehaves: ${name}`);
      const outcome = await attempt(world, name, misbehaviour);
      world.check('queue/survives-queue-faults', outcome);
      // A till that has stopped polling would only be found dead again, and a busy one busy.
      if (outcome.status !== 'passed') return;
    }
  },
});

const attempt = async (world: World, name: string, misbehaviour: QueueMisbehaviour): Promise<CheckOutcome> => {
  const { till } = world;
  const from = till.mark();
  till.misbehave(misbehaviour);
  // The open poll is answered as always; what comes after it meets the fault.
  await till.send(harmless(world));
  const sent = await till.send(harmless(world));
  const matches = ({ messageId }: TrafficOf<'callback'>) => messageId === sent.messageId;
  let isOver = false;
  for (;;) {
    if (await till.next('callback', { from, matches, withinMs: lookMs })) return passed;
    const traffic = till.traffic();
    const delivery = deliveriesIn(traffic).findLast(({ messageId }) => messageId === sent.messageId);
    // As long as it tries it has survived, however long it holds back between two polls.
    const lastPollAt = Math.max(sent.sentAt, ...ofKind(traffic, 'receive').map(({ endedAt }) => endedAt));
    const now = world.clock.now();
    const quietMs = now - (delivery?.at ?? lastPollAt);
    if (delivery === undefined && now - sent.sentAt > mostPatiences * world.patienceMs)
      return notExercised(
        `the till was busy with other messages for ${Math.round((now - sent.sentAt) / 1000)} s, and did not come to the one after ${name}`,
      );
    // What broke off a batch may have left the rest of it to the queue: that comes again, and no fault with it.
    if (delivery && !isOver && quietMs > leftAloneMs) {
      isOver = true;
      till.behave();
      till.expireVisibility(sent.messageId);
    }
    if (quietMs > (delivery ? world.patienceMs : recoveryMs)) return stopped(name, delivery);
  }
};

const stopped = (name: string, received: Delivery | undefined): CheckOutcome =>
  failed({
    message: `The till stopped polling after ${name}; catch every exception of a queue call, and poll again after a short pause.`,
    expected: `a command sent afterwards is received, at the latest ${recoveryMs / 1000} s after the last poll, and answered`,
    actual: received ? 'it was received but not answered' : 'it was not received',
    ...(received && { exchanges: [received.exchange] }),
    cause: `stopped by ${name}`,
  });
