import { answeredKinds, eventKinds } from '#schemas';
import type { Plan } from '../editing/plan.ts';
import type { EquivalenceRule } from './rule.ts';
import { fieldOperatorNames } from '../editing/operators.ts';

const results = answeredKinds.filter((kind) => kind !== 'Test').map((kind) => `${kind}/result`);
const bodies = [...results, ...eventKinds, 'ActivatePos', 'ReportPosHealth', 'tip-put', 'Test/result'];
const reads = ['tip-list', 'tip-get'];

/** One message alone, which may be one that nobody compares with anything. */
const isOnce = (_: unknown, { which }: Plan): boolean => which.kind === 'only';
const isNowAndThen = (_: unknown, { which }: Plan): boolean => which.kind !== 'all';

const values: readonly Plan['operator'][] = ['change', 'replay', 'empty', 'long', 'lower', 'negate', 'fraction'];

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

/** Of events. */
const notRequired = ['/reasonCode', '/message', '/effectiveAt', '/changes/*/reasonCode', '/changes/*/effectiveUntil'];

/** What is wrong all the same, and whoever can read it may tell of it. Before the rules that allow more. */
const openEitherWay: readonly EquivalenceRule[] = [
  {
    clause: 'Events: what is sent again under one message identifier is the same message',
    in: eventKinds,
    at: texts,
    by: ['change', 'replay', 'empty', 'long'],
    if: isNowAndThen,
  },
  {
    clause:
      'Events: what is sent again under one message identifier is the same message, with what is not required too',
    in: eventKinds,
    at: notRequired,
    by: ['drop', 'rename'],
    if: isNowAndThen,
  },
  {
    clause:
      'Structures not finalized: what stands inside listings, though one that is pushed as it was before its change is wrong',
    in: ['ProductListingsUpdated'],
    at: (pattern) => /^\/listings\/\*\/(?!(?:listingId|sku|id)$)/u.test(pattern),
    by: ['change', 'replay', 'negate', 'lower'],
  },
  {
    clause: 'Structures not finalized: how a listing names itself, and items of an order',
    in: ['OrderSubmissionRequested/result'],
    at: (pattern) => /\/(?:acceptedItems|rejectedItems)\/\*\/(?!reasonCode$)/u.test(pattern),
    by: fieldOperatorNames,
  },
  {
    clause: 'Structures not finalized: what else stands in the id of a listing',
    in: [...results, ...eventKinds],
    at: (pattern) => /\/listings\/\*\/(?:listingId|sku|id)$/u.test(pattern),
    by: ['change', 'long'],
  },
  {
    clause: 'Structures not finalized: the id of a listing, once',
    in: [...results, ...eventKinds],
    at: (pattern) => /\/listings\/\*\/(?:listingId|sku|id)$/u.test(pattern),
    by: fieldOperatorNames,
    if: isOnce,
  },
  {
    clause: 'Errors › PRICE_CHANGED: the price of a listing is what it costs, where it can be read',
    in: ['ProductListingsSyncRequested/result'],
    at: (pattern) => /\/listings\/\*\/(?:price|gross)/u.test(pattern),
    by: fieldOperatorNames,
  },
  {
    clause: 'Structures not finalized: totals of a bill, of which one is what is paid',
    in: ['BillPreparationRequested/result'],
    at: (pattern) => pattern.startsWith('/bill/totals/'),
    by: [...values, 'null', 'drop', 'rename'],
  },
  {
    clause: 'Structures not finalized: totals and lines of a bill, with nothing in them',
    in: ['BillPreparationRequested/result'],
    at: ['/bill/totals', '/bill/lines'],
    by: ['empty'],
  },
  {
    clause: 'Structures not finalized: totals of a bill, once',
    in: ['BillPreparationRequested/result'],
    at: ['/bill/totals'],
    by: ['replay'],
    if: isOnce,
  },
  {
    clause: 'Structures not finalized: by what a line is selected for a bill',
    in: ['TableOrderSnapshotRequested/result'],
    at: (pattern) => /\/lines\/\*\/(?:id|lineId|posLineId|uid|line)$/u.test(pattern),
    by: fieldOperatorNames,
  },
  {
    clause: 'Structures not finalized: another shape now and then, of which nobody can tell what it is',
    in: [...results, ...eventKinds],
    at: (pattern) => unfinalised.some((place) => place.test(pattern)) && pattern !== '/listings/*',
    by: fieldOperatorNames,
    if: (change, plan) =>
      isNowAndThen(change, plan) &&
      !(plan.operator === 'replay' && /^\/(?:checkpoint|bill\/totals)/u.test(plan.pattern)),
  },
  {
    clause: 'Structures not finalized: what a listing of an event is, and which of those of the menu it is about',
    in: ['ProductListingsUpdated'],
    at: ['/listings/*'],
    by: ['retype', 'rename'],
  },
  {
    clause:
      'Base models › tableOrderSnapshot: the POS is the source of truth for table state, so that one look tells nothing',
    in: ['TableOrderSnapshotRequested/result', 'OrderSubmissionRequested/result', 'BillPreparationRequested/result'],
    at: (pattern) =>
      /^\/(?:tableOrderSnapshot|currentSnapshot)\/(?:lines|payments|totals|updatedAt)(?:\/\*)?$/u.test(pattern),
    by: ['empty', 'replay', 'drop', 'duplicate'],
    // A member that lacks or comes twice is another matter than an item that does.
    if: (change, plan) =>
      isOnce(change, plan) && plan.pattern.endsWith('*') === ['drop', 'duplicate'].includes(plan.operator),
  },
  {
    clause: 'Menu sync: a checkpoint of before asks for what has changed since then, which is more than needed',
    in: ['ProductListingsSyncRequested/result'],
    at: (pattern) => pattern.startsWith('/checkpoint'),
    by: ['replay'],
    if: isOnce,
  },
  {
    clause: 'Resources › receipt: any text, and nothing says that no other receipt has it',
    in: ['BillPaymentCompleted/result', 'OrderSubmissionRequested/result'],
    at: ['/receipt/receiptNumber'],
    by: values,
  },
  {
    clause:
      'Resources › bill: any text; of a bill that is not paid nobody asks, and once it is let go of its id is free',
    in: ['BillPreparationRequested/result'],
    at: ['/bill/posBillId'],
    by: values,
    if: isOnce,
  },
  {
    clause: 'Resources › BillPreparationResult: who receives the tips of one bill is for the POS to say',
    in: ['BillPreparationRequested/result'],
    at: ['/tipRecipientId'],
    by: values,
    if: isOnce,
  },
  {
    clause: 'Resources › PutTipRecipientRequest: displayName creates or updates the name that was entered',
    in: ['tip-put'],
    at: ['/displayName'],
    by: values,
  },
  {
    clause: 'Resources › ActivatePos: an identifier of the installation, stable where it is the same each time',
    in: ['ActivatePos'],
    at: ['/posInstallationId'],
    by: values,
  },
  {
    clause: 'Resources › availability: a time in the format, which only whoever made the change knows',
    in: eventKinds,
    at: ['/effectiveAt', '/changes/*/effectiveUntil'],
    by: ['replay'],
  },
  {
    clause: 'Queue delivery 3: delivery is at least once, and every second call that is lost is more than now and then',
    in: ['ReceiveMessage', 'DeleteMessage'],
    at: [''],
    by: ['drop', 'duplicate'],
    if: (_, { which, operator, operation }) =>
      operator === 'drop' ? which.kind === 'every' : operation === 'ReceiveMessage' && which.kind !== 'only',
  },
  {
    clause:
      'Events › ReportPosHealth: the interval value is not shown, so that one may be missing or late after the first',
    in: ['ReportPosHealth'],
    at: [''],
    by: ['drop', 'delay', 'reorder', 'change'],
    if: (_, { which, operator }) =>
      which.kind === 'every' ||
      (which.kind === 'only' && which.n > 1) ||
      (which.kind === 'from' && operator === 'delay'),
  },
  {
    clause:
      'Endpoints › Platform-hosted: a POS is activated when somebody gives it a PIN, and puts tip recipients when it likes',
    in: ['ActivatePos', 'tip-put'],
    at: [''],
    by: ['drop'],
  },
  {
    clause:
      'Resources › POS messages: nothing says that an element stands once, or that a change that is none is not listed',
    in: [...results, ...eventKinds],
    at: (pattern) => /\/(?:listings|changes|lines|rejectedItems|acceptedItems)\/\*$/u.test(pattern),
    by: ['duplicate'],
  },
  {
    clause: 'Errors › Activation failure reasons: what was refused may be tried again, with another PIN',
    in: ['ActivatePos'],
    at: ['/pinCode', '/merchantTaxId'],
    by: values,
    if: (_, { which }) => which.kind === 'only' || which.kind === 'every',
  },
  {
    clause: 'Events: a POS that was closed already has nothing to push when it is closed',
    in: ['PosLocationAvailabilityChanged', 'PosOrderTypeAvailabilityChanged'],
    at: ['', '/open', '/changes/*', '/changes/*/state', '/changes/*/orderType'],
    by: ['drop', 'change', 'replay'],
    if: (_, { which }) => which.kind === 'only' && which.n === 1,
  },
];

const allowed: readonly EquivalenceRule[] = [
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
    clause: 'Base models: a time of the POS, which the text relates to no other',
    in: results,
    at: ['/bill/preparedAt', '/receipt/issuedAt', '/tableSessionContext/openedAt', '/tableSessionContext/closedAt'],
    by: ['replay'],
  },
  {
    clause: 'Base models › tableSessionContext: any text',
    in: ['TableOrderSnapshotRequested/result'],
    at: ['/tableSessionContext/locationId'],
    by: ['change', 'replay', 'empty', 'long'],
  },
  {
    clause: 'States and transitions: transitions of Table status are not shown',
    in: ['TableOrderSnapshotRequested/result', 'OrderSubmissionRequested/result', 'BillPreparationRequested/result'],
    at: ['/tableOrderSnapshot/status', '/currentSnapshot/status', '/currentStatus'],
    by: ['replay'],
  },
  {
    clause: 'Resources › TableOrderSnapshotResolutionResult, failure: optional',
    in: ['TableOrderSnapshotRequested/result'],
    at: ['/message', '/currentStatus'],
    by: ['drop', 'rename'],
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
    at: ['/posInstallationId', ...notRequired],
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
    in: [...results, ...eventKinds, ...reads, 'tip-put', 'Test/result', 'test-call', 'DeleteMessage'],
    at: [''],
    by: ['delay'],
  },
  {
    clause: 'Limits: no time is told for an activation, and who gives the call up before its answer is not active',
    in: ['ActivatePos'],
    at: [''],
    by: ['delay'],
    mayBeTold: true,
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
    if: isOnce,
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

export const posEquivalents: readonly EquivalenceRule[] = [
  ...openEitherWay.map((rule) => ({ ...rule, mayBeTold: true as const })),
  ...allowed,
];
