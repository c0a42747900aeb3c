import type { JournalEvent, Judgement, RequirementId } from '#schemas';
import type { UnnumberedTraffic } from '#traffic';
import { type Callers, createCallers } from './callers.ts';
import { createCheckCollector, type CheckCollector, type Reported } from '../verdicts/check-collector.ts';

/** On whose account goes what a till does. */
export interface Attribution extends Callers {
  /** A message to the till, whose delivery, result and deletion are all on this account. */
  readonly sent: (messageId: string, scenario: string) => void;
  readonly ofTraffic: (seen: readonly UnnumberedTraffic[]) => string;
  readonly report: (judgement: Judgement, scenario: string, by?: Reported['by']) => void;
  /** The same collector, with its failures remembered. */
  readonly watching: (checks: CheckCollector) => CheckCollector;
  readonly hasFailed: () => boolean;
  readonly close: () => void;
}

export interface AttributionDeps {
  readonly first: string;
  readonly emit: (event: JournalEvent) => void;
  readonly inScope: (requirement: RequirementId) => boolean;
}

export const createAttribution = ({ first, emit, inScope }: AttributionDeps): Attribution => {
  const callers = createCallers(first);
  let failed = false;
  const senders = new Map<string, string>();
  const collectors = new Map<string, CheckCollector>();
  const collectorOf = (scenario: string): CheckCollector => {
    const collector = collectors.get(scenario) ?? createCheckCollector(scenario, emit);
    collectors.set(scenario, collector);
    return collector;
  };
  return {
    ...callers,
    sent: (messageId, scenario) => void senders.set(messageId, scenario),
    ofTraffic: (seen) => messagesIn(seen).flatMap((messageId) => senders.get(messageId) ?? [])[0] ?? callers.latest(),
    report({ requirement, outcome }, scenario, by = 'schema') {
      failed ||= outcome.status === 'failed';
      if (inScope(requirement)) collectorOf(scenario).report({ requirement, by, outcome });
    },
    watching: (watched) => ({
      ...watched,
      report(reported) {
        failed ||= reported.outcome.status === 'failed';
        watched.report(reported);
      },
    }),
    hasFailed: () => failed,
    close() {
      for (const collector of collectors.values()) collector.close();
    },
  };
};

const messagesIn = (seen: readonly UnnumberedTraffic[]): readonly string[] =>
  seen.flatMap((one) => {
    if (one.kind === 'receive') return one.messages.map(({ messageId }) => messageId);
    return 'messageId' in one && one.messageId !== undefined ? [one.messageId] : [];
  });

/** On whose account goes what came of itself. */
export interface MerchantAttribution extends Callers {
  readonly retrieved: (basketId: string, scenario: string) => void;
  /** Of a push, whose basket some scenario has retrieved. */
  readonly ofBasket: (basketId: string | undefined) => string;
}

export const createMerchantAttribution = (first: string): MerchantAttribution => {
  const callers = createCallers(first);
  const baskets = new Map<string | undefined, string>();
  return {
    ...callers,
    retrieved: (basketId, scenario) => void baskets.set(basketId, scenario),
    ofBasket: (basketId) => baskets.get(basketId) ?? callers.latest(),
  };
};
