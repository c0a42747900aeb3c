import type { Row } from './row.ts';
import type { Step } from './steps.ts';
import type { Story } from './stories.ts';

/** A story in one line. */
export const storyFacts = ({ kind, steps, rows }: Story) => {
  const first = rows[0];
  const last = rows.at(-1);
  const telling = kind === 'command' ? steps.findLast(({ what }) => what === 'callback') : undefined;
  const shown = telling?.row ?? rows.findLast(({ status }) => status !== undefined);
  const began = steps[0]?.row ?? first;
  return {
    at: began?.at ?? 0,
    place: rows.find(({ place }) => place !== '')?.place ?? '',
    /** What happened, in the order it did: `sent · delivered ×2 · called back 204 · deleted`. */
    facts: kind === 'command' ? commandFacts(steps) : callFacts(rows),
    /** Of the last call that has one. */
    status: kind === 'command' && telling === undefined ? undefined : shown?.status,
    failed: shown?.failed === true || last?.failed === true,
    injected: shown?.injected,
    durationMs: (last?.at ?? 0) - (began === undefined ? 0 : began.at - (began.durationMs ?? 0)),
    /** The worst of its calls. */
    verdict: (['violation', 'warning', 'conformant', 'not-judged'] as const).find((each) =>
      rows.some(({ verdict }) => verdict === each),
    ),
    violations: rows.reduce((sum, { violations }) => sum + violations, 0),
  };
};

const commandFacts = (steps: readonly Step[]): string => {
  const words: { word: string; count: number }[] = [];
  for (const step of steps) {
    const word = wordOf(step);
    if (word === undefined) continue;
    const known = words.find((each) => each.word === word);
    if (known === undefined) words.push({ word, count: 1 });
    else known.count += 1;
  }
  return words.map(({ word, count }) => (count === 1 ? word : `${word} ×${count}`)).join(' · ');
};

const wordOf = ({ what, title, tone, row }: Step): string | undefined => {
  switch (what) {
    case 'sent':
      return 'sent';
    case 'delivered':
      return tone === 'ours' ? 'delivery faulted by us' : 'delivered';
    case 'callback':
      return `called back ${row.status ?? 'without answer'}${tone === 'ours' ? ' (ours)' : ''}`;
    case 'deleted':
      return tone === 'ours' ? 'kept on purpose' : 'deleted';
    default:
      return tone === 'plain' ? undefined : title.toLowerCase();
  }
};

/** The calls in their order, the same ones counted; and how it ended. */
const callFacts = (rows: readonly Row[]): string => {
  const calls: { title: string; count: number }[] = [];
  for (const { title, event } of rows) {
    if (event.kind !== 'exchange') continue;
    const last = calls.at(-1);
    if (last?.title === title) last.count += 1;
    else calls.push({ title, count: 1 });
  }
  const end = rows.findLast(({ event }) => event.kind !== 'exchange');
  const ended = end === undefined ? [] : [end.event.kind === 'checkout' ? end.event.phase : end.facts];
  return [...calls.map(({ title, count }) => (count === 1 ? title : `${title} ×${count}`)), ...ended].join(' · ');
};
