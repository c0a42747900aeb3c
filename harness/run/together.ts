import type { Claims, Scenario } from '#scenarios';

/** Which scenarios may be under way at the same time. */
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

/**
 * Starts the scenarios in their order, each as soon as none before it that is not over stands in its way; `beside` says
 * that others may be under way. What one leaves to do alone comes before all that have not begun.
 */
export const together = async (
  scenarios: readonly Scenario[],
  { atMost, claims }: Company,
  work: (scenario: Scenario, beside: boolean) => Promise<Rest | undefined>,
): Promise<void> => {
  const running = new Map<Scenario, { readonly over: Promise<void>; readonly isBeside: boolean }>();
  let rests: readonly Rest[] = [];
  let waiting = scenarios;
  const collide = (one: Scenario, other: Scenario): boolean => {
    const [its, others] = [claims(one), claims(other)];
    return its === undefined || others === undefined || disturbs(its, others) || disturbs(others, its);
  };
  const start = async (scenario: Scenario, isBeside: boolean): Promise<void> => {
    try {
      const rest = await work(scenario, isBeside);
      if (rest) rests = [...rests, rest];
    } finally {
      running.delete(scenario);
    }
  };
  // One that began alone stays alone, though the target turned out to be slow meanwhile.
  const hasRoom = (): boolean =>
    running.size === 0 || (running.size < atMost() && [...running.values()].every(({ isBeside }) => isBeside));
  while (waiting.length > 0 || running.size > 0 || rests.length > 0) {
    const [rest] = rests;
    const next = waiting.find((scenario, index) =>
      [...running.keys(), ...waiting.slice(0, index)].every((earlier) => !collide(earlier, scenario)),
    );
    if (rest !== undefined && running.size === 0) {
      rests = rests.slice(1);
      await rest();
    } else if (rest === undefined && next !== undefined && hasRoom()) {
      waiting = waiting.filter((scenario) => scenario !== next);
      const isBeside = claims(next) !== undefined && atMost() > 1;
      running.set(next, { isBeside, over: start(next, isBeside) });
    } else await Promise.race([...running.values()].map(({ over }) => over));
  }
};

const disturbs = (one: Claims, other: Claims): boolean =>
  [...(one.changes ?? []), ...(one.touches ?? [])].some(
    (thing) => other.reads?.includes(thing) === true || other.touches?.includes(thing) === true,
  );

/** What a scenario says of itself; undefined where it says nothing. */
export const claimsOf = ({ reads, changes, touches }: Claims): Claims | undefined =>
  reads === undefined && changes === undefined && touches === undefined
    ? undefined
    : { ...(reads && { reads }), ...(changes && { changes }), ...(touches && { touches }) };
