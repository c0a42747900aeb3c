import { across, anchorAt, type Drawing, element, ink, level, words } from './drawing.ts';
import type { Chart } from './figure.ts';
import { counted, spokenMs } from './spoken.ts';
import { shareOf, type Span, timeAxis } from './time-axis.ts';

export interface HealthReport {
  readonly place: string;
  readonly at: number;
  /** `told`: of a report whose body is not at hand. */
  readonly state: 'healthy' | 'unhealthy' | 'refused' | 'told';
  readonly exchange?: number;
}

/** So much longer than usual is a silence. */
const patientIntervals = 3;

const lineOf = (place: string, unsorted: readonly HealthReport[]) => {
  const reports = unsorted.toSorted((one, other) => one.at - other.at);
  const pauses = reports.slice(1).map(({ at }, index): Span => ({ from: reports[index]?.at ?? at, to: at }));
  const sorted = pauses.toSorted((one, other) => one.to - one.from - (other.to - other.from));
  const usual = sorted[Math.floor((sorted.length - 1) / 2)];
  return {
    place,
    reports,
    usualMs: usual && usual.to - usual.from,
    longest: sorted.at(-1),
  };
};

const rowHeight = 46;
const lineAt = 30;
// More marks than that lie on each other.
const mostMarks = 240;

/** When each till reported its health, and the silences between. */
export const healthOverTime = (reports: Iterable<HealthReport>): Chart | undefined => {
  const lines = [...Map.groupBy(reports, ({ place }) => place)].map(([place, those]) => lineOf(place, those));
  const all = lines.flatMap((line) => line.reports);
  const [first] = all;
  if (first === undefined) return undefined;
  const span = all.reduce<Span>(({ from, to }, { at }) => ({ from: Math.min(from, at), to: Math.max(to, at) }), {
    from: first.at,
    to: first.at,
  });
  const height = lines.length * rowHeight;
  const bad = all.filter(({ state }) => state === 'unhealthy').length;
  const refused = all.filter(({ state }) => state === 'refused').length;
  return {
    title: 'Health reports over time',
    summary:
      `${counted(all.length, 'report')} in ${spokenMs(span.to - span.from)}${bad > 0 ? `, ${bad} unhealthy` : ''}${refused > 0 ? `, ${refused} refused` : ''}. ${lines
        .flatMap(({ place, longest, usualMs }) =>
          longest === undefined || usualMs === undefined
            ? []
            : [`${place}: usually every ${spokenMs(usualMs)}, at most ${spokenMs(longest.to - longest.from)} apart`],
        )
        .join('; ')}`.trim(),
    height: height + 20,
    marks: [
      ...timeAxis(span, height),
      ...lines.map((line, index) =>
        element('g', { transform: `translate(0 ${index * rowHeight})` }, ...marksOf(line, span)),
      ),
    ],
    legend:
      'A dot is a healthy report, a square an unhealthy one, a cross one that was refused. A dashed line is a silence.',
    columns: ['Where', 'Reports', 'Unhealthy', 'Refused', 'Usually every', 'Longest silence', 'The last is'],
    rows: lines.map(({ place, reports: those, usualMs, longest }) => {
      const last = those.at(-1)?.exchange;
      return [
        place,
        String(those.length),
        String(those.filter(({ state }) => state === 'unhealthy').length),
        String(those.filter(({ state }) => state === 'refused').length),
        usualMs === undefined ? '' : spokenMs(usualMs),
        longest === undefined ? '' : spokenMs(longest.to - longest.from),
        last === undefined ? '' : { exchange: last },
      ];
    }),
  };
};

const marksOf = ({ place, reports, usualMs, longest }: ReturnType<typeof lineOf>, span: Span): readonly Drawing[] => {
  const isSilence =
    longest !== undefined && usualMs !== undefined && longest.to - longest.from > usualMs * patientIntervals;
  const [from, to] = isSilence ? [shareOf(span, longest.from), shareOf(span, longest.to)] : [0, 0];
  const middle = (from + to) / 2;
  const step = Math.max(1, Math.ceil(reports.length / mostMarks));
  // Where not all can be drawn, none that tells of something is left out.
  const drawn = reports.filter(
    ({ state }, index) => index % step === 0 || state === 'unhealthy' || state === 'refused',
  );
  return [
    words(across(0), 12, `${place}, ${counted(reports.length, 'report')}`),
    level(0, 1, lineAt, ink.line, { width: 2 }),
    ...(isSilence
      ? [
          level(from, to, lineAt, ink.bad, { width: 2, dashes: '5 4' }),
          words(across(middle), lineAt - 8, `${spokenMs(longest.to - longest.from)} silent`, {
            anchor: anchorAt(middle),
            fill: ink.bad,
          }),
        ]
      : []),
    ...drawn.map((report) => markOf(report, across(shareOf(span, report.at)))),
  ];
};

const markOf = ({ state }: HealthReport, x: string): Drawing => {
  if (state === 'refused') return words(x, lineAt + 4, '×', { anchor: 'middle', fill: ink.bad, bold: true });
  if (state === 'unhealthy')
    return element(
      'svg',
      { x, y: lineAt, overflow: 'visible' },
      element('rect', { x: -4, y: -4, width: 8, height: 8, fill: ink.bad }),
    );
  return element('circle', { cx: x, cy: lineAt, r: 4, fill: state === 'healthy' ? ink.good : ink.plain });
};
