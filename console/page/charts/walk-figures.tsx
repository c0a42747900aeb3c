import { walkChart } from '#traffic/charts';
import { control } from '../live/control-api.ts';
import { useReading } from '../live/reading.ts';
import { Figure } from './figure.tsx';

interface WalkFiguresProps {
  /** Of a walk, in their order. */
  readonly exchanges: readonly number[];
  readonly run: string | undefined;
}

export const WalkFigures = ({ exchanges, run }: WalkFiguresProps) => {
  const read = useReading(
    () =>
      run === undefined
        ? control('POST /exchanges/walks', { exchanges })
        : control('POST /certification/runs/{id}/exchanges/walks', { id: run, exchanges }),
    [exchanges.length, exchanges[0], run],
  );
  if (read === undefined) return <p class="small soft">Reading the pages…</p>;
  if (typeof read === 'string') return <p class="small soft">{read}</p>;
  const charts = read.walks.flatMap((pages) => {
    const title = `In the order they were listed, from exchange ${pages[0]?.exchange ?? 0}`;
    return walkChart({ title, pages }) ?? [];
  });
  return (
    <>
      {charts.map((chart, index) => (
        <Figure key={chart.title} id={`walk-${index}`} chart={chart} run={run} />
      ))}
    </>
  );
};
