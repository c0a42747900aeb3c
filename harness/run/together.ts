import type { Scenario } from '#scenarios';

/** Which scenarios of a phase may be under way at the same time. */
export interface Company {
  /** Asked whenever one more might begin: what is known of the target changes while it is tried. */
  readonly atMost: () => number;
  /** What a scenario shares with others that name the same; undefined: it runs alone. */
  readonly touches: (scenario: Scenario) => readonly string[] | undefined;
}

export const alone: Company = { atMost: () => 1, touches: () => undefined };

/** Starts the scenarios in their order, each as soon as none before it that is not over stands in its way. */
export const together = async (
  scenarios: readonly Scenario[],
  { atMost, touches }: Company,
  work: (scenario: Scenario) => Promise<void>,
): Promise<void> => {
  const running = new Map<Scenario, Promise<void>>();
  let waiting = scenarios;
  const collide = (one: Scenario, other: Scenario): boolean => {
    const [its, others] = [touches(one), touches(other)];
    return its === undefined || others === undefined || its.some((thing) => others.includes(thing));
  };
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.find((scenario, index) =>
      [...running.keys(), ...waiting.slice(0, index)].every((earlier) => !collide(earlier, scenario)),
    );
    if (next !== undefined && running.size < atMost()) {
      waiting = waiting.filter((scenario) => scenario !== next);
      const over = work(next).finally(() => running.delete(next));
      running.set(next, over);
    } else await Promise.race(running.values());
  }
};
