import { readFileSync } from 'node:fs';
import { isSea } from 'node:sea';
import { isRequirementId, requirement, type RequirementResult, type RunResult } from '#schemas';

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

export const spoken = (milliseconds: number): string => {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
};

/** How long the run took; 0 where the times say nothing. */
export const runDuration = (result: { readonly startedAt: string; readonly finishedAt: string }): number => {
  const milliseconds = Date.parse(result.finishedAt) - Date.parse(result.startedAt);
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 0;
};

interface Area {
  readonly name: string;
  readonly rows: readonly RequirementResult[];
}

export const areaOf = (id: string): string => id.slice(0, Math.max(0, id.indexOf('/'))) || 'other';

/** The requirements by area, both in the order the result lists them. */
export const areas = (rows: readonly RequirementResult[]): readonly Area[] =>
  [...Map.groupBy(rows, (row) => areaOf(row.id))].map(([name, members]) => ({ name, rows: members }));

export interface RegisterText {
  readonly clause: string;
  readonly rule: string;
}

/** Which register it is, and by which older one it is scored. */
export const registerInWords = ({ version, digest, scored }: RunResult['register']): string =>
  `${version} (${digest.slice(0, 12)})${scored === undefined ? '' : `, scored by ${scored}`}`;

/** What the register says about an id. A result of another version may name one this version does not know. */
export const registerText = (id: string): RegisterText => {
  if (!isRequirementId(id)) return { clause: 'not in this version of the register', rule: '' };
  const { clause, rule } = requirement(id);
  return { clause, rule };
};
