import { type Level, type LevelRow, levelsOf } from './plan.ts';
import type { TillScene } from './till-scene.ts';

type Rows = Readonly<Record<string, LevelRow<TillScene>>>;

const order = 'OrderSubmissionRequested';
const bill = 'BillPreparationRequested';
const paid = 'BillPaymentCompleted';
const table = 'TableOrderSnapshotRequested';
const sync = 'ProductListingsSyncRequested';

/** The commands that have a result. */
export const answered = [order, bill, paid, table, sync];
const ofTables = [order, bill, paid, table];

const isFailed = (status: number | undefined, from: number): boolean =>
  status !== undefined && status >= from && status < from + 100;

const commands: Rows = Object.fromEntries(
  answered.map((kind) => [kind, { calls: [kind], met: (scene: TillScene) => scene.kind === kind }]),
);

const contexts: Rows = {
  table: ({ context }) => context === 'TABLE',
  kiosk: { calls: [order], met: ({ context }) => context === 'KIOSK' },
  pickup: { calls: [order], met: ({ context }) => context === 'PICKUP' },
  delivery: { calls: [order], met: ({ context }) => context === 'DELIVERY' },
};

const prepaid: Rows = {
  yes: ({ command }) => command.payload['payment'] !== undefined,
  no: ({ command }) => command.payload['payment'] === undefined,
};

const items: Rows = {
  one: ({ items: count }) => count === 1,
  several: ({ items: count }) => count > 1,
  dozen: ({ items: count }) => count >= 10,
  'partly unavailable': ({ items: count, missing }) => missing > 0 && missing < count,
  'none available': ({ items: count, missing }) => count > 0 && missing === count,
};

const notes: Rows = {
  none: ({ note }) => note === '',
  given: ({ note }) => note !== '',
  'beyond ASCII': ({ note }) => /[^\p{ASCII}]/u.test(note),
  astral: ({ note }) => /[\u{10000}-\u{10FFFF}]/u.test(note),
  long: ({ note }) => note.length > 255,
  'several lines': ({ note }) => note.includes('\n'),
};

const deliveries: Rows = {
  first: ({ delivery }) => delivery === 'first',
  again: ({ delivery }) => delivery === 'again',
  'known key': { calls: [order, bill, paid], met: ({ delivery }) => delivery === 'known key' },
};

const answers: Rows = {
  204: ({ answered: status }) => status === 204,
  400: ({ answered: status }) => status === 400,
  404: ({ answered: status }) => status === 404,
  '5xx': ({ answered: status }) => isFailed(status, 500),
  none: ({ answered: status }) => status === 0,
};

const bills: Rows = {
  whole: { calls: [bill], met: ({ command }) => command.payload['items'] === undefined },
  subset: { calls: [bill], met: ({ command }) => command.payload['items'] !== undefined },
  none: ({ openBills }) => openBills === 0,
  one: ({ openBills }) => openBills === 1,
  'two at once': ({ openBills }) => openBills > 1,
};

const outcomes: Rows = {
  accepted: ({ outcome }) => outcome === 'accepted',
  partly: ({ outcome }) => outcome === 'partly',
  rejected: ({ outcome }) => outcome === 'rejected',
  'payment failed': ({ outcome }) => outcome === 'payment failed',
  paid: ({ outcome }) => outcome === 'paid',
};

const states: Rows = {
  'location closed': { calls: [bill, paid, table, sync], met: ({ isClosed }) => isClosed },
  'type paused': { calls: [bill, paid, table, sync], met: ({ isPaused }) => isPaused },
  'table closing': { calls: ofTables, met: ({ tableStatus }) => tableStatus === 'CLOSING' },
  'table closed': { calls: ofTables, met: ({ tableStatus }) => tableStatus === 'CLOSED' },
  'table open': { calls: ofTables, met: ({ tableStatus }) => tableStatus === 'OPEN' },
};

const companies: Rows = {
  alone: ({ company }) => company === 'alone',
  'another group': ({ company }) => company === 'another group',
  'the same group': ({ company }) => company === 'the same group',
};

const since: Rows = {
  activation: ({ since: from }) => from === 'activation',
  reactivation: ({ since: from }) => from === 'reactivation',
  idle: ({ since: from }) => from === 'idle',
};

const meanwhile: Rows = {
  nothing: (scene) => scene.meanwhile.size === 0,
  'a line added': (scene) => scene.meanwhile.has('POS_LINE_ADDED'),
  'a line cancelled': (scene) => scene.meanwhile.has('LINE_CANCELLED'),
  'a line delivered': (scene) => scene.meanwhile.has('LINE_DELIVERED'),
  'a line updated': (scene) => scene.meanwhile.has('LINE_UPDATED'),
  'closed at the till': (scene) => scene.meanwhile.has('ORDER_CLOSED'),
};

/** What a command to a till can have, by the words of the specification. */
export const tillLevels: readonly Level<TillScene>[] = [
  ...levelsOf('command', answered, commands),
  ...levelsOf('context', [order, bill], contexts),
  ...levelsOf('prepaid', [order], prepaid),
  ...levelsOf('items', [order], items),
  ...levelsOf('note', [order], notes),
  ...levelsOf('delivery', answered, deliveries),
  ...levelsOf('answer', answered, answers),
  ...levelsOf('bill', ofTables, bills),
  ...levelsOf('outcome', ofTables, outcomes),
  ...levelsOf('state', answered, states),
  ...levelsOf('company', answered, companies),
  ...levelsOf('since', answered, since),
  ...levelsOf('meanwhile', ofTables, meanwhile),
];

/** Of a table only. */
const atTables = ['bill', 'outcome', 'state', 'meanwhile'];

/** What cannot meet. */
export const tillApart: readonly (readonly [string, string])[] = [
  ...['kiosk', 'pickup', 'delivery'].flatMap((context) =>
    tillLevels
      .filter(({ factor, id }) => atTables.includes(factor) && !/=(?:none|nothing)$/u.test(id))
      .map(({ id }) => [`context=${context}`, id] as const),
  ),
  // A bill that is open is paid, so none is open where nothing is billed.
  [`command=${paid}`, 'bill=none'],
  // Nothing is worked on that the till has closed itself: its order and its bill are refused.
  ['meanwhile=closed at the till', 'state=table open'],
  ['meanwhile=closed at the till', 'state=table closing'],
];
