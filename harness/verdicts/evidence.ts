import { createPlacedOrders } from './placed-orders.ts';
import {
  causeId,
  type CheckOutcome,
  type JournalEvent,
  type RequirementId,
  type RunStarted,
  type ToldFinding,
} from '#schemas';

type Of<Name extends JournalEvent['event']> = Extract<JournalEvent, { event: Name }>;

/** One cause of trouble, seen `count` times. */
export interface Trouble {
  readonly scenario: string;
  readonly finding: ToldFinding;
  readonly exchanges: number[];
  count: number;
}

type Untried = Pick<Of<'check'>, 'scenario' | 'by'> &
  Omit<Extract<CheckOutcome, { status: 'not-exercised' }>, 'status'>;

export type Reports = ReturnType<typeof createReports>;

const createReports = () => ({
  checks: 0,
  passed: 0,
  scenarios: new Set<string>(),
  /** By the id of the cause. */
  failed: new Map<string, Trouble>(),
  warned: new Map<string, Trouble>(),
  untried: [] as Untried[],
});

/** A journal, gathered. It keeps no exchange, so that it stays small however long the run is. */
export type Evidence = ReturnType<typeof createEvidence>;

export const createEvidence = () => ({
  starts: [] as RunStarted[],
  ends: [] as Of<'run-finished'>[],
  reports: new Map<RequirementId, Reports>(),
  begun: new Set<string>(),
  finished: new Map<string, Of<'scenario-finished'>>(),
  attempted: new Map<string, Pick<Of<'attempted'>, 'property' | 'made' | 'planned' | 'levels'>[]>(),
  observed: new Map<string, Set<string>>(),
  unexpected: new Map<string, { count: number; readonly exchanges: number[] }>(),
  usedUp: new Set<string>(),
  placed: createPlacedOrders(),
  replayed: [] as Of<'replayed'>[],
  exchanges: 0,
  /** Answers that only said that we are too fast; the call was sent again. */
  limited: 0,
  /** The last moment the journal knows of. */
  lastAt: '',
});

/** A few exchanges show a cause; the journal has the rest. */
const exchangesPerCause = 5;
const observationsPerAssumption = 20;
const unexpectedKinds = 200;

export const gather = (evidence: Evidence, event: JournalEvent): void => {
  switch (event.event) {
    case 'run-started':
      evidence.starts.push(event);
      evidence.lastAt = later(evidence.lastAt, event.at);
      return;
    case 'scenario-started':
      evidence.begun.add(event.scenario);
      evidence.lastAt = later(evidence.lastAt, event.at);
      return;
    case 'exchange':
      evidence.exchanges++;
      if (event.exchange.response?.status === 429 && event.exchange.sender === 'harness') evidence.limited++;
      // Of traffic that is only watched, the orders are those of customers.
      if (evidence.begun.has(event.exchange.scenario)) evidence.placed.see(event.exchange);
      evidence.lastAt = later(evidence.lastAt, event.exchange.at);
      return;
    case 'check':
      gatherCheck(reportsOf(evidence, event.requirement), event);
      return;
    case 'attempted': {
      const { event: _, scenario, ...attempts } = event;
      const known = evidence.attempted.get(scenario) ?? [];
      // One that is run again makes its attempts again.
      const others = known.filter((one) => one.property !== attempts.property);
      evidence.attempted.set(scenario, [...others, attempts]);
      return;
    }
    case 'observed': {
      const seen = evidence.observed.get(event.assumption) ?? new Set();
      evidence.observed.set(event.assumption, seen);
      if (seen.size < observationsPerAssumption) seen.add(event.observation);
      return;
    }
    case 'unexpected': {
      const known = evidence.unexpected.get(event.what);
      if (known === undefined && evidence.unexpected.size >= unexpectedKinds) return;
      const entry = known ?? { count: 0, exchanges: [] };
      evidence.unexpected.set(event.what, entry);
      entry.count++;
      if (event.exchange !== undefined && entry.exchanges.length < exchangesPerCause)
        entry.exchanges.push(event.exchange);
      return;
    }
    case 'used-up':
      evidence.usedUp.add(event.what);
      return;
    case 'replayed':
      evidence.replayed.push(event);
      return;
    case 'scenario-finished':
      evidence.finished.set(event.scenario, event);
      return;
    case 'run-finished':
      evidence.ends.push(event);
      evidence.lastAt = later(evidence.lastAt, event.at);
      return;
    default:
      event satisfies never;
  }
};

const later = (one: string, other: string): string => (other > one ? other : one);

const reportsOf = ({ reports }: Evidence, id: RequirementId): Reports => {
  const known = reports.get(id) ?? createReports();
  reports.set(id, known);
  return known;
};

const gatherCheck = (reports: Reports, { scenario, by, outcome, count = 1 }: Of<'check'>): void => {
  reports.scenarios.add(scenario);
  if (outcome.status === 'not-exercised') {
    const { status: _, ...why } = outcome;
    reports.untried.push({ scenario, by, ...why });
    return;
  }
  reports.checks += count;
  if (outcome.status === 'passed') reports.passed += count;
  else addTrouble(reports[outcome.status], scenario, outcome, count);
};

const addTrouble = (troubles: Map<string, Trouble>, scenario: string, finding: ToldFinding, count: number): void => {
  const cause = causeId(finding);
  const known = troubles.get(cause);
  // Told at once, and again with the shortest case that shows it, which is the one to read.
  const isNarrowed = known?.scenario === scenario && !known.finding.replay && finding.replay !== undefined;
  // Expected and observed are those of one time, so the exchanges are too; the journal has the others.
  const trouble =
    known && !isNarrowed
      ? known
      : { scenario, finding, exchanges: [...new Set(finding.exchanges)].slice(-exchangesPerCause), count: 0 };
  troubles.set(cause, trouble);
  trouble.count = (known?.count ?? 0) + count;
};
