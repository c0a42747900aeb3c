import { html, json, reportPaths } from '#reports';
import type { ReplayPlan } from '#schemas';

export const journalName = 'journal.ndjson';
/** What a target that we started wrote to its terminal. */
export const targetLogName = 'target.log';
export const certificateName = 'certificate.json';
/** The same certificate as an in-toto attestation. */
export const attestationPath = (certificate: string): string => `${certificate.replace(/\.json$/, '')}.intoto.json`;
export const replaysName = 'replays';
export const [resultsName = ''] = json.paths;
export const [pageName = ''] = html.paths;

/** What the run before left in the same folder: the reports say what has changed since. */
export const resultsBeforeName = 'results-before.json';

/** What a run leaves in its folder, files and folders, and what can be shown of it. */
export const runEvidence: readonly string[] = [...reportPaths, journalName, targetLogName, replaysName];

/** A certificate is none of its own evidence, yet beside another run's results it would mislead. */
export const ofARun: readonly string[] = [
  ...runEvidence,
  certificateName,
  attestationPath(certificateName),
  resultsBeforeName,
];

const longestName = 120;

/** Where a counterexample is stored, relative to the results. */
export const replayPath = ({ scenario, property }: Pick<ReplayPlan, 'scenario' | 'property'>): string =>
  `${replaysName}/${`${scenario}-${property}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, longestName)}.json`;

const again = /^(?<run>.+)-again(?:-(?<nth>[1-9]\d*))?$/;

/** Where a run is repeated: a folder beside its own, which keeps what it came to. */
export const againFolder = (folder: string): string => {
  const path = folder.replace(/(?<=.)\/+$/, '');
  // A folder without a name of its own has nothing beside it that would tell whose it is.
  if (/(?:^|\/)\.{0,2}$/.test(path)) return `${path}/again`;
  const { run, nth = '1' } = again.exec(path)?.groups ?? {};
  return run === undefined ? `${path}-again` : `${run}-again-${Number(nth) + 1}`;
};

/** The folder of the run that one of this name repeats. */
export const repeatedFolder = (folder: string): string | undefined => {
  const { run, nth } = again.exec(folder.replace(/\/+$/, ''))?.groups ?? {};
  if (run === undefined || nth === undefined) return run;
  return nth === '2' ? `${run}-again` : `${run}-again-${Number(nth) - 1}`;
};
