import type { RunSummary } from '#schemas';
import { timeOfDay } from '../elements/time.ts';
import { control } from '../live/control-api.ts';
import { useReading } from '../live/reading.ts';
import { replaceQuery, route } from '../route.ts';
import { isOver, runsOf } from '../live/runs.ts';

/** Other runs of the suite that this one may be held against. */
export const CompareChoice = ({ run }: { readonly run: RunSummary }) => {
  const others = runsOf().filter((each) => each.id !== run.id && each.suite === run.suite && isCompared(each));
  const chosen = route.value.query.get('compare') ?? '';
  if (others.length === 0 || !isCompared(run)) return null;
  return (
    <select
      aria-label="Compare with"
      value={chosen}
      onChange={({ currentTarget }) => replaceQuery({ compare: currentTarget.value, row: undefined })}
    >
      <option value="">Compare with…</option>
      {others.map(({ id, startedAt, verdict = '' }) => (
        <option key={id} value={id}>
          {timeOfDay(startedAt).slice(0, 8)} {verdict}
        </option>
      ))}
    </select>
  );
};

const isCompared = (run: RunSummary): boolean => isOver(run) && run.verdict !== undefined;

interface ComparisonProps {
  readonly run: RunSummary;
  readonly older: string;
  readonly onRow: (requirement: string) => string;
}

/** What was fixed, broke or vanished since another run, the bad news first. */
export const Comparison = ({ run, older, onRow }: ComparisonProps) => {
  const comparison = useReading(
    () => control('GET /certification/runs/{id}/comparison', { id: run.id, older }),
    [run.id, older],
  );
  if (comparison === undefined) return <p class="soft">Reading…</p>;
  if (typeof comparison === 'string') return <p class="caution">{comparison}</p>;
  const { words, circumstances, changes } = comparison;
  return (
    <section class="card stack comparison" aria-label="Comparison">
      <div class="row spread">
        <h3>
          {words.from} → {words.to}
        </h3>
        <button type="button" class="quiet" onClick={() => replaceQuery({ compare: undefined })}>
          Close the comparison
        </button>
      </div>
      {circumstances.map((line) => (
        <p key={line} class="small soft">
          {line}
        </p>
      ))}
      {changes.length === 0 && <p>Nothing changed.</p>}
      {changes.map(({ words: what, sign, isBad, rows }) => (
        <div key={what}>
          <h3 class={isBad ? 'bad' : ''}>
            {rows.length} {what}
          </h3>
          <ul class="small">
            {rows.map(({ id, from, to, why }) => (
              <li key={id}>
                <span aria-hidden="true">{sign}</span> <a href={onRow(id)}>{id}</a>{' '}
                <span class="soft">
                  {from} → {to}
                  {why !== undefined && `: ${why}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
};
