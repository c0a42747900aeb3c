import { json, reportPaths } from '#reports';
import type { ReplayPlan } from '#schemas';

export const journalName = 'journal.ndjson';
/** What a target that we started wrote to its terminal. */
export const targetLogName = 'target.log';
export const certificateName = 'certificate.json';
export const replaysName = 'replays';
export const [resultsName = ''] = json.paths;

/** What a run leaves in its folder, files and folders, and what can be shown of it. */
export const runEvidence: readonly string[] = [...reportPaths, journalName, targetLogName, replaysName];

/** A certificate is none of its own evidence, yet beside another run's results it would mislead. */
export const ofARun: readonly string[] = [...runEvidence, certificateName];

const longestName = 120;

/** Where a counterexample is stored, relative to the results. */
export const replayPath = ({ scenario, property }: Pick<ReplayPlan, 'scenario' | 'property'>): string =>
  `${replaysName}/${`${scenario}-${property}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, longestName)}.json`;
