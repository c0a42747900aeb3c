import { type Drawing, element } from './drawing.ts';

/** A cell of the table beside a chart; a number alone is that of an exchange. */
export type Cell = string | { readonly exchange: number };

/** A chart with all that is in it in words. */
export interface Chart {
  readonly title: string;
  /** What there is to see, in a sentence or two. */
  readonly summary: string;
  readonly height: number;
  readonly marks: readonly Drawing[];
  /** What the marks mean. */
  readonly legend: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface FigureOptions {
  /** Of its own in the page. */
  readonly id: string;
  /** Where an exchange is shown; undefined: nowhere. */
  readonly linkTo: (exchange: number) => string | undefined;
}

/** The chart, what it says, and the same as a table. */
export const figureOf = (chart: Chart, { id, linkTo }: FigureOptions): Drawing => {
  const { title, summary, height, marks, legend, columns, rows } = chart;
  return element(
    'figure',
    { class: 'chart', 'aria-labelledby': `${id}-name` },
    element(
      'figcaption',
      {},
      element('strong', { id: `${id}-name` }, title),
      element('span', { class: 'soft' }, ` ${summary}`),
    ),
    element(
      'svg',
      { role: 'img', 'aria-labelledby': `${id}-title ${id}-summary`, width: '100%', height },
      element('title', { id: `${id}-title` }, title),
      element('desc', { id: `${id}-summary` }, summary),
      ...marks,
    ),
    element('p', { class: 'soft legend-line' }, legend),
    element(
      'details',
      {},
      element('summary', {}, 'The same as a table'),
      element(
        'div',
        { class: 'chart-table', tabindex: 0, role: 'region', 'aria-label': `${title}, as a table` },
        element(
          'table',
          {},
          element('thead', {}, element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name)))),
          element(
            'tbody',
            {},
            ...rows.map(([first = '', ...others]) =>
              element(
                'tr',
                {},
                element('th', { scope: 'row' }, shown(first, linkTo)),
                ...others.map((cell) => element('td', {}, shown(cell, linkTo))),
              ),
            ),
          ),
        ),
      ),
    ),
  );
};

const shown = (cell: Cell, linkTo: FigureOptions['linkTo']): Drawing | string => {
  if (typeof cell === 'string') return cell;
  const href = linkTo(cell.exchange);
  const text = `exchange ${cell.exchange}`;
  return href === undefined ? text : element('a', { href }, text);
};
