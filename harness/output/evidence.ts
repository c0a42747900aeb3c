import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Exchange, JournalEvent, ReplayPlan, RunResult } from '#schemas';

/** What the reports need of a journal beside the result. */
export interface JournalEvidence {
  readonly exchanges: ReadonlyMap<number, Exchange>;
  readonly replays: readonly ReplayPlan[];
  /** Exchanges left out, since all of them would not fit. */
  readonly leftOut: number;
}

/** All exchanges of an ordinary run; beyond it only those that a violation rests on. */
const roomBytes = 128 * 1024 * 1024;

/** Reads a journal line by line: as one string that of a long run would be longer than a string can be. */
export const readEvidence = async (journal: string, result: RunResult): Promise<JournalEvidence> => {
  const collect = createCollection(result);
  for await (const line of createInterface({ input: createReadStream(journal), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line === '') continue;
    try {
      collect.add(JSON.parse(line) as JournalEvent, line.length);
    } catch {
      // A killed run may leave half a line; the result was settled without it.
    }
  }
  return collect.evidence();
};

export const evidenceOf = (events: readonly JournalEvent[], result: RunResult): JournalEvidence => {
  const collect = createCollection(result);
  for (const event of events) collect.add(event, 0);
  return collect.evidence();
};

const createCollection = (result: RunResult) => {
  const wanted = new Set(
    result.requirements.flatMap(({ violations }) => violations.flatMap(({ exchanges }) => exchanges)),
  );
  const exchanges = new Map<number, Exchange>();
  const replays: ReplayPlan[] = [];
  let bytes = 0;
  let leftOut = 0;
  return {
    add: (event: JournalEvent, size: number): void => {
      if (event.event === 'exchange') {
        const { exchange } = event;
        bytes += size;
        if (bytes <= roomBytes || wanted.has(exchange.n)) exchanges.set(exchange.n, exchange);
        else leftOut += 1;
      } else if (event.event === 'check' && event.outcome.status === 'failed' && event.outcome.replay !== undefined) {
        replays.push(event.outcome.replay);
      }
    },
    evidence: (): JournalEvidence => ({ exchanges, replays, leftOut }),
  };
};
