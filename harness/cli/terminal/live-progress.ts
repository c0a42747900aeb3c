import { advanced, newFailure, noProgress, type Progress, progressLine } from '#reports';
import type { JournalEvent } from '#schemas';
import type { Printer } from './printer.ts';

export interface LiveProgress {
  readonly event: (event: JournalEvent) => void;
  readonly doing: (scenario: string, text: string) => void;
  readonly note: (text: string) => void;
  readonly end: () => void;
  /** Aborted once so many requirements have failed that the rest is not asked for. */
  readonly enough: AbortSignal;
}

/** How far the run is, on standard error: one line rewritten on a terminal, a line per scenario elsewhere; each failure as it happens. `who`: of several. */
export const liveProgress = (printer: Printer, who?: string, mostFailures = Number.POSITIVE_INFINITY): LiveProgress => {
  const ahead = who === undefined ? '' : `${who}: `;
  const note = (text: string): void => printer.note(`${ahead}${text}`);
  const enough = new AbortController();
  let progress: Progress = noProgress;
  const show = (): void =>
    printer.status(
      ahead +
        progressLine(progress, {
          colour: printer.colour,
          width: printer.width - ahead.length,
          now: Date.now(),
        }),
    );
  const event = (happened: JournalEvent): void => {
    const before = progress;
    progress = advanced(before, happened);
    const failure = newFailure(before, progress, happened);
    if (failure !== undefined) note(failure);
    if (failure !== undefined && progress.failed.size >= mostFailures)
      enough.abort(
        new Error(`the run ended at failure ${mostFailures} (--bail or --max-failures), and the rest was not tried`),
      );
    if (printer.live) show();
    else if (happened.event === 'scenario-finished') {
      const seconds = (happened.durationMs / 1000).toFixed(1);
      note(`[${progress.finished}/${progress.planned}] ${happened.scenario} ${happened.status} (${seconds} s)`);
    }
  };
  return {
    event,
    doing: (scenario, text) => {
      progress = { ...progress, doing: text === '' ? undefined : `${scenario}: ${text}` };
      if (printer.live) show();
    },
    note,
    end: () => printer.status(''),
    enough: enough.signal,
  };
};
