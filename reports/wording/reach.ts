import type { RunResult } from '#schemas';
import type { Power } from '../report.ts';
import { plural } from './statuses.ts';

interface Reach {
  readonly scenarios: readonly Pick<RunResult['scenarios'][number], 'attempts'>[];
  readonly power: Pick<Power, 'known' | 'couldShow'> | undefined;
}

/** How much a run could have found: in a line, or empty where that is not known. */
export const reachOf = ({ scenarios, power }: Reach): string => {
  const shares = scenarios.flatMap(({ attempts = [] }) =>
    attempts.flatMap(({ property, made, planned, levels }) =>
      levels === undefined ? [] : [`${made} of ${planned} ${property}`],
    ),
  );
  return [
    ...(power === undefined || power.couldShow === 0
      ? []
      : [`could detect ${power.couldShow} of ${plural(power.known, 'known defect')}`]),
    ...(shares.length === 0 ? [] : [`tried ${shares.join(' and ')}`]),
  ].join(' · ');
};
