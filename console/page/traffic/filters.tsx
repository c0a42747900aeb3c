import type { ComponentChildren } from 'preact';
import { replaceQuery } from '../route.ts';
import { verdicts } from './verdict-badge.tsx';
import { kindNames, rowKinds } from './row.ts';
import { emptyPolls, filter, held, paused, places, resume, rows } from './rows.ts';

export const Filters = () => {
  const { place, kind, verdict, text, polls } = filter.value;
  const { matching, all } = rows.value;
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
      <Choice label="Location or shop" value={place} onChange={(value) => replaceQuery({ place: value })}>
        <option value="">All places</option>
        {places.value.map((name) => (
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
        aria-pressed={polls}
        onClick={() => replaceQuery({ polls: polls ? undefined : '1' })}
        title="Show receive calls that brought nothing"
      >
        Polls {emptyPolls.value}
      </button>
      <button type="button" class="quiet" disabled={!isNarrowed} onClick={clear}>
        Clear
      </button>
      <span class="count small faint">{matching.length === all ? `${all}` : `${matching.length} of ${all}`}</span>
      <button
        type="button"
        class="pause"
        aria-pressed={paused.value}
        onClick={() => (paused.value ? resume() : (paused.value = true))}
      >
        {paused.value ? `Resume (${held.value} new)` : 'Pause'}
      </button>
    </div>
  );
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
