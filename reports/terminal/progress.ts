import { causeId, type JournalEvent, requirement, type RequirementId, type RunStarted } from '#schemas';
import { plural } from '../wording/statuses.ts';
import { spoken } from '../wording/durations.ts';
import { inkFor } from './ink.ts';
import { printableLine, shortened, withValue } from '../wording/printable.ts';

/** What a live line needs to know about the run so far. */
export interface Progress {
  readonly startedAt: number | undefined;
  readonly planned: number;
  readonly finished: number;
  readonly running: readonly string[];
  readonly exchanges: number;
  /** Requirements of which a failure is none: a should, or one that is known. */
  readonly excused: Readonly<Record<string, boolean>>;
  readonly failed: ReadonlySet<string>;
  readonly warned: ReadonlySet<string>;
  /** What a long step said it is doing. */
  readonly doing: string | undefined;
}

export const noProgress: Progress = {
  startedAt: undefined,
  planned: 0,
  finished: 0,
  running: [],
  exchanges: 0,
  excused: {},
  failed: new Set(),
  warned: new Set(),
  doing: undefined,
};

export const advanced = (progress: Progress, event: JournalEvent): Progress => {
  switch (event.event) {
    case 'run-started':
      return {
        ...progress,
        startedAt: Date.parse(event.at),
        planned: event.plan.scenarios.length,
        excused: excusedBy(event),
      };
    case 'scenario-started':
      return { ...progress, running: [...progress.running, event.scenario], doing: undefined };
    case 'scenario-finished':
      return {
        ...progress,
        finished: progress.finished + 1,
        running: progress.running.filter((id) => id !== event.scenario),
        doing: undefined,
      };
    case 'exchange':
      return { ...progress, exchanges: progress.exchanges + 1 };
    case 'check':
      if (event.outcome.status === 'failed' && !isExcused(progress, event.requirement, causeId(event.outcome)))
        return { ...progress, failed: plus(progress.failed, event.requirement) };
      if (event.outcome.status === 'failed' || event.outcome.status === 'warned')
        return { ...progress, warned: plus(progress.warned, event.requirement) };
      return progress;
    default:
      return progress;
  }
};

const excusedBy = ({ settling }: RunStarted): Progress['excused'] => ({
  ...Object.fromEntries(Object.entries(settling.severity).map(([id, level]) => [id, level === 'should'])),
  ...Object.fromEntries(
    settling.expectedFailures.map(({ id, cause }) => [cause === undefined ? id : `${id} ${cause}`, true]),
  ),
});

const isExcused = ({ excused }: Progress, id: RequirementId, cause: string): boolean =>
  excused[`${id} ${cause}`] ?? excused[id] ?? requirement(id).level === 'should';

const plus = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => (ids.has(id) ? ids : new Set([...ids, id]));

/** A requirement that fails for the first time, as it happens; undefined for everything else. */
export const newFailure = (before: Progress, now: Progress, event: JournalEvent): string | undefined =>
  event.event === 'check' && event.outcome.status === 'failed' && now.failed.size > before.failed.size
    ? shortened(`✗ ${event.requirement}: ${printableLine(withValue(event.outcome))}`, 200)
    : undefined;

export interface ProgressOptions {
  readonly colour: boolean;
  readonly width: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** One line, never wider than the terminal, to be written over and over. */
export const progressLine = (progress: Progress, { colour, width, now }: ProgressOptions): string => {
  const ink = inkFor(colour);
  const elapsed = progress.startedAt === undefined ? '' : spoken(Math.max(0, now - progress.startedAt));
  const facts = [
    `${progress.finished}/${progress.planned} scenarios`,
    plural(progress.exchanges, 'exchange'),
    ...(progress.failed.size === 0 ? [] : [`${progress.failed.size} failed`]),
    ...(progress.warned.size === 0 ? [] : [`${progress.warned.size} to look at`]),
    ...(elapsed === '' ? [] : [elapsed]),
  ].join(' · ');
  const current = progress.doing ?? progress.running.at(-1) ?? '';
  // Cut before colouring: an escape sequence cut in half would colour the user's prompt.
  const text = shortened(printableLine(current === '' ? facts : `${facts} · ${current}`), width - 1);
  return ink(progress.failed.size > 0 ? 'bad' : 'quiet', text);
};
