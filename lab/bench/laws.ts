import { Session } from 'node:inspector/promises';
import { createCaptureReader } from '#harness/captures/exchanges';
import { callSettings } from '#harness/config/call-settings';
import { feederOf } from '#harness/run/watched-run';
import type { Config, JournalEvent } from '#schemas';
import type { Exchange } from '#traffic';
import { certify } from '../certify/certify.ts';
import { median, type Row } from './row.ts';

/** Whose traffic all laws of its party follow, and what was counted there when it was recorded last. */
const streams = [
  { party: 'merchant', variant: 'granite', noun: 'a shop exchange', most: 600, calls: 1_773, texts: 58.2 },
  { party: 'pos', variant: 'quartz', noun: 'a till call', most: 1200, calls: 758, texts: 8.3 },
] as const;

/**
 * What is counted of one stream differs by less than 0.5 % from run to run. At a load of 30 a shop is taken for a slow one, so that the stream is
 * another one, and came to a tenth more.
 */
const margin = 1.2;
/** In about 25 measurements at a load of up to 34 the ratio was between 5.9 and 8.6, so that it tells only what is grossly wrong. */
const mostRatio = 15;
const [warmUp, rounds] = [3, 7];

/**
 * What the laws take of the processor for an exchange, beside parsing and writing its bodies once, both in one thread and by its own
 * clock, in turns; and how much they do for it, counted: calls of functions, and texts that are written to compare things.
 */
export const laws = async (): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (const stream of streams) rows.push(...(await priceOf(stream)));
  return rows;
};

const priceOf = async ({ noun, most, calls, texts, ...suspect }: (typeof streams)[number]): Promise<readonly Row[]> => {
  const events: JournalEvent[] = [];
  const { config } = await certify(suspect, { onEvent: (event) => events.push(event) });
  const taken: { readonly laws: number; readonly bare: number }[] = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    const exchanges = readAnew(suspect.party, config, events).slice(0, most);
    const bare = cpuMs(() => parsedAndWritten(exchanges));
    const judged = { laws: cpuMs(() => followed(suspect.party, config, exchanges)), bare };
    if (round >= warmUp) taken.push(judged);
  }
  const exchanges = readAnew(suspect.party, config, events).slice(0, most);
  const counted = await callsIn(() => followed(suspect.party, config, exchanges));
  const least = (of: 'laws' | 'bare') => Math.min(...taken.map((one) => one[of]));
  const each = (ms: number) => `${((1000 * ms) / exchanges.length).toFixed(0)} us`;
  return [
    {
      name: `laws: CPU of ${noun} / parsing and writing its bodies`,
      measured: median(taken.map((one) => one.laws / one.bare)),
      unit: '',
      bound: { atMost: mostRatio },
      detail: `${each(least('laws'))} / ${each(least('bare'))} at best`,
    },
    {
      name: `laws: calls of functions for ${noun}`,
      measured: counted.calls / exchanges.length,
      unit: '',
      bound: { atMost: Math.round(calls * margin) },
      detail: `those of traffic/ by precise coverage; ${calls} recorded`,
    },
    {
      name: `laws: texts written for ${noun}`,
      measured: counted.texts / exchanges.length,
      unit: '',
      bound: { atMost: Math.round(10 * texts * margin) / 10 },
      detail: `calls of JSON.stringify; ${texts} recorded`,
    },
  ];
};

type Party = (typeof streams)[number]['party'];

/** As they were captured, since what was read once is remembered by what holds it. */
export const readAnew = (party: Party, config: Config, events: readonly JournalEvent[]): readonly Exchange[] => {
  const reader = createCaptureReader({ party, settings: callSettings(party, config) });
  return events.flatMap((event) => {
    const read =
      event.event === 'exchange' ? reader.read({ format: 'exchange', value: event.exchange }, 'the run') : undefined;
    return read === undefined ? [] : [read.exchange];
  });
};

const bodiesOf = ({ request, response }: Exchange) => [
  request.body,
  ...(response === undefined ? [] : [response.body]),
];

const parsedAndWritten = (exchanges: readonly Exchange[]): void => {
  for (const { json } of exchanges.flatMap(bodiesOf)) if (json.ok) JSON.stringify(json.value);
};

const followed = (suite: Party, config: Config, exchanges: readonly Exchange[]): void => {
  const feed = feederOf({ suite, config }, () => undefined);
  for (const exchange of exchanges) feed.see(exchange);
  feed.end();
};

export const cpuMs = (work: () => void): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};

/** Every call of a function of traffic/ while it works, and of JSON.stringify. */
const callsIn = async (work: () => void): Promise<{ readonly calls: number; readonly texts: number }> => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const { stringify } = JSON;
  let texts = 0;
  JSON.stringify = new Proxy(stringify, {
    apply(target, self, given) {
      texts++;
      return Reflect.apply(target, self, given) as string;
    },
  });
  work();
  JSON.stringify = stringify;
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const functions = result.flatMap((script) => (script.url.includes('/traffic/') ? script.functions : []));
  return { calls: functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0), texts };
};
