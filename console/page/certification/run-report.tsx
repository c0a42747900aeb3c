import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { RunSummary } from '#schemas';
import { control } from '../live/control-api.ts';
import { attempt } from '../live/notices.ts';
import { go, href, replaceQuery, route } from '../route.ts';
import { CompareChoice, Comparison } from './comparison.tsx';
import { RequirementGrid } from './requirement-grid.tsx';
import { RowDetail } from './row-detail.tsx';
import { RunBadge } from '../elements/run-badge.tsx';
import { isOver, mayStart, runsOf, startRun } from '../live/runs.ts';
import { NextKeys } from './next-keys.tsx';
import { Turn } from './turn.tsx';

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
