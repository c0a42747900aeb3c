import { across, type Drawing, ink, level, upright, words } from './drawing.ts';
import type { Chart } from './figure.ts';

/** One call, as it went over the wire. */
export interface Step {
  readonly exchange: number;
  readonly from: Part;
  readonly to: Part;
  readonly asked: string;
  readonly answered: string;
  /** Which half of it shows the failure. */
  readonly wrong?: 'call' | 'answer';
}

const parts = ['till', 'queue', 'platform', 'shop', 'client'] as const;
export type Part = (typeof parts)[number];

const [top, stepHeight] = [24, 48];

/** Calls in the order they were made, between those who made and answered them; what is wrong is marked. */
export const sequence = (title: string, steps: readonly Step[]): Chart => {
  const shown = parts.filter((part) => steps.some(({ from, to }) => from === part || to === part));
  const height = top + steps.length * stepHeight + 12;
  const placeOf = (part: Part): number => (shown.indexOf(part) + 0.5) / shown.length;
  const arrow = (
    from: Part,
    to: Part,
    y: number,
    text: string,
    more: { isWrong: boolean; dashes?: string },
  ): Drawing[] => {
    const [start, end] = [placeOf(from), placeOf(to)];
    const fill = more.isWrong ? ink.bad : ink.plain;
    const isRight = end > start;
    return [
      level(start, end, y, fill, { width: more.isWrong ? 2 : 1, dashes: more.dashes }),
      words(across(end), y + 4, isRight ? '▸' : '◂', { anchor: isRight ? 'end' : 'start', fill }),
      words(across((start + end) / 2), y - 4, more.isWrong ? `✗ ${text}` : text, {
        anchor: 'middle',
        ...(more.isWrong && { fill: ink.bad, bold: true }),
      }),
    ];
  };
  return {
    title,
    summary: steps.map((step) => `${spokenOf(step)}.`).join(' '),
    height,
    marks: [
      ...shown.flatMap((part) => [
        words(across(placeOf(part)), 12, part, { anchor: 'middle', fill: ink.soft, bold: true }),
        upright(across(placeOf(part)), top - 6, height, ink.line),
      ]),
      ...steps.flatMap(({ exchange, from, to, asked, answered, wrong }, index) => [
        ...arrow(from, to, top + index * stepHeight + 16, `#${exchange} ${asked}`, { isWrong: wrong === 'call' }),
        ...arrow(to, from, top + index * stepHeight + 36, answered, { isWrong: wrong === 'answer', dashes: '4 3' }),
      ]),
    ],
    legend: 'Whole lines are calls, dashed ones their answers. ✗ marks where the failure shows.',
    columns: ['Call', 'From', 'To', 'Sent', 'Answered'],
    rows: steps.map(({ exchange, from, to, asked, answered, wrong }) => [
      { exchange },
      from,
      to,
      wrong === 'call' ? `✗ ${asked}` : asked,
      wrong === 'answer' ? `✗ ${answered}` : answered,
    ]),
  };
};

/** `#14 order, second time: 201 ← here`. */
export const spokenOf = ({ exchange, asked, answered, wrong }: Step): string =>
  `#${exchange} ${asked}: ${answered}${wrong === undefined ? '' : ' ← here'}`;
