import type { WalkPage, WalkProduct } from '#schemas';
import { across, type Drawing, element, failureAt, ink, upright, wide, words } from './drawing.ts';
import type { Chart } from './figure.ts';
import { counted } from './spoken.ts';

interface Placed extends WalkProduct {
  readonly exchange: number;
  readonly page: number;
  readonly before: WalkProduct | undefined;
}

const stripHeight = 96;
const top = 22;
// One bar of its own each, as long as they can be told apart.
const mostBars = 240;

/**
 * A walk through a catalogue, as far as its products are known: in the order they were listed, each as high as it is late. A
 * walk in order only climbs.
 */
export const walkChart = ({
  title,
  pages,
}: Pick<Chart, 'title'> & { readonly pages: readonly WalkPage[] }): Chart | undefined => {
  const placed: Placed[] = [];
  for (const [page, { products, exchange }] of pages.entries())
    for (const product of products) placed.push({ ...product, exchange, page, before: placed.at(-1) });
  const [first] = placed;
  if (first === undefined) return undefined;
  const breaks = placed.filter((product) => product.breaks === true);
  const times = placed.map(({ epochMs }) => epochMs).toSorted((one, other) => one - other);
  /** By rank: years and milliseconds may lie between two products. */
  const rank = new Map([...new Set(times)].map((time, index, { length }) => [time, (index + 1) / length] as const));
  const cuts = pages.filter(({ isCut }) => isCut).length;
  const share = (index: number): number => index / placed.length;
  const size = Math.max(1, Math.ceil(placed.length / mostBars));
  const bars = Array.from({ length: Math.ceil(placed.length / size) }, (_, index): Drawing => {
    const those = placed.slice(index * size, (index + 1) * size);
    const isBreak = those.some((product) => product.breaks === true);
    const height = Math.max(4, Math.max(...those.map(({ epochMs }) => rank.get(epochMs) ?? 0)) * stripHeight);
    return element('rect', {
      x: across(share(index * size)),
      width: wide(share(index * size), share(index * size + those.length * 0.85)),
      y: top + stripHeight - height,
      height,
      ...(isBreak ? { fill: 'none', stroke: ink.bad, 'stroke-width': 2 } : { fill: ink.plain }),
    });
  });
  const turns = placed.flatMap((product, index) =>
    index > 0 && product.page !== placed[index - 1]?.page
      ? [upright(across(share(index)), top, top + stripHeight + 4, ink.line)]
      : [],
  );
  const [broken] = breaks;
  const brokenAt = broken === undefined ? 0 : placed.indexOf(broken);
  return {
    title,
    summary: [
      `${counted(placed.length, 'product')} on ${counted(pages.length, 'page')}.`,
      broken === undefined
        ? 'Each comes after the one before it.'
        : `${breaks.length === 1 ? 'The order breaks once' : `The order breaks ${breaks.length} times, first`} at ${spokenOf(broken)}, listed after ${spokenOf(broken.before)}.`,
      cuts > 0 ? `Of ${counted(cuts, 'page')} only the beginning and the end are known.` : '',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    height: top + stripHeight + 22,
    marks: [
      ...turns,
      ...bars,
      ...(broken === undefined ? [] : failureAt(share(brokenAt), top + stripHeight, '✗ breaks here')),
      words(across(0), top + stripHeight + 16, 'first listed', { fill: ink.soft }),
      words(across(1), top + stripHeight + 16, 'last listed', { anchor: 'end', fill: ink.soft }),
    ],
    legend:
      'One bar a product, as high as its updatedAt is late among the others; a thin line is the end of a page. In order, nothing falls; what is outlined does not come after the one before it.',
    columns: ['Page', 'Products known', 'From', 'To', 'In order', 'Listed in'],
    rows: pages.map(({ exchange, products, isCut }, index) => {
      const worst = products.find((product) => product.breaks === true);
      return [
        String(index + 1),
        `${products.filter(({ fromCheckpoint }) => fromCheckpoint !== true).length}${isCut ? ' and more' : ''}`,
        spokenOf(products[0]),
        spokenOf(products.at(-1)),
        worst === undefined ? 'yes' : `no, at ${spokenOf(worst)}`,
        { exchange },
      ];
    }),
  };
};

const spokenOf = (product: WalkProduct | undefined): string =>
  product === undefined ? 'nothing' : `${product.updatedAt} ${product.id}`;
