import { certification, readCertification, runsOf } from '../live/runs.ts';
import { RunBadge } from '../elements/run-badge.tsx';
import { timeOfDay } from '../elements/time.ts';
import { href, replaceQuery, route } from '../route.ts';
import { runId } from './sources.ts';
import { useEffect } from 'preact/hooks';

/** Whose traffic is shown where it is not the platform's own, and how far it is narrowed. */
export const RunHeading = () => {
  useEffect(() => {
    if (certification.value === undefined) void readCertification();
  }, []);
  const id = runId.value ?? '';
  const run = runsOf().find((each) => each.id === id);
  const { query } = route.value;
  const row = query.get('row');
  const scenarios = (query.get('scenario') ?? '').split(',').filter((each) => each !== '');
  const back = new URLSearchParams(row === null ? {} : { row });
  return (
    <div class="row run-heading small">
      <strong>Run</strong>
      <a href={href('certification', [id], back)}>
        {run === undefined ? id : `${run.suite} ${timeOfDay(run.startedAt).slice(0, 8)}`}
      </a>
      {run !== undefined && <RunBadge run={run} />}
      {run?.target !== undefined && <span class="soft">{run.target}</span>}
      {row !== null && <code>{row}</code>}
      {scenarios.length > 0 && (
        <span class="soft cut">
          {scenarios.length === 1 ? scenarios[0] : `${scenarios.length} scenarios`}{' '}
          <button
            type="button"
            class="quiet small"
            onClick={() => replaceQuery({ scenario: undefined, row: undefined })}
          >
            Show the whole run
          </button>
        </span>
      )}
      <a class="away" href={href('traffic')}>
        The platform’s own traffic
      </a>
    </div>
  );
};
