import { readFileSync } from 'node:fs';
import { isSea } from 'node:sea';
import type { RequirementResult, RunResult } from '#schemas';

export type Status = RequirementResult['status'];
export type Verdict = RunResult['verdict'];

/** Every status in the order reports list them, with its sign, its words, and what it is written in on a terminal. */
export const statuses = {
  failed: { sign: '✗', words: 'failed', ink: 'bad' },
  warning: { sign: '!', words: 'warning', ink: 'doubt' },
  'not-exercised': { sign: '○', words: 'not exercised', ink: 'doubt' },
  'expected-failure': { sign: '≈', words: 'expected failure', ink: 'quiet' },
  passed: { sign: '✓', words: 'passed', ink: 'good' },
  filtered: { sign: '·', words: 'filtered', ink: 'quiet' },
  'not-scored': { sign: '·', words: 'not scored', ink: 'quiet' },
  'not-applicable': { sign: '–', words: 'not applicable', ink: 'quiet' },
} as const satisfies Readonly<Record<Status, Readonly<Record<'sign' | 'words' | 'ink', string>>>>;

export const statusOrder = Object.keys(statuses) as readonly Status[];

/** What a verdict is called and means where nothing more is to be said (see `headlineOf`), and the status it is shown like. */
export const verdicts = JSON.parse(readFileSync(new URL('verdicts.json', import.meta.url), 'utf8')) as Readonly<
  Record<Verdict, Readonly<Record<'sign' | 'words' | 'meaning' | 'colour', string>> & { readonly like: Status }>
>;

export const countOf = (result: RunResult, status: Status): number =>
  result.requirements.filter((row) => row.status === status).length;

/** `2 failed, 1 warning, 40 passed`, without what did not occur. */
export const countsInWords = (result: RunResult): readonly string[] =>
  statusOrder.flatMap((status) => {
    const count = countOf(result, status);
    const words =
      status === 'warning' || status === 'expected-failure'
        ? plural(count, statuses[status].words)
        : `${count} ${statuses[status].words}`;
    return count === 0 ? [] : [words];
  });

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A command of ours as it is typed beside a package.json, where the README has it installed. */
export const typed = (command: string): string => (command === '' || isSea() ? command : `npx ${command}`);

/** What tells more of a requirement: why it matters, how it is judged, and the page about it. */
export const explaining = (id: string): string => typed(`conformance explain ${id}`);
