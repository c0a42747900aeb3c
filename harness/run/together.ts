import type { Claims, Scenario } from '#scenarios';
import type { Others } from '../ports/merchant/world.ts';

export interface Company {
  /** Asked whenever one more might begin: what is known of the target changes while it is tried. */
  readonly atMost: () => number;
  /** Undefined: it runs alone. */
  readonly claims: (scenario: Scenario) => Claims | undefined;
  /** Not bound to phases either, and what is found beside others is tried again alone. */
  readonly isFree?: true;
}

export const alone: Company = { atMost: () => 1, claims: () => undefined };

/** What is left to do as soon as nobody else is under way. */
export type Rest = () => Promise<void>;

type Pause = NonNullable<Others['pause']>;

/**
 * Starts the scenarios in their order, each as soon as none before it that is not over stands in its way; `beside` says that
 * others may be under way. What one leaves to do alone comes before all that have not begun.
 */
export const together = async (
  scenarios: readonly Scenario[],
  { atMost, claims, isFree }: Company,
  work: (scenario: Scenario, beside: boolean, pause: Pause) => Promise<Rest | undefined>,
): Promise<void> => {
  const running = new Map<Scenario, { readonly isBeside: boolean }>();
  const pausing = new Set<Scenario>();
  let goingOn: readonly { readonly scenario: Scenario; readonly enter: () => void }[] = [];
  let change = Promise.withResolvers<void>();
  let rests: readonly Rest[] = [];
  let broken: { readonly cause: unknown } | undefined;
  let waiting = scenarios;
  const collide = (one: Scenario, other: Scenario): boolean => {
    const [its, others] = [claims(one), claims(other)];
    return its === undefined || others === undefined || disturbs(its, others) || disturbs(others, its);
  };
  /** Where they are free any order within a phase will do; whoever has to be alone would wait for ever. */
  const mayPass = (one: Scenario, other: Scenario): boolean =>
    isFree === true && !running.has(other) && one.phase === other.phase && claims(other) !== undefined;
  const stirred = async (): Promise<void> => {
    await change.promise;
    change = Promise.withResolvers<void>();
  };
  const pauseOf =
    (scenario: Scenario): Pause =>
    async (wait) => {
      pausing.add(scenario);
      change.resolve();
      try {
        await wait();
      } finally {
        await new Promise<void>((enter) => {
          goingOn = [...goingOn, { scenario, enter }];
          change.resolve();
        });
      }
    };
  const start = async (scenario: Scenario, isBeside: boolean): Promise<void> => {
    try {
      const rest = await work(scenario, isBeside, isBeside ? async (wait) => await wait() : pauseOf(scenario));
      if (rest) rests = [...rests, rest];
    } catch (error) {
      broken ??= { cause: error };
    } finally {
      running.delete(scenario);
      change.resolve();
    }
  };
  // One that began alone stays alone, though the target turned out to be slow meanwhile.
  const active = () => [...running].filter(([scenario]) => !pausing.has(scenario)).map(([, how]) => how);
  const hasRoom = (): boolean =>
    active().length === 0 || (active().length < atMost() && active().every(({ isBeside }) => isBeside));
  while (waiting.length > 0 || running.size > 0 || rests.length > 0) {
    if (broken) throw broken.cause;
    const [rest] = rests;
    const [again] = goingOn;
    const ready = waiting.filter((scenario, index) =>
      [...running.keys(), ...waiting.slice(0, index)].every(
        (other) => mayPass(scenario, other) || !collide(other, scenario),
      ),
    );
    const next = (atMost() > 1 ? ready.find(({ takesLong }) => takesLong) : undefined) ?? ready[0];
    if (rest !== undefined && running.size === 0) {
      rests = rests.slice(1);
      await rest();
    } else if (again !== undefined) {
      if (active().length === 0) {
        goingOn = goingOn.slice(1);
        pausing.delete(again.scenario);
        again.enter();
      } else await stirred();
    } else if (rest === undefined && next !== undefined && hasRoom()) {
      waiting = waiting.filter((scenario) => scenario !== next);
      const isBeside = claims(next) !== undefined && atMost() > 1;
      running.set(next, { isBeside });
      void start(next, isBeside);
    } else await stirred();
  }
};

const disturbs = (one: Claims, other: Claims): boolean =>
  [...(one.changes ?? []), ...(one.touches ?? [])].some(
    (thing) => other.reads?.includes(thing) === true || other.touches?.includes(thing) === true,
  );

/** What a scenario says of itself; undefined where it says nothing. */
export const claimsOf = (claims: Claims): Claims | undefined =>
  (claims.reads ?? claims.changes ?? claims.touches) === undefined ? undefined : claims;
