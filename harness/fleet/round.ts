import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { badge, type Round, roundAllure, type RoundRow, roundJunit, roundPage, since, toRoundRow } from '#reports';
import { isObject } from '#traffic';
import { pageName, resultsName } from '../config/files.ts';
import { misuse, UsageError } from '../config/usage-error.ts';
import { inside } from '../output/inside.ts';
import { resultIn } from '../output/read-result.ts';
import { exitCodes } from '../verdicts/exit-codes.ts';
import { identity } from '../run/identity.ts';
import type { FleetTarget } from './targets.ts';

/** What every round leaves beside the folders of its targets. */
export const roundName = 'fleet.json';

type Listed = Pick<FleetTarget, 'name' | 'suite' | 'labels'>;

/** Which targets there are, so that one whose job left nothing is known to be missing. */
export const writeFleetList = (out: string, targets: readonly FleetTarget[]): void => {
  mkdirSync(out, { recursive: true });
  const listed: readonly Listed[] = targets.map(({ name, suite, labels }) => ({ name, suite, labels }));
  writeFileSync(inside(out, listName), `${JSON.stringify(listed)}\n`);
};

const listName = 'fleet-targets.json';

export interface Reading {
  readonly at: string;
  readonly before: Round | undefined;
  /** Whether there is such a file; those of a bucket are not all at hand. */
  readonly isThere?: (path: string) => boolean;
}

export const readRound = (
  folder: string,
  { at, before, isThere = (path) => existsSync(join(folder, path)) }: Reading,
): Round => {
  const rows = targetsIn(folder).map((target) => rowOf(folder, target, isThere));
  return { tool: identity().tool, at, rows: before === undefined ? rows : since(rows, before.rows) };
};

export const writeRound = async (folder: string, round: Round): Promise<readonly string[]> => {
  const files: Readonly<Record<string, string>> = {
    [roundName]: `${JSON.stringify(round)}\n`,
    'fleet.html': roundPage(round),
    'fleet-junit.xml': roundJunit(round),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(inside(folder, name), content);
  for (const { name, verdict, change } of round.rows)
    if (change !== 'gone' && existsSync(join(folder, name)))
      writeFileSync(inside(folder, join(name, 'badge.svg')), badge(verdict));
  rmSync(join(folder, allureName), { recursive: true, force: true });
  mkdirSync(join(folder, allureName));
  for (const { name, content } of await roundAllure(round)) writeFileSync(join(folder, allureName, name), content);
  return [...Object.keys(files), `${allureName}/`];
};

const allureName = 'fleet-allure-results';

/** Green only where every target is; what nobody judged outweighs what is open. */
export const roundExitCode = ({ rows }: Round): number => {
  const has = (...verdicts: readonly RoundRow['verdict'][]): boolean =>
    rows.some(({ verdict, change }) => change !== 'gone' && verdicts.includes(verdict));
  if (has('harness-error')) return exitCodes.harnessError;
  if (has('non-conformant')) return exitCodes.nonConformant;
  if (has('not-judged')) return exitCodes.notJudged;
  return has('incomplete', 'missing') ? exitCodes.incomplete : exitCodes.conformant;
};

const targetsIn = (folder: string): readonly Listed[] => {
  const listed = jsonIn(join(folder, listName));
  if (Array.isArray(listed)) return listed.filter(isListed);
  const found = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const names = found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (names.length === 0)
    throw new UsageError(`${folder} holds no results of a fleet. Give the folder that conformance fleet wrote to.`);
  return names.toSorted().map((name) => ({ name, suite: 'merchant', labels: {} }));
};

/** A name is a folder below this one, whoever wrote the list. */
const isListed = (value: unknown): value is Listed => {
  const { name, suite, labels } = Object(value) as Partial<Record<keyof Listed, unknown>>;
  return isName(name) && typeof suite === 'string' && isTexts(labels);
};

const isName = (name: unknown): boolean => typeof name === 'string' && /^[\w.-]+$/.test(name) && !/^\.+$/.test(name);

const isTexts = (labels: unknown): boolean =>
  isObject(labels) && Object.values(labels).every((text) => typeof text === 'string');

const rowOf = (folder: string, { name, suite, labels }: Listed, isThere: (path: string) => boolean): RoundRow => {
  const file = join(folder, name, resultsName);
  const nothing = { name, suite, labels, verdict: 'missing', failed: [], open: 0 } as const;
  if (!existsSync(file)) return nothing;
  const result = resultIn(file);
  if (typeof result === 'string') return { ...nothing, reason: `its ${resultsName} ${result}` };
  return toRoundRow(result, { name, labels, hasPage: isThere(`${name}/${pageName}`) });
};

/** A round that was reported; `said`: how it was asked for. */
export const roundIn = (folder: string, said: string): Round => {
  const round = jsonIn(join(folder, roundName));
  const { rows } = Object(round) as Partial<Record<keyof Round, unknown>>;
  if (Array.isArray(rows) && rows.every(isRow)) return round as Round;
  throw misuse('--since', `${said} holds no ${roundName}. Give the folder of an earlier round.`);
};

const isRow = (value: unknown): value is RoundRow => {
  const { verdict, failed } = Object(value) as Partial<Record<keyof RoundRow, unknown>>;
  return isListed(value) && typeof verdict === 'string' && Array.isArray(failed);
};

const jsonIn = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};
