import type { ComponentChildren } from 'preact';
import { counted } from '#traffic/charts';
import { attempt } from '../live/control-api.ts';
import { replaceQuery, route } from '../route.ts';
import { verdicts } from './verdict-badge.tsx';
import { kindNames, rowKinds } from './row.ts';
import type { Entry } from './log.ts';
import { currentLog, filter, held, paused, resume, runId } from './sources.ts';
import { archiveOf, save } from './take-away.ts';

export const Filters = () => {
  const log = currentLog();
  const { place, kind, verdict, text, quiet, flat } = filter.value;
  const run = runId.value;
  const isDrawn = route.value.query.has('charts');
  const { matching: lines } = log.see(filter.value);
  const isNarrowed = place !== '' || kind !== '' || verdict !== '' || text !== '';
  const clear = () => replaceQuery({ place: undefined, kind: undefined, verdict: undefined, text: undefined });
  return (
    <div class="filters" role="search" aria-label="Filter the traffic">
      <input
        id="traffic-search"
        type="search"
        aria-label="Search"
        placeholder="Search ( / )"
        value={text}
        onInput={({ currentTarget }) => replaceQuery({ text: currentTarget.value })}
      />
      <Choice
        label={run === undefined ? 'Location or shop' : 'Scenario'}
        value={place}
        onChange={(value) => replaceQuery({ place: value })}
      >
        <option value="">{run === undefined ? 'All places' : 'All scenarios'}</option>
        {log.places().map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Choice>
      <Choice label="Kind" value={kind} onChange={(value) => replaceQuery({ kind: value })}>
        <option value="">All kinds</option>
        {rowKinds.map((name) => (
          <option key={name} value={name}>
            {kindNames[name]}
          </option>
        ))}
      </Choice>
      <Choice label="Verdict" value={verdict} onChange={(value) => replaceQuery({ verdict: value })}>
        <option value="">All verdicts</option>
        {Object.entries(verdicts).map(([name, { text: label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Choice>
      <button
        type="button"
        aria-pressed={!flat}
        onClick={() => replaceQuery({ flat: flat ? undefined : '1' })}
        title="One line for a command, a checkout, a walk through the catalogue"
      >
        Grouped
      </button>
      <button
        type="button"
        aria-pressed={quiet}
        onClick={() => replaceQuery({ quiet: quiet ? undefined : '1' })}
        title="Show health reports, and receive calls that brought nothing"
      >
        Polls, health {log.quiet()}
      </button>
      <button
        type="button"
        aria-pressed={isDrawn}
        onClick={() => replaceQuery({ charts: isDrawn ? undefined : '1' })}
        title="Response times, health over time, queue groups"
      >
        Charts
      </button>
      <button type="button" class="quiet" disabled={!isNarrowed} onClick={clear}>
        Clear
      </button>
      <span class="count small faint">{counted(lines.length, 'line')}</span>
      <button
        type="button"
        disabled={lines.length === 0}
        title="Save the shown calls, for a HAR viewer or for conformance judge"
        onClick={() => void attempt(async () => save('traffic.har', await archiveOf(exchangesIn(lines), run)))}
      >
        Save as HAR
      </button>
      {run === undefined && (
        <button
          type="button"
          class="pause"
          aria-pressed={paused.value}
          onClick={() => (paused.value ? resume() : (paused.value = true))}
        >
          {paused.value ? `Resume (${held.value} new)` : 'Pause'}
        </button>
      )}
    </div>
  );
};

/** In the order of their numbers; a receive may be of several commands. */
const exchangesIn = (lines: readonly Entry[]): readonly number[] => {
  const numbers = lines.flatMap(({ row, story }) =>
    (row === undefined ? (story?.rows ?? []) : [row]).flatMap(({ event }) =>
      event.kind === 'exchange' ? [event.id] : [],
    ),
  );
  return [...new Set(numbers)].toSorted((one, other) => one - other);
};

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ComponentChildren;
}

const Choice = ({ label, value, onChange, children }: ChoiceProps) => (
  <select aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
    {children}
  </select>
);
