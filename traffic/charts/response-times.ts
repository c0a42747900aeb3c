import { across, anchorAt, type Drawing, element, ink, level, upright, wide, words } from './drawing.ts';
import type { Chart } from './figure.ts';
import { counted, spokenMs } from './spoken.ts';

/** How long something took. */
export interface Timed {
  readonly name: string;
  readonly durationMs: number;
  /** In which it has to be there. */
  readonly limitMs?: number;
  readonly exchange?: number;
}

// Six steps for every tenfold, from a millisecond to a minute.
const perDecade = 6;
const longestMs = 60_000;
const stepCount = Math.ceil(Math.log10(longestMs) * perDecade);

export const distributions = (timed: Iterable<Timed>) =>
  [...Map.groupBy(timed, ({ name }) => name)].map(([name, those]) => {
    const sorted = those.toSorted((one, other) => one.durationMs - other.durationMs);
    const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1]?.durationMs ?? 0;
    const limitMs = those.find((each) => each.limitMs !== undefined)?.limitMs;
    const steps = Array.from({ length: stepCount }, () => 0);
    for (const { durationMs } of those) {
      const step = Math.min(stepCount - 1, Math.floor(Math.log10(Math.max(1, durationMs)) * perDecade));
      steps[step] = (steps[step] ?? 0) + 1;
    }
    return {
      name,
      count: those.length,
      medianMs: at(0.5),
      p95Ms: at(0.95),
      slowest: sorted.at(-1) ?? ({ name, durationMs: 0 } satisfies Timed as Timed),
      limitMs,
      over: limitMs === undefined ? 0 : those.filter(({ durationMs }) => durationMs > limitMs).length,
      /** How many in each step of the scale. */
      steps,
    };
  });

const rowHeight = 78;
const barsFrom = 32;
const barsTo = 66;
const ticks = [1, 10, 100, 1000, 10_000, longestMs];

/** On a scale of powers of ten, since what is prompt and what is late lie far from each other. */
const shareOf = (ms: number): number => Math.log10(Math.max(1, ms)) / Math.log10(longestMs);

/** How long each took, as a distribution with its limit. */
export const responseTimes = (
  title: string,
  timed: Iterable<Timed>,
  /** What the limit is called. */
  limit = 'limit',
): Chart | undefined => {
  const all = distributions(timed);
  const slowest = all
    .map((each) => each.slowest)
    .toSorted((one, other) => one.durationMs - other.durationMs)
    .at(-1);
  if (slowest === undefined) return undefined;
  const height = all.length * rowHeight;
  return {
    title,
    summary: [
      `${counted(
        all.reduce((sum, { count }) => sum + count, 0),
        'answer',
      )}, the slowest ${spokenMs(slowest.durationMs)}: ${slowest.name}.`,
      ...all.flatMap(({ name, over, limitMs }) =>
        limitMs === undefined ? [] : [`${name}: ${over === 0 ? 'none' : String(over)} over ${spokenMs(limitMs)}.`],
      ),
    ].join(' '),
    height: height + 20,
    marks: [
      ...ticks.flatMap((tick) => [
        upright(across(shareOf(tick)), 0, height, ink.line),
        words(across(shareOf(tick)), height + 14, spokenMs(tick), { anchor: anchorAt(shareOf(tick)), fill: ink.soft }),
      ]),
      ...all.map((each, index) =>
        element('g', { transform: `translate(0 ${index * rowHeight})` }, ...rowOf(each, limit)),
      ),
    ],
    legend: `A bar counts answers of one duration. Durations grow to the right, tenfold from line to line.${
      all.some(({ limitMs }) => limitMs !== undefined)
        ? ` The dashed line is the ${limit}; slower answers are outlined.`
        : ''
    }`,
    columns: ['What', 'How many', 'Median', '95 % within', 'Slowest', capital(limit), 'Over it', 'The slowest is'],
    rows: all.map(({ name, count, medianMs, p95Ms, slowest, limitMs, over }) => [
      name,
      String(count),
      spokenMs(medianMs),
      spokenMs(p95Ms),
      spokenMs(slowest.durationMs),
      limitMs === undefined ? 'none' : spokenMs(limitMs),
      limitMs === undefined ? '' : String(over),
      slowest.exchange === undefined ? '' : { exchange: slowest.exchange },
    ]),
  };
};

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const rowOf = (
  { name, count, medianMs, slowest, limitMs, over, steps }: ReturnType<typeof distributions>[number],
  limitName: string,
): readonly Drawing[] => {
  const most = Math.max(...steps);
  const bars = steps.flatMap((many, step): readonly Drawing[] => {
    if (many === 0) return [];
    const from = shareOf(10 ** (step / perDecade));
    const to = shareOf(10 ** ((step + 1) / perDecade));
    // One among a thousand is seen as well.
    const height = Math.max(3, ((barsTo - barsFrom) * many) / most);
    const isLate = limitMs !== undefined && 10 ** ((step + 0.5) / perDecade) > limitMs;
    return [
      element('rect', {
        x: across(from),
        width: wide(from, to),
        y: barsTo - height,
        height,
        ...(isLate ? { fill: 'none', stroke: ink.bad, 'stroke-width': 2 } : { fill: ink.plain }),
      }),
    ];
  });
  const limit =
    limitMs === undefined
      ? []
      : [
          upright(across(shareOf(limitMs)), 18, barsTo, ink.bad, { dashes: '4 3' }),
          words(across(1), 12, `${limitName} ${spokenMs(limitMs)}`, { anchor: 'end', fill: ink.bad }),
        ];
  const told = `${count}, median ${spokenMs(medianMs)}, slowest ${spokenMs(slowest.durationMs)}`;
  return [
    words(across(0), 12, name, { bold: true }),
    words(across(0), 27, `${told}${over > 0 ? `, ${over} over it` : ''}`, { fill: ink.soft }),
    level(0, 1, barsTo, ink.soft),
    ...bars,
    ...limit,
  ];
};
