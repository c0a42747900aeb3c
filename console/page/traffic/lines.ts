import { type Entry, placeOf } from './log.ts';
import type { Step } from './steps.ts';

/** What stands on one line, newest first: an entry, or below its story a step of it. */
export interface Line {
  readonly entry: Entry;
  readonly step?: Step;
  /** Of a step: its place in the story. */
  readonly index?: number;
}

/** The lines of a list with some of its stories unfolded, of which there are few; no line is made that nobody sees. */
export const toLines = (matching: readonly Entry[], unfolded: readonly Entry[]) => {
  const last = matching.length - 1;
  const indexOf = (entry: Entry): number => {
    const place = placeOf(matching, entry.order);
    return matching[place] === entry ? last - place : -1;
  };
  let shift = 0;
  const open = unfolded
    .map((entry) => ({ entry, index: indexOf(entry), steps: entry.story?.steps ?? [] }))
    .filter(({ index, steps }) => index >= 0 && steps.length > 1)
    .sort((one, other) => one.index - other.index)
    .map((one) => {
      const start = one.index + shift;
      shift += one.steps.length;
      return { ...one, start };
    });
  return {
    count: matching.length + shift,
    at(line: number) {
      let before = 0;
      for (const { entry, start, steps } of open) {
        if (line <= start) break;
        const step = steps[line - start - 1];
        if (step !== undefined) return { entry, step, index: line - start - 1 };
        before += steps.length;
      }
      const entry = matching[last - (line - before)];
      return entry && { entry };
    },
    /** On which line an entry stands, or a row within it where that is unfolded. */
    find(entry: Entry, key: string) {
      const index = indexOf(entry);
      if (index < 0) return -1;
      const before = open.filter((one) => one.index < index).reduce((sum, { steps }) => sum + steps.length, 0);
      const own = open.find((one) => one.entry === entry)?.steps.findIndex(({ row }) => row.key === key) ?? -1;
      return index + before + own + 1;
    },
  };
};

/** A story with one step says no more than the step does. */
export const isStory = ({ story }: Entry): boolean => story !== undefined && story.steps.length > 1;
