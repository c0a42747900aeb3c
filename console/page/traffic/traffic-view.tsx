import { signal, untracked } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { StreamEvent } from '#schemas';
import { useEachSecond } from '../charts/each-second.ts';
import { Figure } from '../charts/figure.tsx';
import { chartsOf } from '../charts/from-events.ts';
import { Copyable } from '../elements/copy-button.tsx';
import { Empty } from '../elements/empty.tsx';
import { VirtualList } from '../elements/virtual-list.tsx';
import { platform } from '../live/platform.ts';
import { go, href, replaceQuery, route } from '../route.ts';
import { Detail } from './detail.tsx';
import { Filters } from './filters.tsx';
import { isStory, type Line, toLines } from './lines.ts';
import type { Log } from './log.ts';
import { placeOf, type Row } from './row.ts';
import { currentLog, filter, runId } from './sources.ts';
import { StepRow, StoryRow, TrafficRow } from './traffic-row.tsx';
import './traffic.css';
import { certification, readCertification, runsOf } from '../live/runs.ts';
import { RunBadge } from '../elements/run-badge.tsx';
import { timeOfDay } from '../elements/time.ts';

const rowHeight = 30;

/** The stories that are unfolded, in every traffic that is looked at. */
const unfolded = signal<ReadonlySet<string>>(new Set());

const fold = (key: string, isOpen = !unfolded.value.has(key)): void => {
  const next = new Set(unfolded.value);
  if (isOpen) next.add(key);
  else next.delete(key);
  unfolded.value = next;
};

/** Every call and every queue event, newest first; what belongs to one command, checkout or walk on one line. */
export const TrafficView = () => {
  const log = currentLog();
  const { path, query } = route.value;
  const [key] = path;
  const { matching, all, added } = log.see(filter.value);
  const { lines, selected } = linesOf(log, matching, key);
  const show = (index: number) => {
    const line = lines.at(index);
    if (line !== undefined) go(href('traffic', [keyOf(line)], query));
  };
  useTrafficKeys();
  const isOfRun = runId.value !== undefined;
  return (
    <div class={key === undefined ? 'traffic' : 'traffic split'}>
      <div class="traffic-head">
        {isOfRun && <RunHeading />}
        <Filters />
      </div>
      {all === 0 ? (
        isOfRun ? (
          <Empty title="Nothing was exchanged yet">
            <p>Each call of the run appears here as it happens.</p>
          </Empty>
        ) : (
          <NothingYet />
        )
      ) : query.has('charts') ? (
        <TrafficCharts />
      ) : matching.length === 0 ? (
        <Empty title="Nothing matches">
          <p>Remove a filter, or wait: matching calls appear here as they happen.</p>
        </Empty>
      ) : (
        <VirtualList
          id="traffic-list"
          label="Traffic, newest first"
          count={lines.count}
          rowHeight={rowHeight}
          keyOf={(index) => lineKey(lines.at(index)) ?? String(index)}
          row={(index) => {
            const line = lines.at(index);
            return line && drawn(line);
          }}
          selected={selected < 0 ? undefined : selected}
          onSelect={show}
          onClick={(index) => {
            const line = lines.at(index);
            if (line !== undefined && line.step === undefined && isStory(line.entry)) fold(line.entry.key);
            show(index);
          }}
          onFold={(index, isOpen) => {
            const line = lines.at(index);
            if (line !== undefined && isStory(line.entry)) fold(line.entry.key, isOpen);
          }}
          onOpen={() => document.getElementById('traffic-detail')?.focus()}
          addedAtTop={added}
        />
      )}
      {key !== undefined && <Detail rowKey={key} />}
    </div>
  );
};

const linesOf = (log: Log, matching: ReturnType<Log['see']>['matching'], key: string | undefined) => {
  const { flat } = filter.value;
  const entry = key === undefined ? undefined : log.entryOf(key, flat);
  const open = flat ? [] : [...unfolded.value].flatMap((each) => log.entryOf(each, flat) ?? []);
  // Who follows a link to one step sees it among the others.
  if (entry !== undefined && entry.key !== key && !open.includes(entry)) open.push(entry);
  const lines = toLines(matching, open);
  return { lines, selected: entry === undefined || key === undefined ? -1 : lines.find(entry, key) };
};

const keyOf = ({ entry, step }: Line): string =>
  step?.row.key ?? (isStory(entry) ? entry.key : (entry.story?.steps[0]?.row.key ?? entry.key));

const lineKey = (line: Line | undefined): string | undefined =>
  line && (line.step === undefined ? line.entry.key : `${line.entry.key}.${line.index}`);

/** A row never changes, and an element that is the same is not compared: scrolling costs what comes into sight. */
const elements = new WeakMap<Row, ReturnType<typeof TrafficRow>>();

const drawn = ({ entry, step }: Line) => {
  const { story } = entry;
  if (step !== undefined && story !== undefined) return <StepRow story={story} step={step} />;
  if (story !== undefined && isStory(entry)) return <StoryRow story={story} isOpen={unfolded.value.has(entry.key)} />;
  const row = entry.row ?? story?.steps[0]?.row ?? story?.rows[0];
  if (row === undefined) return null;
  const element = elements.get(row) ?? <TrafficRow row={row} />;
  elements.set(row, element);
  return element;
};

const useTrafficKeys = () =>
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.matches('input, select, textarea');
      if (event.key === 'Escape') {
        if (isTyping) document.getElementById('traffic-list')?.focus();
        else if (route.value.path.length > 0) {
          go(href('traffic', [], route.value.query));
          document.getElementById('traffic-list')?.focus();
        } else return;
      } else if (isTyping) return;
      else if (event.key === '/') document.getElementById('traffic-search')?.focus();
      else if (event.key === 'j' || event.key === 'k') {
        const list = document.getElementById('traffic-list');
        list?.focus();
        list?.dispatchEvent(new KeyboardEvent('keydown', { key: event.key }));
      } else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

const NothingYet = () => (
  <Empty title="Nothing has happened yet">
    <p>
      Calls appear here as they happen. The calls of a run are under <a href={href('certification')}>Certification</a>.
    </p>
    <p>
      To see some traffic, add a location on the <a href={href('till')}>till bench</a>, issue a PIN and activate your
      till with it. This one is written in curl:
    </p>
    <Copyable
      text={`sh node_modules/conformance/examples/till.sh ${platform.value?.address ?? 'ADDRESS'} 5250000001 PIN`}
      what="till in plain curl"
    />
    <p>
      Or scan a basket of your shop on the <a href={href('phone')}>phone</a>.
    </p>
  </Empty>
);

/** Whose traffic is shown where it is not the platform's own, and how far it is narrowed. */
const RunHeading = () => {
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

/** Of the newest events, at the place that is looked at. Drawn anew once a second, whatever comes meanwhile. */
const TrafficCharts = () => {
  const { place, scenarios } = filter.value;
  const run = runId.value;
  const charts = useEachSecond(() => {
    const events = untracked(() => currentLog().newest(mostEvents)).filter(
      (event) => (place === '' || placeOf(event) === place) && isOf(event, scenarios),
    );
    return chartsOf(events, run === undefined ? untracked(() => platform.value?.now) : undefined);
  }, [place, scenarios.join(' '), run]);
  if (charts.length === 0)
    return (
      <Empty title="Nothing to draw yet">
        <p>Answers of shops, health reports and what a queue delivers are drawn here as they come.</p>
      </Empty>
    );
  return (
    <div class="charts" tabIndex={0} role="region" aria-label="Charts">
      {charts.map((chart) => (
        <Figure key={chart.title} id={`chart-${chart.title.replaceAll(' ', '-')}`} chart={chart} run={run} />
      ))}
    </div>
  );
};

const mostEvents = 20_000;

const isOf = (event: StreamEvent, scenarios: readonly string[]): boolean =>
  scenarios.length === 0 || scenarios.includes(placeOf(event));
