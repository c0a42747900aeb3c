import { createLevels, type Row } from './levels.ts';

/** What a till owes whatever comes together, by what was odd; what is alone odd in a command that is tried elsewhere is told there. */
const tillFactors = {
  command: {
    breaks: 'submission/contexts',
    levels: {
      order: {},
      bill: { simpler: 'order', words: 'a request for the bill', breaks: 'bill/unpaid-lines', elsewhere: true },
      subset: { simpler: 'bill', words: 'a request for the bill of one line', breaks: 'bill/subset', elsewhere: true },
      payment: { simpler: 'bill', words: 'a payment', breaks: 'payment/result-body', elsewhere: true },
      table: { simpler: 'order', words: 'a request for the table', breaks: 'table/right-table', elsewhere: true },
      menu: { simpler: 'order', words: 'a request for the menu', breaks: 'listings/full-sync', elsewhere: true },
    },
  },
  place: {
    breaks: 'submission/contexts',
    levels: {
      table: {},
      kiosk: { simpler: 'table', words: 'a kiosk', elsewhere: true },
      pickup: { simpler: 'table', words: 'a pickup', elsewhere: true },
      delivery: { simpler: 'pickup', words: 'a delivery', elsewhere: true },
    },
  },
  prepaid: {
    breaks: 'submission/contexts',
    levels: { no: {}, yes: { simpler: 'no', words: 'a payment in the order', elsewhere: true } },
  },
  items: {
    breaks: 'submission/contexts',
    levels: {
      one: {},
      several: { simpler: 'one', words: 'several items', elsewhere: true },
      dozen: { simpler: 'several', words: 'a dozen items', elsewhere: true },
      rejected: { simpler: 'one', words: 'an item that cannot be had', elsewhere: true },
      partly: { simpler: 'rejected', words: 'an item that cannot be had beside one that can', elsewhere: true },
    },
  },
  note: {
    breaks: 'submission/texts',
    levels: {
      none: {},
      plain: { simpler: 'none', words: 'a customerNote', step: true, elsewhere: true },
      letters: { simpler: 'plain', words: 'a customerNote with letters of two to four bytes', step: true },
      longest: { simpler: 'letters', words: 'a long customerNote with line breaks and letters of two to four bytes' },
    },
  },
  delivery: {
    breaks: 'queue/duplicate-not-applied',
    levels: {
      once: {},
      again: { simpler: 'once', words: 'a delivery again once it was deleted' },
      twice: { simpler: 'once', words: 'a delivery again while it is handled' },
      retried: { simpler: 'once', words: 'a retry under its idempotencyKey', breaks: 'queue/idempotency-key' },
    },
  },
  // Of this result, or of that just before.
  answer: {
    breaks: 'queue/duplicate-not-applied',
    levels: {
      taken: {},
      failed: { simpler: 'taken', words: 'a result that is answered 503 at first' },
      dropped: { simpler: 'failed', words: 'a result that is cut off at first' },
      rejected: { simpler: 'taken', words: 'a result just before that was answered 400' },
      unknown: { simpler: 'taken', words: 'a result just before that was answered 404' },
    },
  },
  company: {
    breaks: 'submission/contexts',
    levels: {
      alone: {},
      beside: { simpler: 'alone', words: 'a message of another group beside it' },
      behind: { simpler: 'beside', words: 'a message of its group before it' },
    },
  },
  before: {
    breaks: 'submission/contexts',
    levels: {
      accepted: {},
      rejected: { simpler: 'accepted', words: 'a rejected order before it' },
      partly: { simpler: 'rejected', words: 'an order before it that was rejected in part' },
      unpaid: { simpler: 'accepted', words: 'a failed payment before it' },
      paid: { simpler: 'accepted', words: 'a payment before it' },
    },
  },
  bills: {
    breaks: 'submission/contexts',
    levels: {
      none: {},
      one: { simpler: 'none', words: 'a bill that waits for its payment' },
      two: { simpler: 'one', words: 'two bills that wait for their payments' },
    },
  },
  meanwhile: {
    breaks: 'submission/contexts',
    levels: {
      nothing: {},
      POS_LINE_ADDED: { simpler: 'nothing', words: 'a line added at the till' },
      LINE_DELIVERED: { simpler: 'nothing', words: 'a line delivered' },
      LINE_UPDATED: { simpler: 'nothing', words: 'a line changed at the till' },
      LINE_CANCELLED: { simpler: 'nothing', words: 'a line cancelled at the till' },
    },
  },
  state: {
    breaks: 'submission/contexts',
    levels: {
      open: {},
      closing: { simpler: 'open', words: 'a table that is closing' },
      closed: { simpler: 'closing', words: 'a table that is closed' },
      shut: { simpler: 'open', words: 'a location that is closed' },
      paused: { simpler: 'open', words: 'an order type that is paused' },
    },
  },
} as const;

export type TillBreaks =
  | 'submission/contexts'
  | 'submission/texts'
  | 'submission/partial-is-failure'
  | 'table/lines-follow-orders'
  | 'table/right-table'
  | 'listings/full-sync'
  | 'bill/unpaid-lines'
  | 'bill/subset'
  | 'payment/result-body'
  | 'queue/duplicate-not-applied'
  | 'queue/idempotency-key';

export const {
  oddLevels: oddTillLevels,
  plainRow: plainTillRow,
  plannedLevels: plannedTillLevels,
  inWords: tillOccasions,
} = createLevels<TillBreaks>(tillFactors);

/** All levels of a factor but the plain one. */
const oddOf = (factor: keyof typeof tillFactors): readonly string[] => Object.keys(tillFactors[factor].levels).slice(1);

/** No level of these factors goes with this one. */
const without = (level: Row, factors: readonly (keyof typeof tillFactors)[]): readonly Row[] =>
  factors.flatMap((factor) => oddOf(factor).map((odd) => ({ ...level, [factor]: odd })));

/** What is done to a table before the command comes. */
export const atTables = ['before', 'bills', 'meanwhile'] as const;

/** What cannot come together at a till, or says no more together. */
export const tillApart: readonly Row[] = [
  ...oddOf('command').flatMap((command) => without({ command }, ['place', 'prepaid', 'items', 'note'])),
  ...oddOf('place').flatMap((place) => without({ place }, [...atTables, 'state'])),
  ...without({ command: 'menu' }, atTables),
  ...['closing', 'closed'].flatMap((state) => [
    ...without({ state }, atTables),
    ...['subset', 'payment', 'menu'].map((command) => ({ state, command })),
  ]),
  // It takes no new orders then.
  ...['shut', 'paused'].flatMap((state) => [
    { state, command: 'order' },
    ...without({ state }, ['prepaid', 'items', 'note']),
  ]),
  { command: 'payment', bills: 'none' },
];
