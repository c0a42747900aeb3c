import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Config, JournalEvent } from '#schemas';
import type { Suspect } from '../certify/certify.ts';

/** The traffic of one proof. */
export interface Recording {
  readonly suspect: Suspect;
  readonly config: Config;
  readonly events: readonly JournalEvent[];
}

const ending = '.gz';

export const writeRecording = (folder: string, { suspect, config, events }: Recording): void => {
  const { party, variant, fault = 'none' } = suspect;
  const lines = [{ suspect, config }, ...events].map((one) => JSON.stringify(one));
  mkdirSync(join(folder, party), { recursive: true });
  const name = `${variant}~${fault.replaceAll(/[^a-z\d-]/giu, '~')}${ending}`;
  writeFileSync(join(folder, party, name), gzipSync(lines.join('\n'), { level: 4 }));
};

/** The files whose path has one of these words in it; all of them without. */
export const recordingsIn = (folder: string, words: readonly string[]): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && (words.length === 0 || words.some((word) => name.includes(word))))
    .toSorted()
    .map((name) => join(folder, name));

export const readRecording = (file: string): Recording => {
  const [first = '', ...events] = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
  const { suspect, config } = JSON.parse(first) as Pick<Recording, 'suspect' | 'config'>;
  return { suspect, config, events: events.map((line) => JSON.parse(line) as JournalEvent) };
};
