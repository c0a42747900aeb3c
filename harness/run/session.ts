import type { serve } from '#mocks/hosting';
import type { Clock } from '#mocks/time';
import type { Config, JournalEvent, Party, ReplayPlan, RunResult } from '#schemas';
import {
  merchantScenarios,
  type MerchantScenario,
  type MerchantTriggerInputs,
  phases,
  type TriggerPort,
} from '#scenarios';
import type { OutboundRequest } from '../exchanges/outbound.ts';
import { createRedactor } from '../exchanges/redact.ts';
import { select, type Plan } from '../plan/select.ts';
import { createFold } from '../verdicts/settle.ts';
import { execute, reasonOf } from './execute.ts';
import { identity } from './identity.ts';
import { openMerchantRun } from './merchant-run.ts';
import { redactEvent } from './redact-event.ts';

/** A run: everything it needs from outside, as values. */
export interface RunRequest {
  readonly suite: Party;
  readonly config: Config;
  readonly seed: number;
  readonly effort: 'quick' | 'standard' | 'thorough';
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly replay?: ReplayPlan | undefined;
  readonly shard?: { readonly index: number; readonly of: number } | undefined;
  readonly clock: Clock;
  /** Ends the run promptly; its result is then `interrupted`. */
  readonly signal: AbortSignal;
  readonly triggers: TriggerPort<MerchantTriggerInputs>;
  /** Gets every event, redacted, as it happens. */
  readonly journal: (event: JournalEvent) => void;
  /** The command line that repeats this run, without the program's name. */
  readonly command: readonly string[];
  /** The doctor: a target it cannot reach is not judged. */
  readonly preflight?:
    | (() => Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }>)
    | undefined;
  /** Values besides the configured headers that must never be written. */
  readonly secrets?: readonly string[] | undefined;
  /** Headers that sign a call to the merchant. */
  readonly sign?: ((request: OutboundRequest) => Readonly<Record<string, string>>) | undefined;
  /** What a long step is doing, for the live line. */
  readonly progress?: ((scenario: string, text: string) => void) | undefined;
  /** How the receiving platform gets its socket. */
  readonly serve?: typeof serve | undefined;
  /** Default: all scenarios of the suite. */
  readonly scenarios?: readonly MerchantScenario[] | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Runs a suite against its target. Throws a UsageError for what cannot be asked; every other end is a result. */
export const run = async (request: RunRequest): Promise<RunResult> => {
  const { config, clock, signal, seed, effort, suite } = request;
  const scenarios = request.scenarios ?? merchantScenarios;
  const plan = select({ ...request, scenarios, hasTrigger: (name) => hasTrigger(request.triggers, name) });
  const redactor = createRedactor({
    headers: config.merchant?.headers ?? {},
    values: request.secrets ?? [],
  });
  const fold = createFold();
  const emit = (event: JournalEvent): void => {
    const clean = redactEvent(event, redactor);
    request.journal(clean);
    fold.add(clean);
  };
  emit({
    event: 'run-started',
    at: new Date(clock.now()).toISOString(),
    suite,
    seed,
    effort,
    ...identity(),
    target: config.target ?? {},
    command: request.command,
    ...(request.shard !== undefined && { shard: request.shard }),
    plan: plan.written,
    settling: {
      severity: config.severity ?? {},
      expectedFailures: config.expectedFailures ?? [],
      tolerate: config.tolerate ?? [],
      assumptions: config.assumptions ?? {},
    },
  });
  const ended = await attempt(async () => {
    const preflight = await request.preflight?.();
    if (preflight?.ok === false) return { ended: 'not-judged', reason: preflight.reason };
    await runPlan(request, plan, emit, redactor);
    return { ended: 'completed' };
  });
  const interrupted = signal.aborted && ended.ended !== 'not-judged';
  emit({
    event: 'run-finished',
    at: new Date(clock.now()).toISOString(),
    ...(interrupted ? { ended: 'interrupted' } : ended),
  });
  return fold.result();
};

type Ended = Pick<Extract<JournalEvent, { event: 'run-finished' }>, 'ended' | 'reason'>;

const attempt = async (work: () => Promise<Ended>): Promise<Ended> => {
  try {
    return await work();
  } catch (error) {
    return { ended: 'broken', reason: reasonOf(error) };
  }
};

const hasTrigger = (triggers: TriggerPort<MerchantTriggerInputs>, name: string): boolean =>
  triggers.has(name as keyof MerchantTriggerInputs);

/** Phases in order, one scenario after the other; what belongs to `meanwhile` runs beside all of them. */
const runPlan = async (
  request: RunRequest,
  plan: Plan,
  emit: (event: JournalEvent) => void,
  redactor: ReturnType<typeof createRedactor>,
): Promise<void> => {
  if (plan.scenarios.length === 0) return;
  await using merchant = await openMerchantRun(request, plan, emit, redactor);
  const { clock, signal } = request;
  const deps = { emit, clock, signal, makeWorld: merchant.makeWorld };
  const meanwhile = plan.scenarios
    .filter(({ phase }) => phase === 'meanwhile')
    .map(async (scenario) => await execute(scenario, deps));
  for (const phase of phases) {
    if (phase === 'meanwhile') continue;
    for (const scenario of plan.scenarios.filter((one) => one.phase === phase)) {
      merchant.current(scenario.id);
      await execute(scenario, deps);
    }
  }
  await Promise.all(meanwhile);
};
