import { defineTillScenario, harmless } from '../../arrange/till/active-till.ts';
import { ask } from '../../arrange/till/command-answer.ts';
import { handlingsIn, isDeleted, lastActAt, ofKind } from '#traffic/laws';
import type { TrafficOf } from '../../context/pos.ts';

/** The full wait, a little less since it is seen from the other end. */
const emptyPollMs = 19_500;
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
    const isEmpty = ({ messages, at, endedAt, status }: TrafficOf<'receive'>): boolean =>
      messages.length === 0 && status === 200 && endedAt - at >= emptyPollMs;
    const { till, clock, patienceMs } = world;
    world.progress('waiting for a poll that brings nothing');
    // What was left in the queue comes now, and not in the middle of a poll.
    if (!ofKind(till.traffic(), 'receive').some(isEmpty))
      // One it has just answered is about to be deleted, with a handle that is good still.
      for (const handling of handlingsIn(till.traffic()))
        if (!isDeleted(handling) && clock.now() - lastActAt(handling) > patienceMs)
          till.expireVisibility(handling.messageId);
    const empty = await till.next('receive', { from: 0, matches: isEmpty, withinMs: longestMs });
    // An open poll cannot be seen, so it is given something to return with.
    if (empty !== undefined) await ask(world, harmless(world));
  },
});
