import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { RunSummary } from '#schemas';
import { submitted } from '../elements/form-text.ts';
import { SecondsLeft } from '../elements/seconds-left.tsx';
import { timeOfDay } from '../elements/time.ts';
import { attempt, control } from '../live/control-api.ts';
import { useReading } from '../live/reading.ts';
import { go, href, replaceQuery, route } from '../route.ts';
import { RequirementGrid } from './requirement-grid.tsx';
import { RowDetail } from './row-detail.tsx';
import { RunBadge } from '../elements/run-badge.tsx';
import { isOver, mayStart, runsOf, startRun } from '../live/runs.ts';
import { NextKeys } from './next-keys.tsx';

/** One run: whose turn it is, what holds so far and what does not, and in the end its report. */
export const RunReport = ({ run }: { readonly run: RunSummary }) => {
  const { id, done, total, turn, message, requirements, diagnosis = [] } = run;
  const showReport = useSignal(false);
  const { query } = route.value;
  const row = query.get('row') ?? undefined;
  const older = query.get('compare') ?? undefined;
  const report = `/certification/runs/${encodeURIComponent(id)}/report.html`;
  const rowHref = (requirement: string): string => {
    const next = new URLSearchParams(query);
    next.set('row', requirement);
    return href('certification', [id], next);
  };
  const close = () => replaceQuery({ row: undefined });
  useEscape(row === undefined ? undefined : close);
  return (
    <section class="run" aria-label={`Run of ${run.suite}`}>
      <RunHeader run={run} report={report} showReport={showReport} />
      {!isOver(run) && <progress value={total === 0 ? 0 : done} max={Math.max(total, 1)} aria-label="Scenarios done" />}
      <div aria-live="assertive">{turn !== undefined && <Turn run={id} turn={turn} />}</div>
      {message !== undefined && <p class="caution">{message}</p>}
      {run.status === 'interrupted' && (
        <p class="caution">
          The run was interrupted after {done} of {total} scenarios. Repeat it for a verdict.
        </p>
      )}
      {isOver(run) && run.status !== 'interrupted' && <NextKeys requirements={requirements} />}
      {showReport.value ? (
        <iframe title="Report" src={report} sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" />
      ) : (
        <div class={row === undefined ? 'board' : 'board split'}>
          <div class="stack board-rows">
            {older !== undefined && <Comparison key={`${id} ${older}`} run={run} older={older} onRow={rowHref} />}
            <RequirementGrid requirements={requirements} diagnosis={diagnosis} selected={row} hrefOf={rowHref} />
          </div>
          {row !== undefined && <RowDetail key={`${id} ${row}`} run={run} requirement={row} onClose={close} />}
        </div>
      )}
    </section>
  );
};

const useEscape = (act: (() => void) | undefined): void =>
  useEffect(() => {
    if (act === undefined) return;
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [act === undefined]);

interface RunHeaderProps {
  readonly run: RunSummary;
  readonly report: string;
  readonly showReport: { value: boolean };
}

const RunHeader = ({ run, report, showReport }: RunHeaderProps) => {
  const { id, suite, target, config, wish, done, total } = run;
  const { only = [], effort = 'standard', seed, till } = wish;
  const over = isOver(run);
  const isRunning = runsOf().some((each) => !isOver(each));
  return (
    <header class="stack tight">
      <div class="row spread">
        <div class="row">
          <h2>{target ?? suite}</h2>
          <RunBadge run={run} />
          <span class="small soft">
            {done} of {total} scenarios
          </span>
        </div>
        <div class="row">
          <a class="button" href={href('traffic', [], new URLSearchParams({ run: id }))}>
            Traffic
          </a>
          {over ? (
            <>
              <CompareChoice run={run} />
              {mayStart() && (
                <button
                  type="button"
                  disabled={isRunning}
                  title="The same run with the same seed"
                  onClick={() => void attempt(async () => go(href('certification', [(await startRun(wish)).id])))}
                >
                  Repeat
                </button>
              )}
              <button
                type="button"
                aria-pressed={showReport.value}
                onClick={() => (showReport.value = !showReport.value)}
              >
                Report here
              </button>
              <a class="button" href={report} target="_blank" rel="noopener">
                Open the report
              </a>
            </>
          ) : (
            <button
              type="button"
              onClick={() => void attempt(() => control('DELETE /certification/runs/{id}', { id }))}
            >
              Interrupt
            </button>
          )}
        </div>
      </div>
      <p class="small soft wrap" aria-label="What was run">
        {suite}
        {till !== undefined && `, till ${till}`}
        {mayStart() && ` · ${config ?? 'no configuration'}`} · {effort} · seed <span class="mono">{seed}</span>
        {only.length > 0 && ` · only ${only.join(', ')}`}
      </p>
    </header>
  );
};

/** Other runs of the suite that this one may be held against. */
const CompareChoice = ({ run }: { readonly run: RunSummary }) => {
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
const Comparison = ({ run, older, onRow }: ComparisonProps) => {
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

interface TurnProps {
  readonly run: string;
  readonly turn: NonNullable<RunSummary['turn']>;
}

const Turn = ({ run, turn }: TurnProps) => {
  const { trigger, text, deadline, wantsAnswer } = turn;
  const done = (answer: string) =>
    attempt(() => control('POST /certification/runs/{id}/turn', { id: run, done: true, answer }));
  return (
    <form class="turn" onSubmit={submitted((text) => done(wantsAnswer ? text('answer') : ''))}>
      <div>
        <h3>
          Your turn: {trigger}
          {/* Not read out each second. */}
          <span aria-live="off">
            , <SecondsLeft until={deadline} /> left
          </span>
        </h3>
        <p>{text}</p>
      </div>
      <div class="row">
        {wantsAnswer && (
          <input name="answer" required aria-label="What came of it" placeholder="its id" autocomplete="off" />
        )}
        <button type="submit" class="primary big">
          Done
        </button>
        <button type="button" onClick={() => void done('no')}>
          I could not do it
        </button>
      </div>
    </form>
  );
};
