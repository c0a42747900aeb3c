import type { CheckOutcome, PlatformRequirementId } from '#schemas';
import { beginning } from '#traffic';
import { definePlatformScenario, type PlatformScenario } from '../define.ts';
import { failed, passed } from '../outcome.ts';
import type { PlatformAnswer, PlatformWorld } from '../context/platform.ts';
import checks from './checks.json' with { type: 'json' };

/** A status, or a class of them. */
export interface Wanted {
  readonly words: string;
  readonly holds: (status: number) => boolean;
}

export const status = (code: number): Wanted => ({ words: `status ${code}`, holds: (seen) => seen === code });
export const success: Wanted = { words: 'a 2xx answer', holds: (seen) => seen >= 200 && seen < 300 };
export const refusal: Wanted = { words: 'a 4xx answer', holds: (seen) => seen >= 400 && seen < 500 };

/** What a scenario reports about its requirement. */
export interface Checks {
  /** The answer has the wanted status. `what` begins the sentence: `A callback with a good result`. */
  answered(answer: PlatformAnswer, what: string, wanted: Wanted): void;
  /** A check of `checks.json`: what is wrong where it does not hold, and what is expected. */
  holds(check: keyof typeof checks, holds: boolean, actual: string, answer?: PlatformAnswer): void;
  /** `holds`; `message` says what is wrong otherwise. */
  that(holds: boolean, message: string, expected: string, actual: string, answer?: PlatformAnswer): void;
}

interface Definition<Covers extends PlatformRequirementId> {
  readonly id: string;
  readonly title: string;
  readonly covers: Covers;
  run(world: PlatformWorld<Covers>, check: Checks): Promise<CheckOutcome | void>;
}

/** A scenario of one requirement: several checks make its verdict. */
export const defineCheckedScenario = <const Covers extends PlatformRequirementId>({
  id,
  title,
  covers,
  run,
}: Definition<Covers>): PlatformScenario<Covers> =>
  definePlatformScenario({
    id,
    title,
    phase: 'read',
    needs: [],
    covers: [covers],
    run: (world) =>
      run(
        world,
        checksOf((outcome) => world.check(covers, outcome)),
      ),
  });

const checksOf = (check: (outcome: CheckOutcome) => void): Checks => {
  const that: Checks['that'] = (holds, message, expected, actual, answer) =>
    check(holds ? passed : failed({ message, expected, actual, ...(answer && { exchanges: [answer.exchange] }) }));
  return {
    that,
    holds(name, holds, actual, answer) {
      const [message = '', expected = ''] = checks[name];
      that(holds, message, expected, actual, answer);
    },
    answered(answer, what, wanted) {
      const message = `${what} was answered ${statusOf(answer)} instead of ${wanted.words}.`;
      that(wanted.holds(answer.status), message, wanted.words, shown(answer), answer);
    },
  };
};

export const isSuccess = ({ status: seen }: PlatformAnswer): boolean => success.holds(seen);

const statusOf = ({ status: seen }: PlatformAnswer): string => (seen === 0 ? 'not at all' : `with status ${seen}`);

export const shown = (answer: PlatformAnswer): string => {
  const excerpt = beginning(answer.text, 200);
  if (answer.status === 0) return `no answer: ${excerpt}`;
  return excerpt === '' ? `${answer.status} with an empty body` : `${answer.status}: ${excerpt}`;
};

/** A member of an object, however deep; undefined where there is none. */
export const member = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

export const textOf = (value: unknown, ...path: readonly string[]): string | undefined => {
  const found = member(value, ...path);
  return typeof found === 'string' ? found : undefined;
};
