import type { RunRow, RunSummary } from '#schemas';
import { Badge, type Tone } from '../elements/badge.tsx';
import { CopyButton, Copyable } from '../elements/copy-button.tsx';
import { JudgedLink } from '../elements/judged-link.tsx';
import { attempt, control } from '../live/control-api.ts';
import { useReading } from '../live/reading.ts';
import { go, href } from '../route.ts';
import { Finding } from '../traffic/judgements.tsx';
import { ShownExchange } from '../traffic/shown-exchange.tsx';
import { testOf } from '../traffic/take-away.ts';
import { isOver, runsOf, startRun } from '../live/runs.ts';

const tones: Readonly<Partial<Record<RunRow['status'], Tone>>> = {
  passed: 'good',
  failed: 'bad',
  warning: 'warn',
  'expected-failure': 'warn',
};

interface RowDetailProps {
  readonly run: RunSummary;
  readonly requirement: string;
  readonly onClose: () => void;
}

/** One requirement of a run: what was found, the exchange that shows it, and the command that shows it again. */
export const RowDetail = ({ run, requirement, onClose }: RowDetailProps) => {
  const row = useRow(run, requirement);
  return (
    <section id="row-detail" class="row-detail" tabIndex={-1} aria-label={`Requirement ${requirement}`}>
      <div class="row spread">
        <button type="button" class="quiet close" onClick={onClose}>
          Close <span class="faint small">Esc</span>
        </button>
        {row !== undefined && typeof row !== 'string' && <RowActions run={run} row={row} />}
      </div>
      {row === undefined ? (
        <p class="soft">Reading {requirement}…</p>
      ) : typeof row === 'string' ? (
        <p class="caution">{row}</p>
      ) : (
        <WholeRow run={run} row={row} />
      )}
    </section>
  );
};

/** Read again with every change of the run that may change it. */
const useRow = (run: RunSummary, requirement: string): RunRow | string | undefined => {
  const status = run.requirements.find(({ id }) => id === requirement)?.status;
  return useReading(
    () => control('GET /certification/runs/{id}/row', { id: run.id, requirement }),
    [run.id, requirement, status, isOver(run)],
  );
};

const RowActions = ({ run, row }: { readonly run: RunSummary; readonly row: RunRow }) => {
  const isRunning = runsOf().some((each) => !isOver(each));
  const { only: _, ...wish } = run.wish;
  return (
    <div class="row">
      <CopyButton text={testOf(run, [row.id])} label="Copy as test" what="a test for conformance/vitest" />
      <button
        type="button"
        disabled={isRunning}
        title={isRunning ? 'One run at a time' : 'The same seed, and of the suite only what this row needs'}
        onClick={() =>
          void attempt(async () => {
            const again = await startRun({ ...wish, only: [row.id] });
            go(href('certification', [again.id], new URLSearchParams({ row: row.id })));
          })
        }
      >
        Run this row again
      </button>
    </div>
  );
};

const WholeRow = ({ run, row }: { readonly run: RunSummary; readonly row: RunRow }) => {
  const { id, level, status, clause, rule, checks, scenarios, reason, unlock, violations } = row;
  const ofRow = new URLSearchParams({ run: run.id, row: id, scenario: scenarios.join(',') });
  return (
    <div class="stack">
      <header class="stack tight">
        <div class="row">
          <h3>
            <code>{id}</code>
          </h3>
          <Badge tone={tones[status] ?? 'plain'}>{status.replace('-', ' ')}</Badge>
          <span class="small faint">
            {level} · {clause}
          </span>
        </div>
        <p class="soft">
          {rule} <JudgedLink requirement={id} />
        </p>
        {reason !== undefined && (
          <p>
            {reason}
            {unlock !== undefined && (
              <>
                {' '}
                <code>{unlock}</code> is needed to exercise it.
              </>
            )}
          </p>
        )}
        <p class="small soft">
          {checks} {checks === 1 ? 'check' : 'checks'} in {scenarios.length}{' '}
          {scenarios.length === 1 ? 'scenario' : 'scenarios'}
          {scenarios.length > 0 && (
            <>
              {': '}
              <a href={href('traffic', [], ofRow)}>their traffic</a>
            </>
          )}
        </p>
      </header>
      {violations.map((violation, index) => (
        <article key={index} class={`broken ${status === 'failed' ? 'failed' : 'warned'}`} aria-label="Finding">
          <p class="small faint">
            In{' '}
            <a href={href('traffic', [], new URLSearchParams({ run: run.id, row: id, scenario: violation.scenario }))}>
              {violation.scenario}
            </a>
            {(violation.count ?? 1) > 1 && `, seen ${violation.count} times`}
          </p>
          <Finding finding={violation} run={run.id} />
          {/* The last of those it rests on, which is where it was seen. */}
          {violation.exchanges.slice(-1).map((n) => (
            <ShownExchange key={n} run={run.id} n={n} pointer={violation.pointer} />
          ))}
          {violation.replay !== '' && (
            <>
              <p class="small soft">Run just this again</p>
              <Copyable text={`npx ${violation.replay}`} what="command that repeats it" />
            </>
          )}
        </article>
      ))}
    </div>
  );
};
