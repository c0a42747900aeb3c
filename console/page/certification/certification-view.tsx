import { useEffect } from 'preact/hooks';
import { Copyable } from '../elements/copy-button.tsx';
import { Empty } from '../elements/empty.tsx';
import { timeOfDay } from '../elements/time.ts';
import { href, route } from '../route.ts';
import { RunBadge } from '../elements/run-badge.tsx';
import { RunReport } from './run-report.tsx';
import { certification, isOver, readCertification, runsOf } from '../live/runs.ts';
import { StartForm } from './start-form.tsx';
import './certification.css';

/** The same run as the command line's, started and watched from here. */
export const CertificationView = () => {
  useEffect(() => void readCertification(), []);
  const known = certification.value;
  if (known === undefined) return <p class="soft pad">Reading the runs…</p>;
  if (typeof known === 'string')
    return (
      <Empty title="This platform cannot certify">
        <p>{known}</p>
        <p>The one the command line starts can:</p>
        <Copyable text="npx conformance platform --config conformance.yaml" what="command" />
      </Empty>
    );
  const [id] = route.value.path;
  const runs = runsOf();
  const run = runs.find((each) => each.id === id) ?? runs[0];
  return (
    <div class="certification">
      <aside class="start-side">
        {known.suites.length > 0 && (
          <>
            {!known.configured && <NotConfigured />}
            <StartForm
              suites={known.suites}
              tills={known.tills}
              first={(known.configured ? known.suites[0] : known.suites.at(-1)) ?? 'platform'}
              isRunning={!runs.every(isOver)}
            />
          </>
        )}
        <section class="stack" aria-label="Runs">
          <h2>Runs</h2>
          {runs.length === 0 && <p class="small soft">None yet.</p>}
          <nav aria-label="Runs">
            {runs.map((each) => (
              <a
                key={each.id}
                class="run-link"
                href={href('certification', [each.id])}
                aria-current={each.id === run?.id ? 'true' : undefined}
              >
                <span class="cut">
                  {each.suite}
                  {each.wish.till !== undefined && ` ${each.wish.till}`}{' '}
                  {(each.wish.only ?? []).length === 1 && <code>{each.wish.only?.[0]}</code>}{' '}
                  <span class="mono faint">{timeOfDay(each.startedAt).slice(0, 8)}</span>
                </span>
                <RunBadge run={each} />
              </a>
            ))}
          </nav>
        </section>
      </aside>
      {run === undefined ? (
        <Empty title="Nothing has been certified yet">
          <p>
            Check the set-up first: it says in seconds whether addresses, credentials and fixtures are right. Then
            start; what is asked of you appears here, with the time you have.
          </p>
        </Empty>
      ) : (
        <RunReport key={run.id} run={run} />
      )}
    </div>
  );
};

const NotConfigured = () => (
  <div class="caution small">
    <p>
      <strong>No target is configured.</strong> Only the platform itself can be certified. For yours:
    </p>
    <Copyable text="npx conformance init merchant" what="command that writes a configuration" />
    <Copyable text="npx conformance platform --config conformance.yaml" what="command that uses it" />
  </div>
);
