/** An element of a chart: plain data, which a report writes as markup and a page makes its own elements of. */
export interface Drawing {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (Drawing | string)[];
}

export const element = (
  tag: string,
  attributes: Drawing['attributes'] = {},
  ...children: readonly (Drawing | string)[]
): Drawing => ({ tag, attributes, children });

/** Whoever shows a chart says in its style what these are, light and dark. */
export const ink = {
  text: 'var(--chart-text)',
  soft: 'var(--chart-soft)',
  line: 'var(--chart-line)',
  plain: 'var(--chart-plain)',
  good: 'var(--chart-good)',
  bad: 'var(--chart-bad)',
} as const;

/** Where a share of the width lies, with room at both ends for half a mark. Per cent, so that text keeps its size at any width. */
export const across = (share: number): string => `${(1 + Math.min(1, Math.max(0, share)) * 98).toFixed(2)}%`;

/** A width that ends where `to` lies. */
export const wide = (from: number, to: number): string =>
  `${(Math.max(0, Math.min(1, to) - Math.max(0, from)) * 98).toFixed(2)}%`;

interface TextOptions {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly fill?: string;
  readonly bold?: boolean;
}

export const words = (x: string, y: number, text: string, options: TextOptions = {}): Drawing =>
  element(
    'text',
    {
      x,
      y,
      fill: options.fill ?? ink.text,
      'font-size': 12,
      ...(options.anchor !== undefined && { 'text-anchor': options.anchor }),
      ...(options.bold === true && { 'font-weight': 600 }),
    },
    text,
  );

/** Beside the edge it is nearest to, so that no label leaves the chart. */
export const anchorAt = (share: number): 'start' | 'middle' | 'end' =>
  share < 0.12 ? 'start' : share > 0.88 ? 'end' : 'middle';

/** Where something fails: a line across, and words above it. */
export const failureAt = (share: number, height: number, text: string): readonly Drawing[] => [
  upright(across(share), 14, height, ink.bad, { dashes: '4 3' }),
  words(across(share), 11, text, { anchor: anchorAt(share), fill: ink.bad }),
];

export const upright = (x: string, from: number, to: number, stroke: string, look: Look = {}): Drawing =>
  line({ x1: x, x2: x, y1: from, y2: to }, stroke, look);

/** From one share of the width to another. */
export const level = (from: number, to: number, y: number, stroke: string, look: Look = {}): Drawing =>
  line({ x1: across(from), x2: across(to), y1: y, y2: y }, stroke, look);

interface Look {
  readonly width?: number;
  readonly dashes?: string | undefined;
}

const line = (place: Drawing['attributes'], stroke: string, { width = 1, dashes }: Look): Drawing =>
  element('line', {
    ...place,
    stroke,
    'stroke-width': width,
    ...(dashes !== undefined && { 'stroke-dasharray': dashes }),
  });
