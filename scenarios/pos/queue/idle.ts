import { defineTillScenario, harmless } from '../../arrange/till/active-till.ts';
import { ask } from '../../arrange/till/command-answer.ts';
import type { TrafficOf } from '../../context/pos.ts';

/** The full wait, a little less since it is seen from the other end. */
const emptyPollMs = 19_500;
/** A poll under way may still bring something, and then a whole one has to pass. */
const longestMs = 45_000;

/** Before results are refused: what a till leaves in its queue comes every 30 s, and no poll would be empty any more. */
export default defineTillScenario({
  id: 'pos/queue-idle',
  title: 'After a poll that brought nothing the till polls again',
  phase: 'after',
  covers: [],
  provokes: ['queue/long-polling'],
  async run(world) {
    const isEmpty = ({ messages, at, endedAt, status }: TrafficOf<'receive'>): boolean =>
      messages.length === 0 && status === 200 && endedAt - at >= emptyPollMs;
    world.progress('waiting for a poll that brings nothing');
    const empty = await world.till.next('receive', { from: 0, matches: isEmpty, withinMs: longestMs });
    // An open poll cannot be seen, so it is given something to return with.
    if (empty !== undefined) await ask(world, harmless(world));
  },
});
