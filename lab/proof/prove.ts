import type { JournalEvent, RequirementId, RequirementResult, RunResult } from '#schemas';
import { type Captured, judgedAgain } from '../certify/captured.ts';
import type { Catch } from '../certify/catches.ts';
import { type Certified, certify, type Suspect } from '../certify/certify.ts';
import { peers, type Provable } from '../faults/index.ts';
import { failedBefore } from './failing.ts';
import { writeRecording } from './recording.ts';

/** What certifying a suspect came to, held against what its fault declares. */
export interface Proof extends Suspect {
  readonly verdict: RunResult['verdict'];
  /** The first time each requirement was reported. */
  readonly catches: readonly Catch[];
  /** Everything reported: the rows that failed or warn, with all their causes. */
  readonly rows: readonly RequirementResult[];
  /** Declared by the fault and not reported: the check cannot catch its defect. */
  readonly missed: readonly RequirementId[];
  /** Only a warning now, where it is known to fail: a verdict that was lost. */
  readonly weaker: readonly RequirementId[];
  /** Reported and not declared: a false alarm, or charged to the wrong requirement. */
  readonly astray: readonly RequirementId[];
  /** What the run's own traffic, judged again as if captured elsewhere, leaves unsaid of what laws said, and says besides. */
  readonly captured: Captured;
  /** Not exercised although every fixture and trigger is there. */
  readonly silent: readonly RequirementId[];
  readonly requests: number;
  readonly durationMs: number;
  /** On the clock of the run. */
  readonly runMs: number;
}

/** Every suspect of a party: each reference peer as it should be, and with each of these faults it can have. */
export const suspects = (party: Provable, faults: readonly string[]): readonly Suspect[] => {
  const { variants, faults: known } = peers[party];
  return variants.flatMap((variant) => [
    { party, variant },
    ...faults
      .filter((fault) => known[fault]?.variants?.includes(variant) ?? true)
      .map((fault) => ({ party, variant, fault })),
  ]);
};

export const declaredBy = ({ party, fault }: Suspect): readonly RequirementId[] =>
  fault === undefined ? [] : (peers[party].faults[fault]?.breaks ?? []);

export const nameOf = ({ party, variant, fault }: Suspect): string => `${party} ${variant} ${fault ?? '(conformant)'}`;

/** A run and all that it told. */
export interface Recorded extends Certified {
  readonly events: readonly JournalEvent[];
}

export const record = async (suspect: Suspect, seed = 1): Promise<Recorded> => {
  const events: JournalEvent[] = [];
  return { ...(await certify(suspect, { seed, onEvent: (event) => void events.push(event) })), events };
};

/** `recordings`: a folder that keeps the traffic, for the laws to judge it again. */
export const prove = async (suspect: Suspect, recordings?: string): Promise<Proof> => {
  const run = await record(suspect);
  if (recordings !== undefined) writeRecording(recordings, { suspect, config: run.config, events: run.events });
  return heldAgainst(declaredBy(suspect), suspect, run);
};

/** What there is to say of a run, where it should have reported this and nothing else. */
export const heldAgainst = (declared: readonly RequirementId[], suspect: Suspect, run: Recorded): Proof => {
  const { config, events, result, catches, requests, durationMs, runMs } = run;
  const { party } = suspect;
  const withStatus = (...statuses: readonly string[]) =>
    result.requirements.filter(({ status }) => statuses.includes(status)).map(({ id }) => id as RequirementId);
  const reported = withStatus('failed', 'warning');
  return {
    ...suspect,
    verdict: result.verdict,
    catches: catches.filter(({ requirement }) => reported.includes(requirement)),
    rows: result.requirements.filter(({ status }) => status === 'failed' || status === 'warning'),
    missed: declared.filter((id) => !reported.includes(id)),
    weaker: withStatus('warning').filter((id) => failedBefore(suspect).includes(id)),
    astray: reported.filter((id) => !declared.includes(id)),
    captured: party === 'platform' ? { missed: [], invented: [], findings: [] } : judgedAgain(party, config, events),
    silent: withStatus('not-exercised'),
    requests,
    durationMs,
    runMs,
  };
};

/**
 * Caught what it declares, and nothing else, as its traffic alone was judged too; a conformant peer moreover has everything
 * exercised and passed.
 */
export const isSound = ({ fault, missed, weaker, astray, captured, silent, verdict }: Proof): boolean =>
  [missed, weaker, astray, captured.missed, captured.invented].every((found) => found.length === 0) &&
  (fault !== undefined || (silent.length === 0 && verdict === 'conformant')) &&
  verdict !== 'harness-error';
