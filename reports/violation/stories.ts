import { calls } from '#schemas';
import { walksIn } from '#traffic';
import { type Chart, queueLanes, sequence, walkChart, watchCalls } from '#traffic/charts';
import { visibilityMs } from '#traffic/laws';
import { areaOf } from '../wording/areas.ts';
import type { Argument } from './argument.ts';
import { pageOf } from './led-to.ts';
import { createCallReader } from './seen-calls.ts';
import { stepsOf } from './steps.ts';

/** What happened, in pictures. One call alone is told by its exchange. */
export const storiesOf = (argument: Argument, title: string): readonly Chart[] => {
  const steps = stepsOf(argument);
  return [
    steps.length < 2 ? undefined : sequence(`What happened: ${title}`, steps),
    walkOf(argument),
    lanesOf(argument),
  ].filter((chart) => chart !== undefined);
};

/** The products of the walk to the page that is wrong. */
const walkOf = ({ exchanges, shown }: Argument): Chart | undefined => {
  const pages = walksIn(exchanges.flatMap((one) => pageOf(one) ?? [])).find((walk) =>
    walk.some(({ exchange }) => exchange === shown?.n),
  );
  return pages && walkChart({ title: 'The walk, in the order the products were listed', pages, wrong: shown?.n });
};

/** Deliveries, results and deletions of the messages a failure of the queue is about. */
const lanesOf = ({ row, exchanges, shown }: Argument): Chart | undefined => {
  if (areaOf(row.id) !== 'queue') return undefined;
  const watched = watchCalls({ calls, visibilityMs });
  const read = createCallReader();
  for (const exchange of exchanges.toSorted((one, other) => one.n - other.n))
    watched.see({ ...read(exchange), place: 'queue' });
  return queueLanes(watched.moments.get('queue') ?? [], {
    title: 'The messages, from delivery to deletion',
    visibilityMs,
    wrong: shown?.n,
  });
};
