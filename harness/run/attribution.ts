import type { Judgement } from '#schemas';
import type { UnnumberedTraffic } from '#traffic';
import type { RunContext } from '../ports/run-context.ts';
import { type CheckCollector, createCheckCollectors, type Reported } from '../verdicts/check-collector.ts';

/** Whose calls are whose: several scenarios may be under way at once. */
const createCallers = (first: string) => {
  let latest = first;
  const callers: (string | undefined)[] = [];
  return {
    /** The scenario that began last: nothing tells of another one. */
    latest: () => latest,
    began(scenario: string): void {
      latest = scenario;
    },
    called(exchange: number, scenario: string): void {
      callers[exchange] = scenario;
    },
    /** Of what is told about calls some time after them. */
    ofJudgement({ outcome }: Judgement): string {
      const exchanges = 'exchanges' in outcome ? outcome.exchanges : undefined;
      return callers[exchanges?.at(-1) ?? -1] ?? latest;
    },
  };
};

export const createAttribution = ({ first, emit, inScope }: Pick<RunContext, 'first' | 'emit' | 'inScope'>) => {
  const callers = createCallers(first);
  let failed = false;
  const senders = new Map<string, string>();
  const collectors = createCheckCollectors(emit);
  return {
    ...callers,
    /** A message to the till, whose delivery, result and deletion are all on this account. */
    sent: (messageId: string, scenario: string) => void senders.set(messageId, scenario),
    ofTraffic: (seen: readonly UnnumberedTraffic[]) =>
      messagesIn(seen).flatMap((messageId) => senders.get(messageId) ?? [])[0] ?? callers.latest(),
    report({ requirement, outcome }: Judgement, scenario: string, by: Reported['by'] = 'schema'): void {
      failed ||= outcome.status === 'failed';
      if (inScope(requirement)) collectors.of(scenario).report({ requirement, by, outcome });
    },
    /** The same collector, with its failures remembered. */
    watching: (watched: CheckCollector): CheckCollector => ({
      ...watched,
      report(reported) {
        failed ||= reported.outcome.status === 'failed';
        watched.report(reported);
      },
    }),
    hasFailed: () => failed,
    close: collectors.close,
  };
};

const messagesIn = (seen: readonly UnnumberedTraffic[]): readonly string[] =>
  seen.flatMap((one) => {
    if (one.kind === 'receive') return one.messages.map(({ messageId }) => messageId);
    return 'messageId' in one && one.messageId !== undefined ? [one.messageId] : [];
  });

export type MerchantAttribution = ReturnType<typeof createMerchantAttribution>;

export const createMerchantAttribution = (first: string) => {
  const callers = createCallers(first);
  const baskets = new Map<string | undefined, string>();
  return {
    ...callers,
    retrieved: (basketId: string, scenario: string) => void baskets.set(basketId, scenario),
    /** Of a push, whose basket some scenario has retrieved. */
    ofBasket: (basketId: string | undefined) => baskets.get(basketId) ?? callers.latest(),
  };
};
