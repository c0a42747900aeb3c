import { Session } from 'node:inspector/promises';
import { createCaptureReader } from '#harness/captures/exchanges';
import { callSettings } from '#harness/config/call-settings';
import { feederOf } from '#harness/run/watched-run';
import type { Config, JournalEvent } from '#schemas';
import type { Exchange } from '#traffic';
import { certify } from '../certify/certify.ts';
import { median, type Row } from './row.ts';

/**
 * Whose run at `quick` is counted, as is what all laws of its party do with its traffic, and what was counted when it was recorded last:
 * requests, and for each of them all calls of functions, those of our mocks and those of the laws alone, and the texts these write.
 */
const streams = [
  {
    party: 'merchant',
    variant: 'granite',
    noun: 'a shop exchange',
    most: 600,
    recorded: { requests: 621, worked: 4_750, mocked: 355, calls: 1_760, texts: 57 },
  },
  {
    party: 'pos',
    variant: 'quartz',
    noun: 'a till call',
    most: 1200,
    recorded: { requests: 2_730, worked: 4_300, mocked: 470, calls: 680, texts: 5.2 },
  },
] as const;

/** What is counted of one stream differs by less than 0.5 % from run to run; a tenth more is a regression. */
const margin = 1.1;
/** In about 25 measurements at a load of up to 34 the ratio was between 5.9 and 8.6, so that it tells only what is grossly wrong. */
const mostRatio = 15;
const [warmUp, rounds] = [3, 7];

/**
 * What the laws take of the processor for an exchange, beside parsing and writing its bodies once, both in one thread and by its own
 * clock, in turns; and how much they do for it, counted: calls of functions, and texts that are written to compare things.
 */
export const runsAndLaws = async (): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (const stream of streams) rows.push(...(await priceOf(stream)));
  return rows;
};

const priceOf = async ({ noun, most, recorded, ...suspect }: (typeof streams)[number]): Promise<readonly Row[]> => {
  const events: JournalEvent[] = [];
  const run = await callsIn(async () => await certify(suspect, { onEvent: (event) => events.push(event) }));
  const { config, requests } = run.value;
  const taken: { readonly laws: number; readonly bare: number }[] = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    const exchanges = readAnew(suspect.party, config, events).slice(0, most);
    const bare = cpuMs(() => parsedAndWritten(exchanges));
    const laws = cpuMs(() => followed(suspect.party, config, exchanges));
    if (round >= warmUp) taken.push({ laws, bare });
  }
  const exchanges = readAnew(suspect.party, config, events).slice(0, most);
  const judged = await callsIn(() => followed(suspect.party, config, exchanges));
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
    counted(`a run of ${suspect.variant}: requests`, requests, recorded.requests, 'at quick'),
    counted(
      `a run of ${suspect.variant}: calls of functions for a request`,
      run.callsOf('harness', 'scenarios', 'schemas', 'traffic') / requests,
      recorded.worked,
      'those of harness, scenarios, schemas and traffic, by precise coverage',
    ),
    counted(
      `a run of ${suspect.variant}: calls of functions of our mocks for a request`,
      run.callsOf('mocks') / requests,
      recorded.mocked,
      'the peer, and where it is a till the platform',
    ),
    counted(
      `laws: calls of functions for ${noun}`,
      judged.callsOf('traffic') / exchanges.length,
      recorded.calls,
      'those of traffic/ by precise coverage',
    ),
    counted(
      `laws: texts written for ${noun}`,
      judged.texts / exchanges.length,
      recorded.texts,
      'calls of JSON.stringify',
    ),
  ];
};

const counted = (name: string, measured: number, recorded: number, what: string): Row => ({
  name,
  measured,
  unit: '',
  bound: { atMost: Math.round(10 * recorded * margin) / 10 },
  detail: `${what}; ${recorded} recorded`,
});

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

/** Every call of a function of these folders while it works, and of JSON.stringify. */
const callsIn = async <Value>(work: () => Value) => {
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
  const value = await work();
  JSON.stringify = stringify;
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const callsOf = (...folders: readonly string[]): number =>
    result
      .filter(({ url }) => folders.some((folder) => url.includes(`/${folder}/`)))
      .flatMap(({ functions }) => functions)
      .reduce((sum, { ranges: [whole] }) => sum + (whole?.count ?? 0), 0);
  return { value, callsOf, texts };
};
