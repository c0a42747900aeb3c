import type { Clock, TillPort, TillTrafficKind } from '#scenarios';

/** Shorter waits are over before anybody has read of them. */
const worthTellingMs = 2_000;

/** Says what is being waited for and until when; an empty text once that is over. */
export type Tell = (text: string) => void;

/** What a scenario is at, and between times what it is waiting for: once that is over, what it is at is said again. */
export type Said = ReturnType<typeof saidBy>;

export const saidBy = (say: Tell) => {
  let last = '';
  return {
    at(text: string): void {
      last = text;
      say(text);
    },
    waiting: (text: string) => say(text === '' ? last : text),
  };
};

const until = (now: number, ms: number): string => `until ${new Date(now + ms).toTimeString().slice(0, 8)}`;

const withProgress = async <Value>(
  tell: Tell,
  text: string,
  ms: number,
  wait: () => Promise<Value>,
): Promise<Value> => {
  if (ms < worthTellingMs) return await wait();
  tell(text);
  try {
    return await wait();
  } finally {
    tell('');
  }
};

export const sleepWithProgress = (clock: Clock, tell: Tell): Clock => ({
  now: () => clock.now(),
  sleep: async (ms, signal) =>
    await withProgress(tell, `waiting ${until(clock.now(), ms)}`, ms, async () => await clock.sleep(ms, signal)),
});

const named = {
  activation: 'an activation',
  health: 'a health report',
  event: 'an event',
  callback: 'a result',
  'test-call': 'a test call',
  tip: 'a call about tip recipients',
  receive: 'a poll',
  delete: 'a deletion',
  'queue-refused': 'a call to the queue',
  'unknown-path': 'a call',
} as const satisfies Record<TillTrafficKind, string>;

export const waitWithProgress = (till: TillPort, now: () => number, tell: Tell): TillPort => ({
  ...till,
  next: async (kind, options) =>
    await withProgress(
      tell,
      `waiting for ${named[kind]} of the till ${until(now(), options.withinMs)}`,
      options.withinMs,
      async () => await till.next(kind, options),
    ),
});
