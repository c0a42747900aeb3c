import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { exchangesOfScenario, ledTo, mayLead, type Reported } from '#reports';
import type { Exchange, JournalEvent, ReplayPlan, RunResult } from '#schemas';

export interface JournalEvidence extends Pick<Reported, 'exchanges' | 'everyExchange'> {
  readonly replays: readonly ReplayPlan[];
}

/** Reads a journal event by event, now and whenever every exchange is asked for: it may be larger than the memory. */
export const readEvidence = async (journal: string, result: RunResult): Promise<JournalEvidence> => {
  const selection = createSelection(result);
  for await (const event of eventsIn(journal)) selection.add(event);
  return {
    ...selection.selected,
    everyExchange: async function* () {
      for await (const event of eventsIn(journal)) if (event.event === 'exchange') yield event.exchange;
    },
  };
};

export const evidenceOf = (events: readonly JournalEvent[], result: RunResult): JournalEvidence => {
  const selection = createSelection(result);
  for (const event of events) selection.add(event);
  return {
    ...selection.selected,
    everyExchange: () => events.flatMap((event) => (event.event === 'exchange' ? [event.exchange] : [])),
  };
};

/** These exchanges, or all, of a journal that may still grow, as far as they are there. */
export async function* exchangesIn(journal: string, numbers?: readonly number[]): AsyncGenerator<Exchange> {
  const wanted = numbers && new Set(numbers);
  const only = numbers?.length === 1 ? `${numbers[0]},` : '';
  for await (const event of eventsIn(journal, `{"event":"exchange","exchange":{"n":${only}`))
    if (event.event === 'exchange' && wanted?.has(event.exchange.n) !== false) yield event.exchange;
}

/** Those lines that begin with it: to read each of a large journal takes its time. */
async function* eventsIn(journal: string, beginning = '{'): AsyncGenerator<JournalEvent> {
  for await (const line of createInterface({ input: createReadStream(journal), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (!line.startsWith(beginning)) continue;
    try {
      yield JSON.parse(line) as JournalEvent;
    } catch {
      // A killed run may leave half a line; the result was settled without it.
    }
  }
}

/** A till answers what it was brought not long before, and a page goes on from the one before it. */
const leadingKept = 200;

/** Keeps the exchanges a violation rests on and the first of each scenario, so that it stays small. */
const createSelection = (result: RunResult) => {
  const restedOn = new Set(
    result.requirements.flatMap(({ violations }) => violations.flatMap(({ exchanges }) => exchanges)),
  );
  const exchanges = new Map<number, Exchange>();
  const replays: ReplayPlan[] = [];
  const seen = new Map<string, number>();
  const leading: Exchange[] = [];
  return {
    selected: { exchanges, replays },
    add: (event: JournalEvent): void => {
      if (event.event === 'exchange') {
        const { n, scenario } = event.exchange;
        const before = seen.get(scenario) ?? 0;
        seen.set(scenario, before + 1);
        if (restedOn.has(n)) for (const one of ledTo(event.exchange, leading)) exchanges.set(one.n, one);
        if (before < exchangesOfScenario || restedOn.has(n)) exchanges.set(n, event.exchange);
        if (mayLead(event.exchange) && leading.push(event.exchange) > leadingKept) leading.shift();
      } else if (event.event === 'check' && event.outcome.status === 'failed' && event.outcome.replay !== undefined) {
        replays.push(event.outcome.replay);
      }
    },
  };
};
