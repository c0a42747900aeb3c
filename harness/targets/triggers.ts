import type { Dispatcher } from 'undici';
import type { Trigger, Triggers } from '#schemas';
import type { MerchantTriggerInputs, PosTriggerInputs, TriggerPort, Triggered } from '#scenarios';
import { milliseconds } from '../config/timing.ts';
import { fireCommand } from './command-trigger.ts';
import { fireHttp } from './http-trigger.ts';
import { fireManually, type Prompter, seenReason } from './manual-trigger.ts';
import { type Variables, variablesIn } from '../config/template.ts';
import { type TillAddresses, triggerAt } from './till-addresses.ts';
import type { Fired } from './trigger-answer.ts';

export interface TriggerDeps {
  readonly signal: AbortSignal;
  /** Absent with `--ci` and without a terminal: manual triggers then count as missing. */
  readonly prompter?: Prompter | undefined;
  readonly dispatcher?: Dispatcher | undefined;
  /** Of a till in a container we start. */
  readonly addresses?: TillAddresses | undefined;
  /** A signal that aborts after so many real milliseconds: a trigger waits for the world outside, whatever our clock says. */
  readonly limit?: (milliseconds: number) => AbortSignal;
}

export type TargetTriggerInputs = MerchantTriggerInputs & PosTriggerInputs;

export type TargetTriggers = TriggerPort<TargetTriggerInputs>;

const defaultLimitMs = 30_000;
const defaultManualLimitMs = 5 * 60_000;

/** The configured ways to make the target act. Whatever goes wrong is a reason and a key, never the target's violation. */
export const createTriggers = (configured: Triggers | undefined, deps: TriggerDeps): TargetTriggers => {
  const table = (configured ?? {}) as Readonly<Record<string, Trigger | undefined>>;
  const usable = (name: string): boolean => {
    const trigger = table[name];
    return trigger !== undefined && (trigger.manual === undefined || deps.prompter !== undefined);
  };
  return {
    has: (name, variable) => usable(name) && (variable === undefined || takes(table[name], variable)),
    fire: async (name, input, seen) => {
      const key = `triggers.${name}`;
      const trigger = table[name];
      const unavailable = (reason: string): Triggered => ({ kind: 'unavailable', reason, unlock: key });
      if (trigger === undefined) return unavailable(`the ${name} trigger is not configured`);
      if (!usable(name)) return unavailable(`the ${name} trigger is manual, and nobody is there to ask`);
      const limitMs = limitOf(trigger);
      const limit = (deps.limit ?? AbortSignal.timeout)(limitMs);
      const done = trigger.manual === undefined ? undefined : seenBy(seen?.(limitMs));
      try {
        const fired = await fireOne(
          name,
          triggerAt(trigger, deps.addresses ?? new Map()),
          input as Variables,
          limitMs,
          {
            ...deps,
            signal: AbortSignal.any([deps.signal, limit, ...(done ? [done] : [])]),
          },
        );
        if (fired.kind === 'done') return fired;
        return unavailable(`the ${name} trigger did not work: ${fired.why}`);
      } catch (error) {
        if (done?.aborted === true) return { kind: 'done', result: undefined };
        if (limit.aborted) return unavailable(`the ${name} trigger did not finish within ${limitMs / 1000} s`);
        if (deps.signal.aborted) return unavailable('the run was stopped');
        return unavailable(`the ${name} trigger did not work: ${(error as Error).message}`);
      }
    },
  };
};

const takes = (trigger: Trigger | undefined, variable: string): boolean => variablesIn(trigger).includes(variable);

const seenBy = (coming: Promise<unknown> | undefined): AbortSignal => {
  const seen = new AbortController();
  coming?.then(
    (come) => {
      if (come !== undefined) seen.abort(seenReason);
    },
    // The run is over, which its own signal says.
    () => undefined,
  );
  return seen.signal;
};

const limitOf = (trigger: Trigger): number => {
  if (trigger.timeout !== undefined) return milliseconds(trigger.timeout);
  return trigger.manual === undefined ? defaultLimitMs : defaultManualLimitMs;
};

const fireOne = async (
  name: string,
  trigger: Trigger,
  variables: Variables,
  limitMs: number,
  { signal, prompter, dispatcher }: TriggerDeps,
): Promise<Fired> => {
  const { result } = trigger;
  if (trigger.http !== undefined) return await fireHttp(trigger.http, variables, { result, signal, dispatcher });
  if (trigger.command !== undefined) return await fireCommand(trigger.command, variables, { result, signal });
  if (trigger.manual !== undefined && prompter !== undefined) {
    return await fireManually(name, trigger.manual, variables, { prompter, limitMs, signal });
  }
  return { kind: 'failed', why: 'it has neither http nor command nor manual' };
};

/** The triggers of a till that activates itself as it is started: what needs it active can run, and no other PIN be tried. */
export const activatedAtStart = (triggers: TargetTriggers): TargetTriggers => ({
  has: (name, variable) => name === 'activatePos' || triggers.has(name, variable),
  fire: async (name, ...given) =>
    name === 'activatePos'
      ? {
          kind: 'unavailable',
          reason: 'the till gets its PIN only at its start, so it cannot get a second one',
          unlock: 'triggers.activatePos',
        }
      : await triggers.fire(name, ...given),
});
