import { answeredKinds, eventKinds } from '#schemas';
import type { EquivalenceRule } from './rule.ts';
import { fieldOperatorNames } from '../editing/operators.ts';

const results = answeredKinds.filter((kind) => kind !== 'Test').map((kind) => `${kind}/result`);
const bodies = [...results, ...eventKinds, 'ActivatePos', 'ReportPosHealth', 'tip-put', 'Test/result'];
const reads = ['tip-list', 'tip-get'];

/** Inside what the contract has not finalised: whole elements are data that may well be missed. */
const unfinalised = [
  /\/(?:lines|payments|acceptedItems|listings)\/\*/u,
  /\/rejectedItems\/\*\/(?!reasonCode$)/u,
  /\/(?:totals|diff|checkpoint)\//u,
];

const texts = [
  '/softwareName',
  '/softwareVersion',
  '/posInstallationId',
  '/reasonCode',
  '/message',
  '/changes/*/reasonCode',
  '/displayName',
  '/receipt/fiscalSignature',
  '/receipt/receiptUrl',
  '/tableSessionContext/tableNumber',
];

export const posEquivalents: readonly EquivalenceRule[] = [
  {
    clause:
      'Structures not finalized: what stands inside lines, payments, items, listings, totals, diff and checkpoint',
    in: [...results, ...eventKinds],
    at: (pattern) => unfinalised.some((place) => place.test(pattern)) && pattern !== '/listings/*',
    by: fieldOperatorNames.filter((operator) => operator !== 'drop' && operator !== 'duplicate'),
    // A checkpoint of before leads to the same listings again, totals of before are those of another bill, and what is listed
    // and ordered is known by its id.
    if: (_, { operator, pattern }) =>
      !/\/(?:listings|acceptedItems|rejectedItems)\/\*\/(?:listingId|sku|id)$/u.test(pattern) &&
      (operator !== 'replay' || !/^\/(?:checkpoint|bill\/totals)/u.test(pattern)),
  },
  {
    clause: 'Structures not finalized: TableOrderSnapshotChanged.diff inner structure, totals of a snapshot',
    in: [...eventKinds, ...results],
    at: ['/diff', '/tableOrderSnapshot/totals'],
    by: ['empty', 'replay'],
  },
  {
    clause:
      'Structures not finalized: what stands inside lines, payments, items, listings, totals, diff and checkpoint',
    in: [...results, ...eventKinds],
    at: (pattern) => unfinalised.some((place) => place.test(pattern)) && !pattern.endsWith('*'),
    by: ['drop', 'duplicate'],
  },
  {
    clause: 'Resources › POS messages: nothing forbids further properties',
    in: bodies,
    at: (pattern) => pattern !== '' && !pattern.endsWith('*'),
    by: ['duplicate'],
  },
  {
    clause: 'Resources › POS messages: any text',
    in: ['ActivatePos', 'ReportPosHealth', 'tip-put', 'TableOrderSnapshotRequested/result', ...eventKinds],
    at: texts,
    by: ['change', 'replay', 'empty', 'long'],
  },
  {
    clause: 'Resources › receipt: any text',
    in: ['BillPaymentCompleted/result', 'OrderSubmissionRequested/result'],
    at: texts.filter((place) => place.startsWith('/receipt')),
    by: ['change', 'replay', 'empty', 'long'],
  },
  {
    clause: 'Resources › ReportPosHealth: healthy is a boolean',
    in: ['ReportPosHealth'],
    at: ['/healthy'],
    by: ['change'],
  },
  {
    clause: 'Errors: the reason codes of TableOrderSnapshotResolutionResult and BillPaymentResult are not shown',
    in: ['TableOrderSnapshotRequested/result', 'BillPaymentCompleted/result'],
    at: ['/reasonCode'],
    by: ['change', 'replay', 'empty', 'long'],
  },
  {
    clause:
      'Resources › BillPreparationResult, BillPaymentResult: whether it is worth another try is for the POS to say',
    in: results,
    at: ['/retryable'],
    by: ['change', 'replay'],
  },
  {
    clause: 'Resources › POS messages: nothing forbids further properties, and only a table snapshot has a message',
    in: ['BillPreparationRequested/result', 'BillPaymentCompleted/result', 'OrderSubmissionRequested/result'],
    at: ['/message'],
    by: fieldOperatorNames,
  },
  {
    clause: 'Resources › ActivatePos, availability, TableOrderSnapshotChanged: not required',
    in: ['ActivatePos', ...eventKinds],
    at: [
      '/posInstallationId',
      '/reasonCode',
      '/message',
      '/effectiveAt',
      '/changes/*/reasonCode',
      '/changes/*/effectiveUntil',
    ],
    by: ['drop', 'rename'],
  },
  {
    clause: 'Resources › Bill and payment, receipt, OrderSubmissionResult: optional',
    in: ['BillPreparationRequested/result', 'BillPaymentCompleted/result', 'OrderSubmissionRequested/result'],
    at: [
      '/tipRecipientId',
      '/bill/lines',
      '/currentSnapshot',
      '/tableOrderSnapshot',
      '/receipt/fiscalSignature',
      '/receipt/receiptUrl',
    ],
    by: ['drop', 'rename'],
  },
  {
    clause: 'Resources › POS messages: no order of lines, items, listings or changes is told',
    in: bodies,
    at: (pattern) => pattern !== '',
    by: ['reorder'],
  },
  {
    clause: 'Limits: no time is told in which a POS answers, pushes, reads or deletes, within the 30 s of a message',
    in: [...results, ...eventKinds, ...reads, 'ActivatePos', 'tip-put', 'Test/result', 'test-call', 'DeleteMessage'],
    at: [''],
    by: ['delay'],
  },
  {
    clause: 'Queue delivery 3: only the messages of a group have an order, and a result belongs to its message alone',
    in: [...results, 'Test/result', 'tip-put'],
    at: [''],
    by: ['reorder'],
  },
  {
    clause: 'Limits: no time is told for a push, and what is held back without a successor is only late',
    in: eventKinds,
    at: [''],
    by: ['reorder'],
    if: (_, { which }) => which.kind === 'from' || which.kind === 'only',
  },
  {
    clause:
      'Errors › Callback responses: a repeat returns 204 and is ignored; Events: repeated delivery is told by its identifier',
    in: [...results, ...eventKinds, 'Test/result', 'ReportPosHealth'],
    at: [''],
    by: ['duplicate'],
  },
  {
    clause:
      'Endpoints: reading, putting and deleting twice is reading, putting and deleting; Queue delivery 3: at least once',
    in: [...reads, 'tip-put', 'test-call', 'DeleteMessage', 'ReceiveMessage'],
    at: [''],
    by: ['duplicate'],
    // What is received twice is lost once: now and then is bearable.
    if: (_, { operation, which }) => operation !== 'ReceiveMessage' || which.kind === 'only',
  },
  {
    clause: 'Queue delivery 3: delivery is at least once, so that a queue call may be lost now and then',
    in: ['ReceiveMessage', 'DeleteMessage'],
    at: [''],
    by: ['drop'],
    // Every second that is lost is made again at once.
    if: (_, { which }) => which.kind === 'only' || which.kind === 'every',
  },
  {
    clause: 'Limits: no time is told between two polls, and of now and then nobody can tell',
    in: ['ReceiveMessage'],
    at: [''],
    by: ['delay'],
    if: (_, { which }) => which.kind === 'only',
  },
  {
    clause: 'Endpoints › Tip recipients: whether a POS lists or reads them is its own to say',
    in: reads,
    at: [''],
    by: ['drop'],
  },
  {
    clause: 'Endpoints › Test call: the POS makes it when it likes',
    in: ['test-call'],
    at: [''],
    by: ['drop'],
    if: (_, { which }) => which.kind === 'only',
  },
];
