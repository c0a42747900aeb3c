import type { Clock } from '#mocks/time';
import type { CheckOutcome, JournalEvent, Judgement, RequirementId } from '#schemas';
import {
  type Exchange,
  judgeExchange,
  observedOfShop,
  observedOfTill,
  operationNameOf,
  type Redactor,
  type UnnumberedTraffic,
  restsOnRedaction,
  toTillTraffic,
} from '#traffic';
import { scenariosOf } from '#scenarios';
import { merchantLaws, posLaws, type Watch, watch } from '#traffic/laws';
import { lawSettings, shapeSettings } from '../config/call-settings.ts';
import { needsRun, type Plan, select } from '../plan/select.ts';
import { type Observe, onceEach } from '../ports/observations.ts';
import { recordExchange } from '../ports/record-exchange.ts';
import { createRecorder } from '../ports/recorder.ts';
import { createCheckCollectors, type Reported } from '../verdicts/check-collector.ts';
import { createFold } from '../verdicts/settle.ts';
import { redactEvent } from './redact-event.ts';
import type { RunOptions } from './run-options.ts';
import { runStarted } from './run-started.ts';

/** A verdict of traffic that somebody else makes. */
export interface WatchedRunOptions extends Pick<RunOptions, 'config' | 'only' | 'skip' | 'register' | 'command'> {
  readonly suite: 'merchant' | 'pos';
  readonly redactor: Redactor;
  readonly clock: Pick<Clock, 'now'>;
  /** Gets every event, redacted, as it happens. */
  readonly onEvent: (event: JournalEvent) => void;
  /** Gets what is wrong each time, also where the journal only counts it. */
  readonly onWrong?: (requirement: RequirementId) => void;
}

export type WatchedRun = ReturnType<typeof openWatchedRun>;

/** Everything that schemas and laws can tell is judged; the rest is not exercised, since nobody makes it happen. */
export const openWatchedRun = (options: WatchedRunOptions) => {
  const { suite, config, redactor, clock, command, register } = options;
  const plan = watchedPlan(options);
  const fold = createFold();
  const emit = (event: JournalEvent): void => {
    const clean = redactEvent(event, redactor);
    options.onEvent(clean);
    fold.add(clean);
  };
  emit(runStarted({ suite, seed: 0, effort: 'standard', command, register, plan: plan.written }, config, clock));
  const collectors = createCheckCollectors(emit);
  const recorder = createRecorder(redactor, emit);
  const shapes = shapeSettings(config);
  let current = '';
  const report = (by: Reported['by'], { requirement, outcome }: Judgement, exchange?: Exchange): void => {
    if (!plan.inScope(requirement) || restsOnRedaction(outcome, exchange) || isHeaderless(requirement, exchange))
      return;
    if (outcome.status === 'failed' || outcome.status === 'warned') options.onWrong?.(requirement);
    collectors.of(current).report({ requirement, by, outcome: withoutKey(outcome) });
  };
  const feed = feederOf(options, (judgement) => report('law', judgement), onceEach(emit));
  return {
    /** Everything in the order it was complete. `scenario`: on whose account it goes. */
    see(exchange: Exchange, scenario: string) {
      current = scenario;
      recordExchange(recorder, exchange, { scenario, operation: operationNameOf(exchange.call) });
      for (const judgement of judgeExchange(exchange, shapes, { expect: 'any' })) report('schema', judgement, exchange);
      feed.see(exchange);
    },
    end(ended: 'completed' | 'interrupted' = 'completed') {
      feed.end();
      collectors.close();
      emit({ event: 'run-finished', at: new Date(clock.now()).toISOString(), ended });
      return fold.result();
    },
  };
};

/** What a run could be told to try, nobody who only watches can. */
const withoutKey = (outcome: CheckOutcome): CheckOutcome =>
  outcome.status === 'not-exercised' ? { status: outcome.status, reason: outcome.reason } : outcome;

/** Whoever captured it kept no headers: every answer has some. */
const isHeaderless = (requirement: string, exchange: Exchange | undefined): boolean =>
  requirement === 'http/json-content-type' && Object.keys(exchange?.response?.headers ?? { some: '' }).length === 0;

/** All scenarios of the suite, none of which runs. */
const watchedPlan = ({ suite, config, only, skip }: WatchedRunOptions): Plan => {
  const scenarios = scenariosOf[suite];
  const plan = select({ suite, config, only, skip, scenarios, hasTrigger: () => true });
  const { written } = plan;
  const omitted = scenarios.map(({ id, covers, provokes }) => ({ id, covers, provokes, reason: needsRun }));
  return { ...plan, scenarios: [], written: { ...written, scenarios: [], omitted, missing: [] } };
};

/** The laws over captured time: what our own process does meanwhile is of no account. */
export const feederOf = (
  { suite, config }: Pick<WatchedRunOptions, 'suite' | 'config'>,
  report: (judgement: Judgement) => void,
  observe: Observe = () => undefined,
): { readonly see: (exchange: Exchange) => void; readonly end: () => void } => {
  let now = 0;
  const settings = lawSettings(config);
  const tell = (judgements: readonly Judgement[]): void => judgements.forEach(report);
  const feed = <Seen>({ see, at, end }: Watch<Seen>, seenIn: (exchange: Exchange) => readonly Seen[]) => ({
    see(exchange: Exchange): void {
      now = Math.max(now, exchange.answeredAt);
      for (const seen of seenIn(exchange)) tell(see(seen));
      tell(at(now));
    },
    end: (): void => tell([...at(now), ...end(now)]),
  });
  if (suite === 'merchant')
    return feed(watch([...merchantLaws, observedOfShop(observe)], settings), (exchange) => [exchange]);
  let n = 0;
  const watched = watch([...posLaws, observedOfTill(observe)], settings);
  const restarted = createRestarts(watched.stalled);
  return feed(watched, (exchange) =>
    toTillTraffic(exchange).map((seen) => {
      restarted(seen);
      return { ...seen, n: n++ };
    }),
  );
};

/** A till that is started anew lets go of its poll, and is back within that time; sooner it has only polled again. */
const [soonMs, backMs] = [1_000, 60_000];

/**
 * Nobody who only watches is told of a restart: a poll that ended before its wait, with nothing, and then no call for a while is one.
 * Who is activated again lets go of its poll as well.
 */
const createRestarts = (stalled: Watch<Exchange>['stalled']) => {
  let downAt: number | undefined;
  let activatedAt = Number.NEGATIVE_INFINITY;
  return (seen: UnnumberedTraffic): void => {
    if (downAt !== undefined && seen.at - downAt > soonMs)
      stalled({ from: downAt, to: Math.min(seen.at, downAt + backMs), restart: true });
    if (seen.at >= (downAt ?? 0)) downAt = undefined;
    if (seen.kind === 'activation' && seen.success) activatedAt = seen.at;
    if (seen.kind !== 'receive' || seen.status >= 300 || seen.messages.length > 0 || seen.partial === true) return;
    if (seen.at < activatedAt) return;
    if (seen.endedAt - seen.at < (seen.waitSeconds ?? 0) * 1_000 - soonMs) downAt = seen.endedAt;
  };
};
