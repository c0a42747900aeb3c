import { readFileSync } from 'node:fs';
import { isSea } from 'node:sea';
import type { RequirementResult, RunResult } from '#schemas';

export type Status = RequirementResult['status'];
export type Verdict = RunResult['verdict'];

/** Every status in the order reports list them, with its sign and its words. */
export const statuses = {
  failed: { sign: '✗', words: 'failed' },
  warning: { sign: '!', words: 'warning' },
  'not-exercised': { sign: '○', words: 'not exercised' },
  'expected-failure': { sign: '≈', words: 'expected failure' },
  passed: { sign: '✓', words: 'passed' },
  filtered: { sign: '·', words: 'filtered' },
  'not-scored': { sign: '·', words: 'not scored' },
  'not-applicable': { sign: '–', words: 'not applicable' },
} as const satisfies Readonly<Record<Status, { readonly sign: string; readonly words: string }>>;

export const statusOrder = Object.keys(statuses) as readonly Status[];

/** What a verdict is called and means where nothing more is to be said: see `headlineOf`. */
export const verdicts = JSON.parse(readFileSync(new URL('verdicts.json', import.meta.url), 'utf8')) as Readonly<
  Record<Verdict, { readonly sign: string; readonly words: string; readonly meaning: string; readonly colour: string }>
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
