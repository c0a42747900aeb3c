import { isObject, type JsonObject, objectOf, objectsIn, textIn } from '#mocks/json';
import { wantedItems } from '#mocks/pos/requests';
import { type Effect, without } from './plan.ts';
import { answered } from './till-levels.ts';
import type { TillScene } from './till-scene.ts';

/** Undefined: there is nothing to change, or the change would break nothing. */
type Edit = (body: JsonObject, scene: TillScene) => JsonObject | undefined;

/** One of these. */
export interface TillEffect extends Effect {
  /** What leaves as the result; `none`: nothing does, and the till believes it was taken. */
  readonly result?: Edit | 'none';
  /** What the till reads in the command. */
  readonly payload?: Edit;
  /** Does not know what it did. */
  readonly forgets?: true;
  /** Leaves the message in the queue. */
  readonly keeps?: true;
}

const order = 'OrderSubmissionRequested';
const bill = 'BillPreparationRequested';
const paid = 'BillPaymentCompleted';
const table = 'TableOrderSnapshotRequested';
const sync = 'ProductListingsSyncRequested';

/** Resources › POS messages: required. */
const leavesOut = (calls: readonly string[], pointers: readonly string[]): readonly TillEffect[] =>
  pointers.map((pointer) => ({ id: `leaves out ${pointer}`, calls, result: without(pointer) }));

/** A table's lines, in an order that is taken. */
const isServed = ({ items, missing, context, tableStatus }: TillScene): boolean =>
  context === 'TABLE' && tableStatus === 'OPEN' && items > 0 && missing === 0;

const itemsOf = (payload: JsonObject): JsonObject[] => objectsIn(payload['items']);

const receiptOf = (result: JsonObject | undefined): JsonObject => objectOf(result?.['receipt']);

const rejecting = ['items=partly unavailable', 'items=none available'];
const shut = ['state=table closing', 'state=table closed'];
/** Work is done once, and what is taken to a table is all in order. */
const served = [
  ...rejecting,
  ...shut,
  'delivery=again',
  'delivery=known key',
  'context=kiosk',
  'context=pickup',
  'context=delivery',
];

/** What becomes of what a till says and does. None of it is ever right: the rule is beside each. */
export const tillEffects: readonly TillEffect[] = [
  // Endpoints › Queue delivery: the result goes to the callback endpoint, and the message is deleted afterwards.
  { id: 'sends no result', calls: answered, result: 'none' },
  { id: 'does not delete the message', calls: answered, keeps: true },
  ...leavesOut([order, bill, paid, table], ['/success']),
  ...leavesOut([order], ['/rejectedItems/0/reasonCode']),
  {
    id: 'leaves out /acceptedItems',
    calls: [order],
    // Required of a success only.
    not: [...rejecting, ...shut],
    result: (body) => (body['success'] === true ? without('/acceptedItems')(body) : undefined),
  },
  ...leavesOut([bill, paid, table], ['/retryable', '/reasonCode']),
  ...leavesOut([bill], ['/bill/totals', '/bill/preparedAt']),
  ...leavesOut([paid], ['/receipt']),
  ...leavesOut([order, paid], ['/receipt/issuedAt']),
  ...leavesOut([table], ['/tableOrderSnapshot/updatedAt', '/tableSessionContext/status', '/tableOrderSnapshot/lines']),
  ...leavesOut([sync], ['/checkpoint']),
  {
    id: 'writes success as a text',
    calls: [order, bill, paid, table],
    result: (body) =>
      body['success'] === undefined ? undefined : { ...body, success: body['success'] === true ? 'true' : 'false' },
  },
  // OrderSubmissionResult: false when at least one item is rejected.
  {
    id: 'calls a rejection a success',
    calls: [order],
    needs: rejecting,
    result: ({ rejectedItems, ...body }, { command }) =>
      rejectedItems === undefined
        ? undefined
        : { ...body, success: true, acceptedItems: wantedItems(command.payload).map(({ quantity }) => ({ quantity })) },
  },
  // The result is of what was asked, the POS is the source of truth, and it is the state of now.
  {
    id: 'answers with the table before',
    calls: [table],
    result: (body, { elsewhere }) =>
      body['success'] === true && elsewhere?.['success'] === true ? structuredClone(elsewhere) : undefined,
  },
  {
    id: 'keeps the lines it showed before',
    calls: [table],
    not: ['meanwhile=nothing'],
    result: (body, { before }) => {
      const [old, now] = [before, body].map((one) => objectOf(one?.['tableOrderSnapshot']));
      if (!isObject(now) || old?.['lines'] === undefined || body['success'] !== true) return undefined;
      const same = JSON.stringify(old['lines']) === JSON.stringify(now['lines']);
      return same ? undefined : { ...body, tableOrderSnapshot: structuredClone(old) };
    },
  },
  // BillPreparationResult: reason codes mean something.
  {
    id: 'sees no open bill',
    calls: [bill],
    not: ['state=table closed'],
    result: (body) =>
      body['success'] === true ? { success: false, reasonCode: 'NO_OPEN_BILL', retryable: false } : undefined,
  },
  {
    id: 'gives the number of the bill before',
    calls: [bill],
    result: (body, { elsewhere }) => {
      const old = objectOf(elsewhere?.['bill'])['posBillId'];
      return isObject(body['bill']) && old !== undefined
        ? { ...body, bill: { ...body['bill'], posBillId: old } }
        : undefined;
    },
  },
  {
    id: 'takes no notice of the checkpoint',
    calls: [bill],
    needs: ['meanwhile=a line added', 'meanwhile=a line cancelled', 'meanwhile=a line updated'],
    payload: ({ checkpoint, ...payload }) => (checkpoint === undefined ? undefined : payload),
  },
  {
    id: 'bills the whole table',
    calls: [bill],
    needs: ['bill=subset'],
    payload: ({ items, ...payload }) => (items === undefined ? undefined : payload),
  },
  {
    id: 'gives the receipt of the call before',
    calls: [paid],
    result: (body, { elsewhere }) => {
      const { receiptNumber } = receiptOf(elsewhere);
      return isObject(body['receipt']) && receiptNumber !== undefined
        ? { ...body, receipt: { ...body['receipt'], receiptNumber } }
        : undefined;
    },
  },
  // OrderSubmissionResult: all items are accepted, once.
  {
    id: 'loses the last item',
    calls: [order],
    not: [...served, 'items=one'],
    payload: (payload, scene) =>
      isServed(scene) && itemsOf(payload).length > 1 ? { ...payload, items: itemsOf(payload).slice(0, -1) } : undefined,
  },
  {
    id: 'serves the last item twice',
    calls: [order],
    not: served,
    payload: (payload, scene) =>
      isServed(scene) ? { ...payload, items: [...itemsOf(payload), ...itemsOf(payload).slice(-1)] } : undefined,
  },
  {
    id: 'serves it at the table before',
    calls: [order],
    not: served,
    payload: (payload, scene) => {
      const other = textIn(objectOf(objectOf(scene.elsewhere)['tableOrderSnapshot'])['tableId']);
      if (!isServed(scene) || other === '' || other === scene.tableId) return undefined;
      return { ...payload, orderContext: { ...objectOf(payload['orderContext']), stationId: other } };
    },
  },
  // Queue delivery: at least once, deduplicated by messageId, and retries reuse the key.
  {
    id: 'carries it out once more',
    calls: [order],
    needs: ['delivery=again', 'delivery=known key'],
    not: [...rejecting, 'since=activation'],
    forgets: true,
  },
];
