import { calls } from '#schemas';
import { pageOf, walksIn } from '#traffic';
import { type Chart, queueLanes, sequence, walkChart, watchCalls } from '#traffic/charts';
import { visibilityMs } from '#traffic/laws';
import { areaOf } from '../wording/areas.ts';
import type { Argument } from './argument.ts';
import { createCallReader } from './seen-calls.ts';
import { stepsOf } from './steps.ts';

/** What happened, in pictures. One call alone is told by its exchange, unless it is a page of a walk. */
export const storiesOf = (argument: Argument, title: string): readonly Chart[] => {
  const [steps, walk] = [stepsOf(argument), walkOf(argument)];
  return [
    steps.length < 2 && walk === undefined ? undefined : sequence(`What happened: ${title}`, steps),
    walk,
    lanesOf(argument),
  ].filter((chart) => chart !== undefined);
};

/** The products of the walk to the page that is wrong. */
const walkOf = ({ exchanges, shown }: Argument): Chart | undefined => {
  const pages = walksIn(exchanges.flatMap((one) => pageOf(one) ?? [])).find((walk) =>
    walk.some(({ exchange }) => exchange === shown?.n),
  );
  return pages && walkChart({ title: 'The walk, in the order the products were listed', pages });
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
