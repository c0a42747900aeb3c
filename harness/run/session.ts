import { phases, posPhases, scenariosOf } from '#scenarios';
import type { JournalEvent, Party, RunResult } from '#schemas';
import { type Plan, select } from '../plan/select.ts';
import { endsWithCommand } from '../config/configured-targets.ts';
import { UsageError } from '../config/usage-error.ts';
import { TargetNotStarted } from '../targets/till-container.ts';
import type { TriggerName } from '../config/triggers.ts';
import { onceEach } from '../ports/observations.ts';
import type { RunContext } from '../ports/run-context.ts';
import { createFold } from '../verdicts/settle.ts';
import { configurationDigest } from './configuration-digest.ts';
import { execute, reasonOf } from './execute.ts';
import { openMerchantRun } from './merchant-run.ts';
import type { Ended, Open } from './open-run.ts';
import { redactorFor } from './redactor.ts';
import { redactEvent } from './redact-event.ts';
import type { RunRequest } from './run-options.ts';
import { runStarted } from './run-started.ts';
import { alone, together } from './together.ts';

export type { RunRequest };

/** Runs a suite against its target. Throws a UsageError for what cannot be asked; every other end is a result. */
export const run = async (request: RunRequest): Promise<RunResult> => {
  const { config, clock, signal, seed, effort, suite, command, register } = request;
  const known = suiteOf(suite);
  const plan = select({
    ...request,
    scenarios: request.scenarios ?? scenariosOf[suite],
    hasTrigger: (name) =>
      request.triggers.has(name as TriggerName) || (name === 'restartTill' && endsWithCommand(config.pos ?? {})),
  });
  const { redactor = redactorFor(config, request.secrets) } = request;
  const fold = createFold();
  let isOver = false;
  const emit = (event: JournalEvent): void => {
    // A call that was cut off at the end may be told of late; the journal has to say what the result says.
    if (isOver) return;
    isOver = event.event === 'run-finished';
    const clean = redactEvent(event, redactor);
    request.onEvent?.(clean);
    fold.add(clean);
  };
  emit({
    ...runStarted({ suite, seed, effort, command, register, plan: plan.written }, config, clock),
    ...(request.shard !== undefined && { shard: request.shard }),
    configuration: configurationDigest(config, redactor),
    ...(request.replay !== undefined && {
      replay: { scenario: request.replay.scenario, property: request.replay.property },
    }),
  });
  const ended = await attempt(async () => {
    const preflight = await request.preflight?.(new Set(plan.scenarios.flatMap(({ needs }) => needs)));
    if (preflight?.ok === false) return { ended: 'not-judged', reason: preflight.reason };
    return await runPlan(request, known, plan, {
      config,
      clock,
      signal,
      seed,
      effort,
      replay: request.replay,
      first: plan.scenarios[0]?.id ?? '',
      emit,
      redactor,
      observe: onceEach(emit),
      progress: request.onProgress ?? (() => undefined),
      inScope: plan.inScope,
    });
  });
  const interrupted = signal.aborted && ended.ended !== 'not-judged';
  emit({
    event: 'run-finished',
    at: new Date(clock.now()).toISOString(),
    ...(interrupted ? { ended: 'interrupted' } : ended),
  });
  return fold.result();
};

const attempt = async (work: () => Promise<Ended>): Promise<Ended> => {
  try {
    return await work();
  } catch (error) {
    // What was asked for cannot be: that is no news of ours or of the target.
    if (error instanceof UsageError) throw error;
    if (error instanceof TargetNotStarted) return { ended: 'not-judged', reason: error.message };
    return { ended: 'broken', reason: reasonOf(error) };
  }
};

/** In the order of the phases, at once what may be; what belongs to `meanwhile` runs beside all that follow it but restarts. */
const runPlan = async (
  request: RunRequest,
  { phases, open }: Suite,
  plan: Plan,
  context: RunContext,
): Promise<Ended> => {
  let end: Ended = { ended: 'completed' };
  if (plan.scenarios.length === 0) return end;
  const over = new AbortController();
  const signal = AbortSignal.any([context.signal, over.signal, ...(request.enough ? [request.enough] : [])]);
  await using target = await open(request, { ...context, signal });
  void target.died?.then((died) => {
    end = died;
    over.abort(new Error(died.reason));
  });
  const deps = { ...context, signal, perform: target.perform };
  const company = target.company ?? alone;
  const ofPhase = (phase: string) => plan.scenarios.filter((scenario) => scenario.phase === phase);
  const inOrder = async (some: readonly string[]): Promise<void> => {
    const groups = company.isFree === true ? [some.flatMap(ofPhase)] : some.map(ofPhase);
    for (const scenarios of groups)
      await together(scenarios, company, async (scenario, isBeside, pause) => {
        target.current(scenario.id);
        const again = company.isFree === true && isBeside && scenario.once !== true;
        const perform: typeof target.perform = async (one, checks, beside, others) =>
          await target.perform(one, checks, beside, { pause, ...others });
        const rest = await execute(scenario, { ...deps, perform }, again);
        const resume = async (): Promise<void> => {
          target.current(scenario.id);
          await rest?.();
        };
        return rest && resume;
      });
  };
  const index = phases.indexOf('meanwhile');
  const last = phases.slice(index + 1).filter((phase) => phase === 'restart');
  const later = phases.slice(index + 1).filter((phase) => phase !== 'restart');
  await inOrder(phases.slice(0, index));
  const isNeeded = phases.slice(index).some((phase) => ofPhase(phase).length > 0);
  const ended = isNeeded && !signal.aborted ? await target.prepare?.() : undefined;
  if (ended !== undefined) return ended;
  const others = Promise.withResolvers<void>();
  const meanwhile: typeof target.perform = async (one, checks) =>
    await target.perform(one, checks, undefined, { othersOver: others.promise });
  const beside = ofPhase('meanwhile').map(async (scenario) => await execute(scenario, { ...deps, perform: meanwhile }));
  await inOrder(later).finally(() => others.resolve());
  await Promise.all(beside);
  await inOrder(last);
  return request.enough?.aborted ? { ...end, reason: (request.enough.reason as Error).message } : end;
};

interface Suite {
  /** In the order they run; one of them is `meanwhile`. */
  readonly phases: readonly string[];
  readonly open: Open;
}

const suites: Readonly<Record<Party, Suite>> = {
  merchant: { phases, open: openMerchantRun },
  pos: {
    phases: posPhases,
    // The platform takes a while to load, and a merchant run may do without it.
    open: async (...run) => await (await import('./pos-run.ts')).openPosRun(...run),
  },
  platform: {
    phases,
    open: async (...run) => await (await import('./platform-run.ts')).openPlatformRun(...run),
  },
};

const suiteOf = (party: Party): Suite => suites[party];
