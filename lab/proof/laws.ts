import { createCaptureReader } from '#harness/captures/exchanges';
import { callSettings } from '#harness/config/call-settings';
import { feederOf } from '#harness/run/watched-run';
import type { Judgement } from '#schemas';
import { workOff } from '../certify/pool.ts';
import { nameOf } from './prove.ts';
import { readRecording, recordingsIn } from './recording.ts';

/** What laws say of a recording: requirement, status and cause, each once. */
export type Sayings = Readonly<Record<string, readonly string[]>>;

export interface Judged {
  readonly sayings: Sayings;
  /** Processor milliseconds of the laws alone for each exchange of a shop or call of a till: the median of the recordings. */
  readonly cpuMs: number;
}

/** What the laws of this checkout say of every recording, on all cores. */
export const judgeRecordings = async (
  folder: string,
  words: readonly string[],
  say: (line: string) => void,
): Promise<Judged> => {
  const said: Record<string, readonly string[]> = {};
  const costs: number[] = [];
  const jobs = recordingsIn(folder, words).map((file) => ({ file }));
  await workOff<(typeof jobs)[number], Said>(new URL('./law-judge.ts', import.meta.url), jobs, ({ file }, done) => {
    if ('broken' in done) say(`${file}: ${done.broken}`);
    else {
      said[done.value.name] = done.value.sayings;
      costs.push(done.value.cpuMs);
    }
  });
  const sayings = Object.fromEntries(Object.entries(said).toSorted(([one], [other]) => one.localeCompare(other)));
  return { sayings, cpuMs: costs.toSorted((one, other) => one - other)[costs.length >> 1] ?? 0 };
};

export interface Said {
  readonly name: string;
  readonly sayings: readonly string[];
  readonly cpuMs: number;
}

export const sayingsOf = (file: string): Said => {
  const { suspect, config, events } = readRecording(file);
  const party = suspect.party === 'pos' ? 'pos' : 'merchant';
  const reader = createCaptureReader({ party, settings: callSettings(party, config) });
  const exchanges = events.flatMap((event) => {
    const captured = event.event === 'exchange' && reader.read({ format: 'exchange', value: event.exchange }, file);
    return captured ? [captured.exchange] : [];
  });
  // Reading is not judging.
  for (const { request, response } of exchanges) void [request.body.json, response?.body.json];
  const before = process.cpuUsage();
  const watched: Judgement[] = [];
  const feed = feederOf({ suite: party, config }, (judgement) => watched.push(judgement));
  exchanges.forEach(feed.see);
  feed.end();
  const { user, system } = process.cpuUsage(before);
  const sayings = watched.flatMap(({ requirement, outcome }) =>
    outcome.status === 'failed' || outcome.status === 'warned'
      ? [`${requirement} ${outcome.status}: ${outcome.cause ?? outcome.message}`]
      : outcome.status === 'passed'
        ? [`${requirement} passed`]
        : [],
  );
  return {
    name: nameOf(suspect),
    sayings: [...new Set(sayings)].toSorted(),
    cpuMs: (user + system) / 1000 / exchanges.length,
  };
};

/** What one of the two says and the other does not. */
export const differencesOf = (known: Sayings, said: Sayings): readonly string[] =>
  Object.entries(said).flatMap(([name, now]) => {
    const before = known[name] ?? [];
    const [gone, come] = [before.filter((one) => !now.includes(one)), now.filter((one) => !before.includes(one))];
    return [...gone.map((one) => `${name}: - ${one}`), ...come.map((one) => `${name}: + ${one}`)];
  });
