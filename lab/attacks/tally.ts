/** What was tried, and what must not have come of it. */
export interface Tally {
  inputs: number;
  readonly crashes: string[];
  readonly stalls: string[];
  readonly leaks: string[];
  readonly writesOutside: string[];
  readonly controlCharacters: string[];
  readonly notes: string[];
}

export const createTally = (): Tally => ({
  inputs: 0,
  crashes: [],
  stalls: [],
  leaks: [],
  writesOutside: [],
  controlCharacters: [],
  notes: [],
});

const counted = ['crashes', 'stalls', 'leaks', 'writesOutside', 'controlCharacters'] as const;

export const isSound = (tally: Tally): boolean => tally.inputs > 0 && counted.every((name) => tally[name].length === 0);

export const tallyText = (tally: Tally, stallMs: number): string =>
  [
    ...tally.notes,
    ...counted.flatMap((name) => tally[name].slice(0, 20).map((what) => `FAILED ${name}: ${what}`)),
    `inputs tried ${tally.inputs}, crashes ${tally.crashes.length}, stalls over ${stallMs} ms ${tally.stalls.length}, leaks ${tally.leaks.length}, ` +
      `writes outside ${tally.writesOutside.length}, raw control characters ${tally.controlCharacters.length}`,
    '',
  ].join('\n');

/** C0 and C1 but tab and line feed, and what turns the direction of a line around. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const raw = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

export const lookForControlCharacters = (text: string, where: string, tally: Tally): void => {
  for (const line of text.split('\n'))
    if (raw.test(line)) tally.controlCharacters.push(`${where}: ${JSON.stringify(line).slice(0, 300)}`);
};
