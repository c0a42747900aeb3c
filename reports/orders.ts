import type { Report } from './report.ts';
import { plural } from './wording/statuses.ts';

/** orders.csv: the orders that a run has placed at a shop, for whoever cleans up after it. */
export const orders: Report = {
  name: 'orders',
  paths: ['orders.csv'],
  purpose: 'whoever cancels the orders of the run; there where a shop was tried',
  written: 'by default',
  write: ({ result: { placed = [] } }) =>
    placed.length === 0
      ? []
      : [
          {
            path: 'orders.csv',
            content: [
              'shopOrderId,oaOrderId',
              ...placed.map(({ shopOrderId = '', oaOrderId }) => `${cell(shopOrderId)},${cell(oaOrderId)}`),
              '',
            ].join('\r\n'),
          },
        ],
};

export const placedSentence = (placed: number): readonly string[] =>
  placed === 0
    ? []
    : [
        `${plural(placed, 'order')} placed at the shop; the orders report (orders.csv) lists them`,
        'triggers.cancelOrder, if it is set, cancels them at the end of a run',
      ];

/** RFC 4180. What a spreadsheet would take for a formula begins with an apostrophe. */
const cell = (text: string): string => {
  const plain = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};
