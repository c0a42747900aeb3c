import { closeSync, openSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { printable } from '#reports/printable';

/** A line longer than this is written in parts. */
const longestLine = 64 * 1024;
/** Where a line is parted, so much of it waits for the rest: no secret is longer. */
const overlap = 4 * 1024;
/** What a till has written before it ended is there at once; what its children still hold open is not waited for. */
const drainMs = 500;
/** A till may write for ever, and a disk has an end. */
const largestLog = 64 * 1024 * 1024;

/**
 * Writes what a till says to a file, line by line, and nothing of it before `redact` has seen it. Its colours are left
 * away, and what else would steer a terminal that shows the file is spelled out.
 */
export const logTill = (
  path: string,
  outputs: readonly Readable[],
  redact: (text: string) => string,
  most: number = largestLog,
) => {
  const file = openSync(path, 'a');
  let room = most;
  const ends = outputs.map(async (output) => {
    let rest = '';
    const write = (text: string): void => {
      if (room <= 0) return;
      room -= writeSync(file, printable(redact(stripVTControlCharacters(text))));
      if (room <= 0) writeSync(file, `… what it wrote after ${most / 1024} KiB was left out\n`);
    };
    output.setEncoding('utf8').on('data', (chunk: string) => {
      rest += chunk;
      const whole = rest.lastIndexOf('\n') + 1;
      const ready = whole > 0 ? whole : rest.length > longestLine ? rest.length - overlap : 0;
      if (ready > 0) write(rest.slice(0, ready));
      rest = rest.slice(ready);
    });
    // A till that is killed breaks its pipe off.
    output.on('error', () => undefined);
    await new Promise<void>((resolve) => void output.once('close', () => resolve()));
    if (rest !== '') write(rest);
  });
  const ended = Promise.all(ends).then(() => closeSync(file));
  return {
    /** Waits for what has been written already. */
    drain: async (): Promise<void> => {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, drainMs);
      await Promise.race([ended, late]);
      clearTimeout(timer);
    },
    close: (): void => {
      for (const output of outputs) output.destroy();
    },
  };
};
