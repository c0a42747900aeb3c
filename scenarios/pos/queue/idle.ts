import { defineTillScenario, harmless } from '../../arrange/till/active-till.ts';
import { ask } from '../../arrange/till/command-answer.ts';
import type { PosWorld, TrafficOf } from '../../context/pos.ts';
import { lifecyclesIn, isDeleted, lastActAt, ofKind } from '#traffic/laws';
import { isLeft } from './settlement.ts';

type Poll = TrafficOf<'receive'>;

/** A till that has not come back to a message for so long, once its result was not taken, leaves it to the queue. */
const leftAloneMs = 3_000;
/** After the patience with a command, until a poll that began in between has to be over. */
const certainMs = 25_000;
/** What failed is tried again by then. */
const recoveredMs = 2_000;
/** A poll under way may still bring something, and then a whole one has to pass. */
const longestMs = 45_000;

/** Last of those that leave the till alone for a while: where one of them did so long enough there is nothing left to wait for. */
export default defineTillScenario({
  id: 'pos/queue-idle',
  title: 'After a poll that brought nothing the till polls again',
  phase: 'after',
  covers: [],
  provokes: ['queue/long-polling'],
  async run(world) {
    const { till, clock, patienceMs } = world;
    world.progress('waiting for a poll that brings nothing');
    // What was left in the queue comes now, and not in the middle of a poll.
    if (!ofKind(till.traffic(), 'receive').some(isEmptyPoll))
      // One it has just answered is about to be deleted, with a handle that is good still.
      for (const one of lifecyclesIn(till.traffic()).filter((lifecycle) => !isDeleted(lifecycle)))
        if (clock.now() - lastActAt(one) > (isLeft(one) ? leftAloneMs : patienceMs))
          till.expireVisibility(one.messageId);
    let last = await till.next('receive', { from: 0, matches: isEmptyPoll, withinMs: longestMs });
    // It may have held back from what went wrong before that poll began or while it was open, which is over by the end of a later one.
    for (let seen = 1; last !== undefined && (await isPolledAfter(world, last)); seen++) {
      if (seen === mostEmpty || !hasRested(world, last)) return;
      // Another that began in the middle of it would tell no more.
      await clock.sleep(recoveredMs);
      await ask(world, harmless(world));
      last = await till.next('receive', { from: last.n + 1, matches: isEmptyPoll, withinMs: longestMs });
    }
  },
});

const mostEmpty = 3;

/** A breath between two polls is no rest. */
const breathMs = 4_000;

/** An open poll cannot be seen, so it is given something to return with. */
const isPolledAfter = async (world: PosWorld<never>, { n }: Poll): Promise<boolean> => {
  if ((await ask(world, harmless(world))).kind === 'answered') return true;
  // Whether it polls no more is certain only later.
  return (await world.till.next('receive', { from: n + 1, withinMs: certainMs })) !== undefined;
};

const hasRested = ({ till }: PosWorld<never>, empty: Poll): boolean =>
  ofKind(till.traffic(), 'receive').every(
    (poll) => poll === empty || poll.endedAt < empty.endedAt || poll.at > empty.endedAt + breathMs,
  );

const longestPollMs = 20_000;
/** The wait is seen from the other end. */
const closeMs = 500;

/** A poll that waited all of its time and brought nothing. */
export const isEmptyPoll = ({ messages, at, endedAt, status }: TrafficOf<'receive'>): boolean =>
  messages.length === 0 && status === 200 && endedAt - at >= longestPollMs - closeMs;

/** Of a poll under way that is younger nothing would be saved, and a till that holds back is not waited for. */
const worthMs = 5_000;

/** A poll that was under way beside something else need not be waited for once more: it brings nothing if nothing is sent. */
export const pollUnderWay = async ({ till, clock }: Pick<PosWorld, 'till' | 'clock'>): Promise<void> => {
  const polls = ofKind(till.traffic(), 'receive');
  const begunMs = clock.now() - (polls.at(-1)?.endedAt ?? clock.now());
  if (begunMs < worthMs || polls.some(isEmptyPoll)) return;
  await till.next('receive', { withinMs: Math.max(0, longestPollMs + closeMs - begunMs) });
};
