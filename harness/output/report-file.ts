import { appendFileSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ReportFile } from '#reports';
import { inside } from './inside.ts';

/** A write per piece would be ten thousand of them for a long run. */
const pieceLength = 64 * 1024;

/** Writes a file of the folder that may come in pieces, and never holds more of it than a few of them. */
export const writeReportFile = async (folder: string, { path: name, content }: ReportFile): Promise<void> => {
  const path = inside(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'w');
  try {
    let waiting = '';
    for await (const piece of typeof content === 'string' ? [content] : content) {
      waiting += piece;
      if (waiting.length < pieceLength) continue;
      appendFileSync(file, waiting);
      waiting = '';
    }
    appendFileSync(file, waiting);
  } finally {
    closeSync(file);
  }
};
