import { freshId } from '../../arrange/identity.ts';
import type { Factors, Row } from '../covering.ts';

/** The first level of each factor is the plain one. */
const table = {
  outcome: {
    completed: 'whose payment is completed',
    failed: 'whose payment fails',
    invoiced: 'whose payment is completed with billing details',
    unknown: 'beside a payment for a bill that was never prepared',
  },
  select: {
    whole: 'of a whole table',
    one: 'for one line',
    two: 'for two lines',
    alike: 'for one of two lines of one listing',
  },
  before: {
    nothing: 'with nothing before it',
    payment: 'after the payment of another line',
    failed: 'after a payment that failed',
    elsewhere: 'after a payment at another table',
    ordered: 'after a payment and then an order',
    rejected: 'after an order that was rejected',
  },
  checkpoint: {
    current: 'asked for with the current checkpoint',
    none: 'asked for without a checkpoint',
    order: 'asked for with a checkpoint from before an order',
    payment: 'asked for with a checkpoint from before a payment',
    POS_LINE_ADDED: 'asked for with a checkpoint from before a line was added by the staff',
    LINE_UPDATED: 'asked for with a checkpoint from before a line was changed by the staff',
    LINE_CANCELLED: 'asked for with a checkpoint from before a line was cancelled by the staff',
  },
  other: {
    none: 'with no other bill open',
    here: 'with a bill for other lines of the table prepared after it',
    elsewhere: 'with a bill of another table prepared after it',
    both: 'with bills of the table and of another one prepared after it',
  },
  meanwhile: {
    nothing: 'with nothing in between',
    order: 'with an order before the payment',
    POS_LINE_ADDED: 'with a line added by the staff before the payment',
    LINE_DELIVERED: 'with a line delivered before the payment',
    LINE_UPDATED: 'with a line changed by the staff before the payment',
    LINE_CANCELLED: 'with a line cancelled by the staff before the payment',
  },
  repeat: {
    none: 'sent once',
    again: 'delivered again under its messageId',
    retried: 'sent again under its idempotencyKey',
    later: 'delivered again after another message',
    lost: 'with a result that is not taken at first',
  },
  tip: {
    none: 'before a tip recipient is put',
    plain: 'once a tip recipient is put',
    letters: 'once a tip recipient is put under an id that an address has to encode',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export type BillFactor = keyof typeof table;
export const billFactors = Object.keys(table) as readonly BillFactor[];
const levelsOf = (factor: BillFactor): Readonly<Record<string, string>> => table[factor];

export const billWords = (factor: BillFactor, level = ''): string => levelsOf(factor)[level] ?? level;

/** For people: each level in words. */
export const billOccasions = billFactors.map((factor) => ({
  id: `bill ${factor}`,
  levels: Object.values(levelsOf(factor)),
}));

/** The levels there is an occasion for. */
export const plannedBills = (isThere: (factor: BillFactor, level: string) => boolean = () => true): Factors =>
  Object.fromEntries(
    billFactors.map((factor) => [
      factor,
      Object.keys(levelsOf(factor)).filter((level) => level === plainBill[factor] || isThere(factor, level)),
    ]),
  );

export const plainBill: Row = Object.fromEntries(
  billFactors.map((factor) => [factor, Object.keys(levelsOf(factor))[0] ?? '']),
);

const oddOf = (factor: BillFactor): readonly string[] => Object.keys(levelsOf(factor)).slice(1);

/** What cannot come together. */
export const billsApart: readonly Row[] = [
  // All of the lines are on it.
  { select: 'whole', other: 'here' },
  { select: 'whole', other: 'both' },
  // It has no result that could be lost, or be sent again.
  { outcome: 'failed', repeat: 'lost' },
  ...oddOf('repeat').map((repeat) => ({ outcome: 'unknown', repeat })),
];

/** These say most of what there is to say, for a till that keeps one waiting. */
export const firstBills: readonly Row[] = [
  { select: 'one', before: 'failed', repeat: 'lost' },
  { select: 'whole', outcome: 'failed', repeat: 'again', checkpoint: 'none' },
  { select: 'two', outcome: 'failed', meanwhile: 'order' },
  { select: 'whole', outcome: 'invoiced', meanwhile: 'order' },
  { select: 'alike', before: 'payment', repeat: 'retried' },
  { select: 'whole', outcome: 'failed', before: 'ordered' },
  { select: 'whole', outcome: 'failed', checkpoint: 'LINE_CANCELLED' },
  { select: 'one', outcome: 'failed', repeat: 'retried', checkpoint: 'payment' },
  { select: 'one', outcome: 'failed', other: 'here', before: 'ordered', checkpoint: 'order' },
  { select: 'whole', outcome: 'invoiced', repeat: 'later', other: 'elsewhere' },
].map((levels) => ({ ...plainBill, ...levels }));

/** What a till is to link, in the order of their levels. */
export const recipientFor = (level: string | undefined): string | undefined =>
  ({ plain: freshId(), letters: `kelner/ł & 1 ${freshId()}` })[level ?? ''];

/** What somebody at the till does to a table. */
export const byStaff: readonly string[] = Object.keys(table.meanwhile).filter((level) => level.includes('LINE'));
