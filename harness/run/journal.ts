import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { firstViolation, type JournalEvent, type JournalLine } from '#schemas';
import { jsonOf } from '#traffic';
import { UsageError } from '../config/usage-error.ts';

type Unchanging<Value> = Value extends object ? { readonly [Name in keyof Value]: Unchanging<Value[Name]> } : Value;

/** Appends one line per event, each with a write of its own: a killed run loses at most the line it was writing. */
export const createJournal = (path: string) => {
  const file = openSync(path, 'w');
  let open = true;
  return {
    write(event: JournalEvent): void {
      // What is written is read by that shape again.
      event satisfies Unchanging<JournalLine>;
      if (open) writeSync(file, `${JSON.stringify(event)}\n`);
    },
    [Symbol.dispose]() {
      if (open) closeSync(file);
      open = false;
    },
  };
};

/** The events of a journal. A last line that was cut off is left away; any other line that is no event is an error. */
export const readJournal = (path: string): readonly JournalEvent[] => parseJournal(readFileSync(path, 'utf8'), path);

export const parseJournal = (text: string, name: string): readonly JournalEvent[] => {
  const lines = text.split('\n');
  const isLast = (index: number): boolean => lines.slice(index + 1).every((rest) => rest.trim() === '');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const event = jsonOf(line);
    if (event === undefined && isLast(index)) return [];
    if (event === undefined)
      throw new UsageError(`${name}, line ${index + 1} is no journal event: somebody changed the file.`);
    const violation = firstViolation('journal-line', event);
    if (violation === undefined) return [event as JournalEvent];
    throw new UsageError(`${name}, line ${index + 1} is no journal event: ${violation.message}`);
  });
};
