import { useSignal } from '@preact/signals';
import type { RunSummary } from '#schemas';
import { control } from '../live/control-api.ts';
import { attempt } from '../live/notices.ts';
import { RunBadge } from './run-badge.tsx';
import { RequirementGrid } from './requirement-grid.tsx';
import { Turn } from './turn.tsx';
import { isOver } from './runs.ts';

/** One run: whose turn it is, what holds so far, and in the end its report. */
export const RunReport = ({ run }: { readonly run: RunSummary }) => {
  const { id, suite, done, total, turn, message, requirements } = run;
  const over = isOver(run);
  const showReport = useSignal(false);
  const report = `/certification/runs/${encodeURIComponent(id)}/report.html`;
  return (
    <section class="run" aria-label={`Run of ${suite}`}>
      <header class="row spread">
        <div class="row">
          <h2>{suite}</h2>
          <RunBadge run={run} />
          <span class="small soft">
            {done} of {total} scenarios
          </span>
        </div>
        <div class="row">
          {over ? (
            <>
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
      </header>
      <progress value={total === 0 ? 0 : done} max={Math.max(total, 1)} aria-label="Scenarios done" />
      <div aria-live="assertive">{turn !== undefined && <Turn run={id} turn={turn} />}</div>
      {message !== undefined && <p class="caution">{message}</p>}
      {showReport.value ? (
        <iframe title="Report" src={report} sandbox="allow-scripts allow-popups" />
      ) : (
        <RequirementGrid requirements={requirements} />
      )}
    </section>
  );
};
