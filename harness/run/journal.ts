import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { JournalEvent } from '#schemas';
import { UsageError } from '../config/usage-error.ts';

export interface JournalFile extends Disposable {
  readonly write: (event: JournalEvent) => void;
}

/** Appends one line per event, each with a write of its own: a killed run loses at most the line it was writing. */
export const createJournal = (path: string): JournalFile => {
  const file = openSync(path, 'w');
  let open = true;
  return {
    write(event) {
      if (open) writeSync(file, `${JSON.stringify(event)}\n`);
    },
    [Symbol.dispose]() {
      if (open) closeSync(file);
      open = false;
    },
  };
};

/** The events of a journal. A last line that was cut off is left away; any other unreadable line is an error. */
export const readJournal = (path: string): readonly JournalEvent[] => parseJournal(readFileSync(path, 'utf8'), path);

export const parseJournal = (text: string, name: string): readonly JournalEvent[] => {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as JournalEvent];
    } catch {
      const isLast = lines.slice(index + 1).every((rest) => rest.trim() === '');
      if (isLast) return [];
      throw new UsageError(`${name}, line ${index + 1} is no journal event: somebody changed the file.`);
    }
  });
};
