import type { Clock } from '#mocks/time';
import type { PosTriggerInputs, TriggerPort, Triggered } from '#scenarios';
import type { Stall } from '#traffic/laws';
import type { StartedTill } from '../targets/till-process.ts';
import type { PollLiveness } from '../ports/till/poll-liveness.ts';

const backMs = 60_000;
/** Connections of what was killed are closed by then, and one that goes on polling has polled. */
const goneMs = 1_000;

/** Some triggers say that it is done before they have begun. */
const downMs = 60_000;

/** When a till is started anew, it is not known until its polls have come for a while when it was down. */
export const createDowntime = (clock: Pick<Clock, 'now'>, stalled: (stall: Stall) => void) => {
  let [from, until] = [0, 0];
  return {
    begin: (): void => {
      from = clock.now();
      until = from + downMs;
    },
    end: (): void => {
      until = from;
    },
    /** Around what is told of each poll. */
    before: (call: () => () => void) => () => {
      const to = clock.now();
      if (from < until) stalled({ from, to, restart: true });
      from = to;
      return call();
    },
  };
};

interface RestartDeps {
  readonly started: StartedTill | undefined;
  readonly pollLiveness: PollLiveness;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly down: Pick<ReturnType<typeof createDowntime>, 'begin' | 'end'>;
}

/** A till is started anew by its trigger, or without one where we have started it ourselves. */
export const withRestart = (
  triggers: TriggerPort<PosTriggerInputs>,
  deps: RestartDeps,
): TriggerPort<PosTriggerInputs> => {
  const isOurs = (name: string): boolean =>
    name === 'restartTill' && deps.started?.restart !== undefined && !triggers.has(name);
  return {
    has: (name, variable) => isOurs(name) || triggers.has(name, variable),
    fire: async (name, input, seen) => {
      if (name === 'restartTill') deps.down.begin();
      return isOurs(name) ? await startAgain(deps) : await triggers.fire(name, input, seen);
    },
  };
};

const startAgain = async ({ started, pollLiveness, clock, down }: RestartDeps): Promise<Triggered> => {
  const again = await started?.restart?.(async () => {
    await clock.sleep(goneMs);
    return !pollLiveness.isPolling(goneMs / 2);
  });
  if (again === undefined || again === 'runs on')
    return unavailable('the till runs on elsewhere after the process of pos.command was killed: end it by hand');
  const how = await Promise.race([again.ended.then((end) => end.how), pollLiveness.pollsAgain(backMs)]);
  if (how === true) {
    down.end();
    return { kind: 'done', result: undefined };
  }
  const reason = how === false ? `did not poll its queue within ${backMs / 1000} s` : how;
  return unavailable(`pos.command was killed and run a second time, and the till ${reason}`);
};

const unavailable = (reason: string): Triggered => ({ kind: 'unavailable', reason, unlock: 'triggers.restartTill' });
