// Generated from schemas/**/*.json by `npm run types`. Do not edit.

/**
 * How many of the planned attempts of each of its properties were made.
 */
export type Attempts = AttemptsMade[];
/**
 * What conformance list answers with --json: a row for each of what is listed. What else a row holds depends on what is listed.
 */
export type ListAnswer = ListedRow[];
/**
 * One line of what conformance run prints with --events. The last line is the answer event. Members and events may be added; ignore those you do not know.
 */
export type RunEvent =
  RunStartedEvent | ScenarioStartedEvent | ScenarioFinishedEvent | CheckEvent | RunFinishedEvent | AnswerEvent;
/**
 * The fifteen delivery options a merchant can offer.
 */
export type DeliveryOptionKey =
  | 'CARRIER_A_COURIER'
  | 'CARRIER_A_PICKUP'
  | 'CARRIER_B_COURIER'
  | 'CARRIER_B_PICKUP'
  | 'ELECTRONIC'
  | 'CARRIER_C_COURIER'
  | 'CARRIER_D_COURIER'
  | 'CARRIER_E_COURIER'
  | 'CARRIER_F_APM'
  | 'CARRIER_F_COURIER'
  | 'INSTORE_PICKUP'
  | 'CARRIER_G_APM'
  | 'CARRIER_H_APM'
  | 'CARRIER_I_COURIER'
  | 'CARRIER_J_COURIER';
/**
 * What became of a payment.
 */
export type BillPaymentResult = BillPaymentSuccess | BillPaymentFailure;
/**
 * Where the order belongs.
 */
export type OrderContext = StationOrder | PickupOrder | DeliveryOrder;
/**
 * A bill, or why there is none.
 */
export type BillPreparationResult = BillPreparationSuccess | BillPreparationFailure;
/**
 * Where the order goes; the fields depend on `type`.
 */
export type DeliveryDetails = PickupDelivery | ElectronicDelivery | CourierDelivery;
/**
 * What became of the submitted items.
 */
export type OrderSubmissionResult = OrderSubmissionSuccess | OrderSubmissionFailure;
/**
 * The answer to an activation, always with HTTP 200.
 */
export type PosActivationResponse = PosActivationSuccess | PosActivationFailure;
/**
 * The state of a table, or why there is none.
 */
export type TableOrderSnapshotResolutionResult =
  TableOrderSnapshotResolutionSuccess | TableOrderSnapshotResolutionFailure;
/**
 * How to make the target act: exactly one of http, command and manual.
 */
export type Trigger = HttpActs | CommandActs | PersonActs;
/**
 * One line of journal.ndjson, the journal of a run. The result and every report are functions of these lines.
 */
export type JournalLine =
  | RunStartedLine
  | ScenarioStartedLine
  | ExchangeLine
  | CheckLine
  | ObservedLine
  | UnexpectedLine
  | AttemptedLine
  | UsedUpLine
  | ReplayedLine
  | ScenarioFinishedLine
  | RunFinishedLine;
export type OutcomeLine = PassedLine | FailedLine | WarnedLine | NotExercisedLine;
/**
 * Of the body in this line; base64 for one that is compressed or no text. Absent: utf-8.
 */
export type MirroredEncoding = 'utf-8' | 'base64';

/**
 * What conformance certify answers with --json.
 */
export interface CertifyAnswer {
  /**
   * The file it was written to; absent where there is none.
   */
  certificate?: string;
  /**
   * The file with the same as an in-toto attestation.
   */
  attestation?: string;
  statement?: CertificateStatement;
  /**
   * What stands in the way of a certificate.
   */
  gaps: CertificateGap[];
  /**
   * Why a certificate of this run would not hold.
   */
  problems: string[];
  key?: MadeKey;
}
/**
 * What a certificate vouches for.
 */
export interface CertificateStatement {
  schemaVersion: 1;
  issuedAt: string;
  expiresAt: string;
  target: {
    name?: string;
    version?: string;
    digest?: string;
  };
  tool: {
    name: string;
    version: string;
  };
  suite: {
    party: 'merchant' | 'pos' | 'platform';
    /**
     * SHA-256 over the suite's scenarios: ids, needs and the requirements each covers or provokes.
     */
    digest: string;
  };
  register: {
    version: string;
    digest: string;
    /**
     * An older version of the register: rows that were added after it are not scored.
     */
    scored?: string;
  };
  startedAt: string;
  finishedAt: string;
  seed: number;
  effort: 'quick' | 'standard' | 'thorough';
  /**
   * Every capability of the suite, such as merchant.lock; false is one the target does not claim.
   */
  capabilities: {
    [k: string]: boolean;
  };
  /**
   * Configured keys that changed how the target was tried.
   */
  settings: {};
  /**
   * Every point the specification leaves open; from config is not the default.
   */
  assumptions: CertifiedAssumption[];
  /**
   * Requirements whose level the configuration changed, with the one of the register.
   */
  severity: SeverityOverride[];
  /**
   * Every requirement of the suite, once.
   */
  requirements: CertifiedRequirement[];
  /**
   * Every scenario of the suite, once; an omitted one with its reason.
   */
  scenarios: CertifiedScenario[];
  defects?: DefectsInReach;
  /**
   * The files of the run's folder; of several folders where the run was sharded.
   */
  evidence: EvidenceFolder[];
}
export interface CertifiedAssumption {
  id: string;
  value: unknown;
  from: 'default' | 'config';
}
export interface SeverityOverride {
  id: string;
  level: 'must' | 'should';
  register: 'must' | 'should';
}
export interface CertifiedRequirement {
  id: string;
  level: 'must' | 'should';
  status: 'passed' | 'warning' | 'not-applicable' | 'not-scored';
  checks: number;
  reason?: string;
}
export interface CertifiedScenario {
  id: string;
  status: 'done' | 'omitted';
  reason?: string;
  attempts?: Attempts;
}
export interface AttemptsMade {
  property: string;
  made: number;
  planned: number;
  /**
   * So many levels of a covering plan came together in `made` of the `planned` ways there are.
   */
  levels?: number;
}
/**
 * Of the defects that the checks are known to catch, how many the run could have shown.
 */
export interface DefectsInReach {
  known: number;
  couldShow: number;
}
export interface EvidenceFolder {
  shard?: string;
  files: EvidenceFile[];
}
export interface EvidenceFile {
  /**
   * Relative to the folder, and inside it.
   */
  path: string;
  bytes: number;
  sha256: string;
}
export interface CertificateGap {
  /**
   * A requirement, a scenario, or what else is meant.
   */
  id: string;
  /**
   * The rest of the sentence that begins with the id.
   */
  why: string;
  kind: 'failed' | 'untried';
}
/**
 * With --new-key: the files, and the thumbprint.
 */
export interface MadeKey {
  privateKey: string;
  publicKey: string;
  thumbprint: string;
}
/**
 * What conformance report --compare answers with --json.
 */
export interface ComparisonAnswer {
  target: string;
  /**
   * The verdicts of the older and the newer run.
   */
  verdict: {
    from: 'conformant' | 'non-conformant' | 'incomplete' | 'not-judged' | 'harness-error';
    to: 'conformant' | 'non-conformant' | 'incomplete' | 'not-judged' | 'harness-error';
  };
  /**
   * The same as a reader is told it.
   */
  words: {
    from: string;
    to: string;
  };
  /**
   * What else differs between the runs and may explain the rest: versions, assumptions.
   */
  circumstances: string[];
  rows: {
    /**
     * Passed before, fails now.
     */
    broke: ChangedRow[];
    /**
     * Known before, not tried now.
     */
    vanished: ChangedRow[];
    /**
     * A warning now.
     */
    warns: ChangedRow[];
    /**
     * Failed before, passes now.
     */
    fixed: ChangedRow[];
    /**
     * Tried for the first time.
     */
    exercised: ChangedRow[];
    /**
     * Another level.
     */
    level: ChangedRow[];
    /**
     * No longer in the register.
     */
    retired: ChangedRow[];
    /**
     * Fails as before.
     */
    failing: ChangedRow[];
  };
  /**
   * Something broke or vanished: the exit code is then 1.
   */
  isWorse: boolean;
}
/**
 * One requirement whose fate differs, or is still bad.
 */
export interface ChangedRow {
  id: string;
  level: 'must' | 'should';
  from: string;
  to: string;
  /**
   * In the words of the newer run.
   */
  why?: string;
  /**
   * Where it fails as before: the causes that are new, and those that are gone.
   */
  causes?: {
    appeared: string[];
    vanished: string[];
  };
}
/**
 * What conformance doctor answers with --json.
 */
export interface DoctorAnswer {
  /**
   * A run would be judged.
   */
  ready: boolean;
  targets: ExaminedTarget[];
}
export interface ExaminedTarget {
  /**
   * The name of one of pos.tills.
   */
  till?: string;
  checks: AnsweredCheck[];
}
export interface AnsweredCheck {
  name: string;
  /**
   * hint: worth knowing. failed: a run would not be judged.
   */
  status: 'ok' | 'hint' | 'failed';
  /**
   * One sentence; where it failed, also what to do.
   */
  message: string;
  /**
   * The configuration key to look at.
   */
  key?: string;
  /**
   * The addresses it is about, as configuration keys.
   */
  addresses?: string[];
}
/**
 * What every command answers with --json where it ends with exit code 2 or 5.
 */
export interface ErrorAnswer {
  error: {
    /**
     * usage: exit code 2, the request cannot be met. bug: exit code 5, the harness broke.
     */
    kind: 'usage' | 'bug';
    message: string;
    /**
     * The option or configuration key it is about.
     */
    key?: string;
  };
}
/**
 * What conformance explain answers with --json.
 */
export interface ExplainAnswer {
  id: string;
  /**
   * Of a requirement: level, party, clause, rule, why, checkedBy, how, needs, capability, judgedBy, provokedBy, toMendIt, lookFirst and page. Of an assumption: leftOpen, weAssume, configured and page. Of a trigger: key, what, givenAs, a member for each of its variables, and page. Those that say nothing are absent.
   */
  facts: {
    [k: string]: string | string[];
  };
  /**
   * The ways to break the requirement.
   */
  causes: ExplainedCause[];
  /**
   * What its check is known to catch.
   */
  faults: ExplainedFault[];
  run?: ExplainedRun;
  /**
   * With --confirm: for each root of the run, the defect of a reference peer that is most like it, and the findings by who shows them. The id is then the folder of the run.
   */
  confirmed?: ConfirmedRoot[];
}
export interface ExplainedCause {
  /**
   * As in results.json; * stands for what differs from case to case.
   */
  id: string;
  /**
   * What the target did.
   */
  sentence: string;
  fix: string;
  /**
   * What makes it certain.
   */
  certain: string;
  /**
   * JSON pointer of what is wrong, where that is always the same.
   */
  pointer?: string;
}
export interface ExplainedFault {
  id: string;
  title: string;
  /**
   * conformance sample can have it.
   */
  published: boolean;
}
/**
 * With --results: what the run in that folder found out about the requirement.
 */
export interface ExplainedRun {
  folder: string;
  status:
    | 'passed'
    | 'failed'
    | 'warning'
    | 'not-applicable'
    | 'filtered'
    | 'not-scored'
    | 'not-exercised'
    | 'expected-failure';
  reason?: string;
  failures: ExplainedFailure[];
}
export interface ExplainedFailure {
  violation: Violation;
  /**
   * What it costs a customer.
   */
  costs?: string;
  /**
   * Sends the call again.
   */
  curl?: string;
  /**
   * The exchanges it rests on, in order.
   */
  exchanges: Exchange[];
}
export interface Violation {
  scenario: string;
  /**
   * One plain sentence with the next step.
   */
  message: string;
  expected: string;
  actual: string;
  /**
   * JSON pointer to the smallest differing part.
   */
  pointer?: string;
  exchanges: number[];
  /**
   * One command that runs just this again.
   */
  replay: string;
  /**
   * How often this cause was seen.
   */
  count?: number;
  /**
   * Id of the kind of mistake. An entry of expectedFailures may name it.
   */
  cause?: string;
  /**
   * The reason of the entry in expectedFailures that excuses it.
   */
  known?: string;
  /**
   * Which of several tills; exchange numbers are those of its own folder.
   */
  till?: string;
}
/**
 * One request and its response, redacted.
 */
export interface Exchange {
  /**
   * Number of the exchange in the run.
   */
  n: number;
  scenario: string;
  at: string;
  durationMs: number;
  /**
   * Who sent the request.
   */
  sender: 'harness' | 'target';
  /**
   * Which call of the specification this is.
   */
  operation: string;
  /**
   * Of an order: the numbers of those calls that were under way when it was sent. Where it is absent the times tell.
   */
  beside?: number[];
  made?: ExchangeMade;
  told?: ExchangeTold;
  request: ExchangeRequest;
  response?: ExchangeResponse;
  failure?: ExchangeFailure;
}
/**
 * Of a retrieval: the run had this basket made, with this user or with none. Absent where it had not.
 */
export interface ExchangeMade {
  loggedUser?: string;
}
/**
 * Of calls to our platform: what only it could tell, without the secrets.
 */
export interface ExchangeTold {
  /**
   * Which of the keys it names, numbered as they came.
   */
  key?: number;
  /**
   * Of an activation: the numbers of the keys that its answer holds.
   */
  issued?: {
    api: number;
    queue: number;
  };
  /**
   * What is wrong with its signature. Absent where nothing is.
   */
  unsigned?: string;
  /**
   * Why the queue refused it.
   */
  refused?: string;
  /**
   * Of a receive: in which group each message it brought lay, and since when.
   */
  queued?: ExchangeQueued[];
}
export interface ExchangeQueued {
  messageId: string;
  groupId: string;
  at: string;
}
export interface ExchangeRequest {
  method: string;
  url: string;
  headers: {
    [k: string]: string;
  };
  body?: string;
  bodyBytes?: number;
  truncated?: boolean;
}
export interface ExchangeResponse {
  status: number;
  headers: {
    [k: string]: string;
  };
  body?: string;
  bodyBytes?: number;
  truncated?: boolean;
  encoding?: 'utf-8' | 'base64';
}
/**
 * Why there is no, or only half a, response.
 */
export interface ExchangeFailure {
  code: string;
  message: string;
}
export interface ConfirmedRoot {
  /**
   * What the root behaves like. Absent where nothing fits well.
   */
  says?: string;
  fault?: string;
  title?: string;
  both: RootFinding[];
  runOnly: RootFinding[];
  referenceOnly: RootFinding[];
  /**
   * Shown by the reference, and not tried in the run.
   */
  untried: RootFinding[];
}
export interface RootFinding {
  requirement: string;
  cause: string;
}
/**
 * What conformance fleet report answers with --json: fleet.json of the round.
 */
export interface FleetReportAnswer {
  tool: {
    name: string;
    version: string;
  };
  at: string;
  rows: AnsweredTarget[];
}
export interface AnsweredTarget {
  name: string;
  suite: string;
  labels: {
    [k: string]: string;
  };
  verdict: 'conformant' | 'non-conformant' | 'incomplete' | 'not-judged' | 'harness-error' | 'missing';
  reason?: string;
  /**
   * The requirements that failed.
   */
  failed: string[];
  /**
   * How many musts were not exercised.
   */
  open: number;
  file?: 'report.html' | 'results.json';
  /**
   * Against the round before.
   */
  change?: 'new' | 'gone' | 'mended' | 'broke' | 'otherwise';
}
export interface ListedRow {
  id: string;
  party?: 'merchant' | 'pos' | 'platform';
  [k: string]: unknown;
}
/**
 * What conformance run, judge and report answer with --json. The result is that of results.json in the folder, without the requirements that passed, do not apply or were filtered, and with broken scenarios only.
 */
export interface RunAnswer {
  /**
   * The folder of the results, as it was given.
   */
  folder: string;
  /**
   * The reports that were written, by their paths in the folder.
   */
  reports: string[];
  /**
   * Why a report could not be written, a sentence each.
   */
  problems: string[];
  result: RunResult;
}
/**
 * The product of a run.
 */
export interface RunResult {
  schemaVersion: 1;
  tool: {
    name: string;
    version: string;
  };
  register: {
    version: string;
    digest: string;
    /**
     * An older version of the register: rows that were added after it are not scored.
     */
    scored?: string;
  };
  suite: 'merchant' | 'pos' | 'platform';
  target: {
    name?: string;
    version?: string;
    digest?: string;
  };
  startedAt: string;
  finishedAt: string;
  seed: number;
  verdict: 'conformant' | 'non-conformant' | 'incomplete' | 'not-judged' | 'harness-error';
  exitCode: number;
  counts: {
    [k: string]: number;
  };
  /**
   * Why the run was not judged, broke or was cut short.
   */
  reason?: string;
  requirements: RequirementResult[];
  scenarios: ScenarioResult[];
  assumptions: AssumptionResult[];
  /**
   * The orders that the run has placed at the shop, or may have.
   */
  placed?: PlacedOrder[];
  /**
   * What the run has used up at the target, and what to do before the next one.
   */
  usedUp?: string[];
  /**
   * What is wrong inside, as far as one can tell: each root with the findings it explains.
   */
  diagnosis?: Root[];
  unexpected: Unexpected[];
  shard?: ShardOf;
  replay?: Replayed;
  /**
   * Where several tills were certified: what each came to. The rest then tells of all of them, the worst first.
   */
  tills?: TillResult[];
}
export interface RequirementResult {
  id: string;
  level: 'must' | 'should';
  status:
    | 'passed'
    | 'failed'
    | 'warning'
    | 'not-applicable'
    | 'filtered'
    | 'not-scored'
    | 'not-exercised'
    | 'expected-failure';
  checks: number;
  scenarios: string[];
  reason?: string;
  /**
   * The configuration key that is needed to exercise it.
   */
  unlock?: string;
  /**
   * Occasions of a passed or failed requirement that a scenario could not hold.
   */
  untried?: Untried[];
  violations: Violation[];
  /**
   * Its status at each of several tills.
   */
  tills?: {
    [k: string]:
      | 'passed'
      | 'failed'
      | 'warning'
      | 'not-applicable'
      | 'filtered'
      | 'not-scored'
      | 'not-exercised'
      | 'expected-failure';
  };
}
export interface Untried {
  scenario: string;
  reason: string;
}
export interface ScenarioResult {
  id: string;
  status: 'done' | 'broken' | 'omitted';
  durationMs: number;
  reason?: string;
  /**
   * Which of several tills.
   */
  till?: string;
  attempts?: Attempts;
}
export interface AssumptionResult {
  id: string;
  value: unknown;
  from: 'default' | 'config';
  observed: string[];
}
export interface PlacedOrder {
  /**
   * Absent where no answer said it.
   */
  shopOrderId?: string;
  oaOrderId: string;
}
export interface Root {
  /**
   * The first heads the others, which are there because of it.
   */
  findings: RootFinding[];
  like?: Likeness;
  /**
   * Which of several tills.
   */
  till?: string;
}
/**
 * A known defect that shows the same. Absent where none fits well.
 */
export interface Likeness {
  fault: string;
  /**
   * In a sentence, with how many of the findings fit.
   */
  says: string;
  /**
   * Requirements that it breaks too, and that passed here.
   */
  missing: string[];
  /**
   * Titles of defects of the same kind that fit as well.
   */
  others: string[];
}
export interface Unexpected {}
/**
 * Where this is one shard by itself: which, and of how many.
 */
export interface ShardOf {
  index: number;
  of: number;
  exit?: 0;
}
/**
 * Where one stored plan was run again, and nothing else: what it came to.
 */
export interface Replayed {
  scenario: string;
  property: string;
  /**
   * unmet: what the plan presupposes was not there, so it was not tried.
   */
  came: 'held' | 'failed' | 'unmet';
  reason?: string;
}
export interface TillResult {
  name: string;
  /**
   * Its own results and reports, relative to this file.
   */
  folder: string;
  verdict: 'conformant' | 'non-conformant' | 'incomplete' | 'not-judged' | 'harness-error';
  exitCode: number;
  reason?: string;
}
export interface RunStartedEvent {
  event: 'run-started';
  /**
   * Of several tills: which.
   */
  till?: string;
  at: string;
  suite: 'merchant' | 'pos' | 'platform';
  seed: number;
  /**
   * The ids of all that will run.
   */
  scenarios: string[];
}
export interface ScenarioStartedEvent {
  event: 'scenario-started';
  /**
   * Of several tills: which.
   */
  till?: string;
  at: string;
  scenario: string;
}
export interface ScenarioFinishedEvent {
  event: 'scenario-finished';
  /**
   * Of several tills: which.
   */
  till?: string;
  scenario: string;
  status: 'done' | 'broken';
  durationMs: number;
  reason?: string;
}
/**
 * Something that failed or was warned of, as it was seen. What becomes of it is said by the answer: it may be a should, or known.
 */
export interface CheckEvent {
  event: 'check';
  /**
   * Of several tills: which.
   */
  till?: string;
  scenario: string;
  requirement: string;
  status: 'failed' | 'warned';
  cause: string;
  message: string;
  /**
   * The numbers of the exchanges it rests on.
   */
  exchanges: number[];
}
export interface RunFinishedEvent {
  event: 'run-finished';
  /**
   * Of several tills: which.
   */
  till?: string;
  at: string;
  ended: 'completed' | 'interrupted' | 'not-judged' | 'broken' | 'died';
  reason?: string;
}
export interface AnswerEvent {
  event: 'answer';
  answer: RunAnswer | ErrorAnswer;
}
/**
 * What conformance validate answers with --json.
 */
export interface ValidateAnswer {
  valid: boolean;
  shape: string;
  violations: AnsweredViolation[];
}
export interface AnsweredViolation {
  pointer: string;
  message: string;
  expected: string;
  actual: string;
}
/**
 * What conformance verify answers with --json.
 */
export interface VerifyAnswer {
  holds: boolean;
  statement?: CertificateStatement;
  /**
   * How it was signed: as certificate, or as certificate-envelope.
   */
  form?: 'jws' | 'in-toto';
  /**
   * The thumbprint of the key that signed it.
   */
  keyId?: string;
  /**
   * It was signed with the key that --key gave.
   */
  isTrusted: boolean;
  /**
   * Why it does not hold, a sentence each.
   */
  problems: string[];
  notes: string[];
}
/**
 * An item the POS accepted. Not finalised in the specification.
 */
export interface AcceptedItem {
  [k: string]: unknown;
}
/**
 * A POS asks to be activated.
 */
export interface ActivatePos {
  /**
   * Universal merchant tax identifier.
   */
  merchantTaxId: string;
  /**
   * Short-lived activation PIN from the merchant panel.
   */
  pinCode: string;
  /**
   * Stable identifier of the installation.
   */
  posInstallationId?: string;
  softwareName: string;
  softwareVersion: string;
}
/**
 * Postal address of an invoice. Not finalised in the specification.
 */
export interface Address {
  [k: string]: unknown;
}
/**
 * The merchant's answer to retrieval, recalculation and lock, and the body of a basket change. Closed at top level, open below.
 */
export interface Basket {
  /**
   * Unique basket ID.
   */
  id: string;
  /**
   * ID of the basket request, generated by the platform.
   */
  requestId?: string;
  /**
   * Moment until which the basket is valid.
   */
  expiresAt: string;
  /**
   * Platform order ID, if known.
   */
  oaOrderId?: string;
  price: BasketPrice;
  deliveryOptions: BasketDeliveryOption[];
  products: BasketProduct[];
  /**
   * Whether an invoice address is mandatory.
   */
  invoiceAddressMandatory?: boolean;
  /**
   * Unique ID of the user.
   */
  loggedUser?: string;
}
export interface BasketPrice {
  /**
   * Format not specified.
   */
  currency: string;
  /**
   * Price of the basket, in 1/100 of the currency.
   */
  basketValue: number;
  /**
   * Applied discounts.
   */
  discounts: BasketPriceDiscount[];
}
export interface BasketPriceDiscount {
  /**
   * Discount code.
   */
  code: string;
  /**
   * Value of the discount, in 1/100 of the currency.
   */
  value: number;
  /**
   * Why the code was not applied.
   */
  error?: 'EXPIRED' | 'INVALID' | 'NOT_APPLICABLE' | 'USED';
}
export interface BasketDeliveryOption {
  key: DeliveryOptionKey;
  /**
   * Price of the delivery, in 1/100 of the currency.
   */
  cost: number;
  /**
   * Estimate of the delivery time, in words or a date.
   */
  timing?: string;
}
export interface BasketProduct {
  /**
   * Unique product ID.
   */
  id: string;
  name: string;
  /**
   * Image URLs.
   */
  images: string[];
  quantity: number;
  /**
   * Price of a single product, in 1/100 of the currency.
   */
  unitPrice: number;
  /**
   * Price of the products in the line.
   */
  linePrice: number;
  /**
   * Price of a single product before discount.
   */
  originalUnitPrice: number;
  /**
   * Price of the line before discount.
   */
  originalLinePrice: number;
  /**
   * Barcode.
   */
  ean?: string;
  /**
   * Set when a recalculation request cannot be accommodated.
   */
  error?: 'OUT_OF_STOCK' | 'QUANTITY_TOO_BIG';
  /**
   * Omitted when no restriction applies.
   *
   * @maxItems 1
   */
  policies?: [] | [ProductPolicy];
}
export interface ProductPolicy {
  type: 'AGE';
  criteria: AgeCriteria;
}
export interface AgeCriteria {
  minAge: number;
}
/**
 * Refers to an existing POS line of the table. Not finalised in the specification.
 */
export interface BillItemSelector {
  [k: string]: unknown;
}
/**
 * A line of a bill. Not finalised in the specification.
 */
export interface BillLine {
  [k: string]: unknown;
}
/**
 * The platform took the payment of a prepared bill.
 */
export interface BillPaymentCompleted {
  payment: Payment;
  /**
   * From BillPreparationResult.bill.
   */
  posBillId: string;
  billingDetails?: PosBillingDetails;
}
/**
 * A payment the platform took.
 */
export interface Payment {
  /**
   * Identifier of the payment at the platform.
   */
  oaPaymentId: string;
  amount: Money;
  /**
   * When it was paid.
   */
  paidAt: string;
}
export interface Money {
  /**
   * In minor units.
   */
  value: number;
  currency: string;
}
/**
 * Data for an invoice.
 */
export interface PosBillingDetails {
  taxId: string;
  /**
   * Legal name.
   */
  companyName: string;
  address: Address;
}
/**
 * The payment of a prepared bill failed; the POS releases the bill and sends no result.
 */
export interface BillPaymentFailed {
  posBillId: string;
  /**
   * Machine-readable; allowed values not specified.
   */
  reasonCode: string;
}
/**
 * The payment is applied.
 */
export interface BillPaymentSuccess {
  success: true;
  receipt: Receipt;
}
/**
 * The receipt of a payment.
 */
export interface Receipt {
  receiptNumber: string;
  /**
   * Where applicable.
   */
  fiscalSignature?: string;
  /**
   * When it was issued.
   */
  issuedAt: string;
  receiptUrl?: string;
}
/**
 * The payment is not applied; the platform refunds it.
 */
export interface BillPaymentFailure {
  success: false;
  /**
   * Allowed values not specified.
   */
  reasonCode: string;
  /**
   * Whether the platform may try to apply the payment again.
   */
  retryable: boolean;
}
/**
 * Asks for a bill.
 */
export interface BillPreparationRequested {
  orderContext: OrderContext;
  /**
   * updatedAt of the most recent tableOrderSnapshot; omitted for stateless flows.
   */
  checkpoint?: string;
  /**
   * Present when only a part is paid.
   */
  items?: BillItemSelector[];
}
/**
 * An order at a table or a kiosk.
 */
export interface StationOrder {
  type: 'STATION';
  /**
   * Resolved from the QR of the station.
   */
  stationId: string;
  stationKind: 'TABLE' | 'KIOSK';
  /**
   * Free text.
   */
  customerNote?: string;
}
/**
 * An order to be picked up.
 */
export interface PickupOrder {
  type: 'PICKUP';
  pickupDetails: PickupDetails;
  /**
   * Free text.
   */
  customerNote?: string;
}
/**
 * Who picks the order up, and when. Not finalised in the specification.
 */
export interface PickupDetails {
  [k: string]: unknown;
}
/**
 * An order to be delivered.
 */
export interface DeliveryOrder {
  type: 'DELIVERY';
  deliveryDetails: PosDeliveryDetails;
  /**
   * Free text.
   */
  customerNote?: string;
}
/**
 * Address, contact and a hint for the courier. Not finalised in the specification.
 */
export interface PosDeliveryDetails {
  [k: string]: unknown;
}
/**
 * The bill is prepared.
 */
export interface BillPreparationSuccess {
  success: true;
  bill: Bill;
  /**
   * Equal to TipRecipient.externalTipRecipientId.
   */
  tipRecipientId?: string;
}
/**
 * A bill the POS prepared.
 */
export interface Bill {
  posBillId: string;
  /**
   * A bill may give totals only.
   */
  lines?: BillLine[];
  totals: Totals;
  /**
   * When it was prepared.
   */
  preparedAt: string;
}
/**
 * Totals of a table or a bill. Not finalised in the specification.
 */
export interface Totals {
  [k: string]: unknown;
}
/**
 * There is no bill.
 */
export interface BillPreparationFailure {
  success: false;
  reasonCode:
    'NO_OPEN_BILL' | 'ORDER_CHANGED' | 'ORDER_CLOSED' | 'PAYMENT_NOT_ALLOWED' | 'FISCAL_ERROR' | 'POS_OFFLINE_OR_BUSY';
  retryable: boolean;
  currentSnapshot?: TableOrderSnapshot;
}
/**
 * What is ordered and paid at a table. The POS is the source of truth.
 */
export interface TableOrderSnapshot {
  tableId: string;
  status: 'OPEN' | 'CLOSING' | 'CLOSED' | 'CANCELLED';
  lines: TableLine[];
  totals: Totals;
  /**
   * Applied by the POS.
   */
  payments: TablePayment[];
  /**
   * The last update in the POS; the next checkpoint.
   */
  updatedAt: string;
}
/**
 * An order line of a table. Not finalised in the specification.
 */
export interface TableLine {
  [k: string]: unknown;
}
/**
 * A payment the POS has applied to a table. Not finalised in the specification.
 */
export interface TablePayment {
  [k: string]: unknown;
}
/**
 * One page of the catalogue.
 */
export interface CataloguePage {
  /**
   * Currency of the catalogue prices.
   */
  currency: string;
  /**
   * An empty array ends a synchronisation.
   */
  products: CatalogueProduct[];
  /**
   * Position of the last product of the page; required whenever products is non-empty.
   */
  nextCheckpoint?: string;
}
export interface CatalogueProduct {
  id: string;
  /**
   * ISO 8601 with milliseconds; used to build and decode checkpoints.
   */
  updatedAt: string;
  name: string;
  description?: string;
  brandName?: string;
  categories?: string[];
  images?: string[];
  url?: string;
  status: 'ACTIVE' | 'DELISTED';
  /**
   * @minItems 1
   */
  variants: [Variant, ...Variant[]];
}
export interface Variant {
  /**
   * Used in baskets and orders.
   */
  id: string;
  name?: string;
  ean?: string;
  /**
   * Unit not specified.
   */
  unitPrice: number;
  /**
   * Price before discount.
   */
  originalUnitPrice?: number;
  stock: Stock;
  measurement?: Measurement;
}
export interface Stock {
  isAvailable: boolean;
  /**
   * Present only when the merchant tracks inventory.
   */
  availableQuantity?: number;
}
export interface Measurement {
  type: string;
  quantityValue: number;
  quantityUnit: string;
  referenceValue?: number;
  referenceUnit?: string;
}
export interface PickupDelivery {
  type: 'PICKUP';
  method: string;
  subType?: string;
  id?: string;
  pointId?: string;
  name?: string;
  street?: string;
  streetNo?: string;
  postalCode?: string;
  city?: string;
  country?: string;
  email?: string;
  phoneNumber?: string;
}
export interface ElectronicDelivery {
  type: 'ELECTRONIC';
  method: string;
  email?: string;
}
export interface CourierDelivery {
  type: 'COURIER';
  method: string;
  firstName?: string;
  lastName?: string;
  country?: string;
  city?: string;
  postalCode?: string;
  street?: string;
  streetNo?: string;
  apartmentNo?: string;
  notes?: string;
  phoneNumber?: string;
  email?: string;
  companyName?: string;
}
/**
 * The tip recipient as it is now.
 */
export interface LinkTipRecipientResponse {
  tipRecipient: TipRecipient;
}
/**
 * A staff member who receives tips.
 */
export interface TipRecipient {
  /**
   * Generated by the platform.
   */
  id: string;
  merchantId: string;
  integrationProfileId: string;
  /**
   * Stable identifier at the POS: the {id} of the path.
   */
  externalTipRecipientId: string;
  /**
   * Name shown to staff.
   */
  displayName: string;
  linkStatus: 'PENDING' | 'ACTIVE';
  /**
   * Normalised; only while PENDING.
   */
  phoneNumber?: string;
  /**
   * Deadline of the confirmation; only while PENDING.
   */
  expiresAt?: string;
  /**
   * When the staff member confirmed; only when ACTIVE.
   */
  linkedAt?: string;
}
/**
 * Timestamp of the last successful retrieval and the last seen POS listing identifier. Not finalised in the specification.
 */
export interface MenuCheckpoint {
  [k: string]: unknown;
}
/**
 * The merchant's answer to a placed order.
 */
export interface OrderConfirmation {
  oaOrderId: string;
  /**
   * The merchant's order ID.
   */
  shopOrderId: string;
  returnPolicy: ReturnPolicy;
}
export interface ReturnPolicy {
  maxReturnDays: number;
}
/**
 * One item of an order submission. Not finalised in the specification.
 */
export interface OrderItem {
  [k: string]: unknown;
}
/**
 * What the platform sends to place an order.
 */
export interface OrderPlacement {
  /**
   * Uniquely identifies the order; the order endpoint is idempotent on it.
   */
  oaOrderId: string;
  basket: OrderedBasket;
  deliveryDetails: DeliveryDetails;
  billingDetails?: BillingDetails;
  paymentDetails: PaymentDetails;
  /**
   * The consents the user gave.
   */
  consents: Consent[];
}
export interface OrderedBasket {
  id: string;
  price: OrderedPrice;
  products: OrderedProduct[];
  loggedUser?: string;
}
export interface OrderedPrice {
  currency: string;
  discounts: {
    code: string;
    value: number;
  }[];
  basketValue: number;
  deliveryCost: number;
}
export interface OrderedProduct {
  ean?: string;
  id: string;
  quantity: number;
  unitPrice: number;
  linePrice: number;
}
/**
 * Present only when the user requested an invoice.
 */
export interface BillingDetails {
  companyName?: string;
  taxId?: string;
  country?: string;
  city?: string;
  postalCode?: string;
  street?: string;
  streetNo?: string;
  notes?: string;
}
export interface PaymentDetails {
  currency: string;
  /**
   * In 1/100 of the currency.
   */
  amount: number;
}
export interface Consent {
  id: string;
  version: number;
}
/**
 * Submits items. With a payment they are prepaid.
 */
export interface OrderSubmissionRequested {
  orderContext: OrderContext;
  items: OrderItem[];
  payment?: Payment;
}
/**
 * All items were accepted.
 */
export interface OrderSubmissionSuccess {
  success: true;
  acceptedItems: AcceptedItem[];
  tableOrderSnapshot?: TableOrderSnapshot;
  receipt?: Receipt;
}
/**
 * At least one item was rejected.
 */
export interface OrderSubmissionFailure {
  success: false;
  acceptedItems?: AcceptedItem[];
  rejectedItems: RejectedItem[];
  tableOrderSnapshot?: TableOrderSnapshot;
}
/**
 * An item the POS rejected; only its reason is specified. Not finalised in the specification.
 */
export interface RejectedItem {
  /**
   * Why the item was rejected.
   */
  reasonCode: 'OUT_OF_STOCK' | 'INSUFFICIENT_STOCK' | 'DELISTED' | 'ORDER_CLOSED' | 'PRICE_CHANGED';
  [k: string]: unknown;
}
export interface PosActivationSuccess {
  success: true;
  /**
   * Resolved from merchantTaxId.
   */
  merchantId: string;
  /**
   * Location-scoped profile the POS is bound to.
   */
  integrationProfileId: string;
  apiConfiguration: ApiConfiguration;
  queueConfiguration: QueueConfiguration;
}
/**
 * Signs the calls from the POS to the platform.
 */
export interface ApiConfiguration {
  apiKey: string;
  secret: string;
}
/**
 * May only receive and delete messages of this queue.
 */
export interface QueueConfiguration {
  queueUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}
export interface PosActivationFailure {
  success: false;
  failureReason: 'INVALID_OR_EXPIRED_PIN' | 'ACTIVATION_NOT_ALLOWED';
}
/**
 * The location opened or closed for ordering through the platform.
 */
export interface PosLocationAvailabilityChanged {
  open: boolean;
  /**
   * Machine-readable, for example CLOSED_FOR_DAY.
   */
  reasonCode?: string;
  /**
   * Human-readable.
   */
  message?: string;
  /**
   * Default: when it is received.
   */
  effectiveAt?: string;
}
/**
 * Order types that changed; the others stay as they are.
 */
export interface PosOrderTypeAvailabilityChanged {
  changes: OrderTypeChange[];
}
export interface OrderTypeChange {
  orderType: 'STATION' | 'PICKUP' | 'DELIVERY';
  state: 'ACCEPTING' | 'PAUSED';
  /**
   * For example KITCHEN_OVERLOADED.
   */
  reasonCode?: string;
  /**
   * After it the platform may clear the state.
   */
  effectiveUntil?: string;
}
/**
 * A listing of the menu, with price and stock. Not finalised in the specification.
 */
export interface ProductListing {
  [k: string]: unknown;
}
/**
 * Asks for the listings changed since a checkpoint; null asks for all.
 */
export interface ProductListingsSyncRequested {
  /**
   * Null asks for a full sync; otherwise a menu checkpoint as the POS gave it.
   */
  checkpoint: {
    [k: string]: unknown;
  } | null;
}
/**
 * The listings changed since the requested checkpoint, and the next checkpoint.
 */
export interface ProductListingsSynced {
  checkpoint: MenuCheckpoint;
  /**
   * Empty if none changed.
   */
  listings: ProductListing[];
}
/**
 * Changed listing, price or stock data; only the difference.
 */
export interface ProductListingsUpdated {
  listings: ProductListing[];
}
/**
 * Creates or changes a tip recipient.
 */
export interface PutTipRecipientRequest {
  /**
   * In E.164 format.
   */
  phoneNumber: string;
  displayName: string;
}
/**
 * A message of the queue.
 */
export interface QueueEnvelope {
  /**
   * Routes the message; a queue message attribute as well.
   */
  messageKind: string;
  /**
   * Currently v1.
   */
  apiVersion: string;
  /**
   * For deduplication and callback correlation; a queue message attribute as well.
   */
  messageId: string;
  /**
   * Business-level deduplication; retries of one business operation reuse it.
   */
  idempotencyKey: string;
  /**
   * Depends on the kind of message.
   */
  payload: {
    [k: string]: unknown;
  };
}
/**
 * What the platform sends to recalculate or lock a basket.
 */
export interface ReducedBasket {
  /**
   * ID of the basket request, generated by the platform.
   */
  requestId?: string;
  /**
   * Basket ID.
   */
  id: string;
  price?: ReducedBasketPrice;
  products: ReducedBasketProduct[];
  loggedUser?: string;
}
export interface ReducedBasketPrice {
  currency?: string;
  discounts?: {
    code: string;
  }[];
}
export interface ReducedBasketProduct {
  ean?: string;
  id: string;
  quantity: number;
}
/**
 * The heartbeat of a POS.
 */
export interface ReportPosHealth {
  healthy: boolean;
  softwareName: string;
  softwareVersion: string;
}
/**
 * Changed order lines, removed line identifiers and status changes since the previous snapshot. Not finalised in the specification.
 */
export interface TableDiff {
  [k: string]: unknown;
}
/**
 * A table changed on the POS side.
 */
export interface TableOrderSnapshotChanged {
  changeType: 'POS_LINE_ADDED' | 'LINE_CANCELLED' | 'LINE_DELIVERED' | 'LINE_UPDATED' | 'ORDER_CLOSED';
  diff: TableDiff;
  /**
   * Required when the change has a business reason.
   */
  reasonCode?: string;
}
/**
 * Asks for the state of a table.
 */
export interface TableOrderSnapshotRequested {
  /**
   * Resolved from the QR.
   */
  tableId: string;
  /**
   * Last POS update timestamp the platform has stored.
   */
  checkpoint?: string;
}
/**
 * The table was resolved.
 */
export interface TableOrderSnapshotResolutionSuccess {
  success: true;
  tableSessionContext: TableSessionContext;
  tableOrderSnapshot: TableOrderSnapshot;
}
/**
 * The session of a table.
 */
export interface TableSessionContext {
  locationId: string;
  tableId: string;
  /**
   * Human-readable.
   */
  tableNumber: string;
  status: 'OPEN' | 'CLOSING' | 'CLOSED' | 'CANCELLED';
  /**
   * When the session began.
   */
  openedAt: string;
  /**
   * Present when the status is CLOSED or CANCELLED.
   */
  closedAt?: string;
}
/**
 * The table was not resolved.
 */
export interface TableOrderSnapshotResolutionFailure {
  success: false;
  /**
   * Allowed values not specified.
   */
  reasonCode: string;
  retryable: boolean;
  message?: string;
  currentStatus?: 'OPEN' | 'CLOSING' | 'CLOSED' | 'CANCELLED';
}
/**
 * Answer to the test call.
 */
export interface TestCallResponse {
  /**
   * Of the Test message to come.
   */
  messageId: string;
}
/**
 * Answer to the Test message.
 */
export interface TestCallback {
  /**
   * Copied from the Test message.
   */
  nonce: string;
}
/**
 * Payload of the Test message.
 */
export interface TestMessage {
  nonce: string;
}
/**
 * All tip recipients; the wrapper is an assumption.
 */
export interface TipRecipientList {
  tipRecipients: TipRecipient[];
}
/**
 * The same certificate for tools of the software supply chain: an in-toto Statement v1 with a Test Result, in a DSSE envelope that is signed with Ed25519. Its predicate holds the statement of the certificate as conformance_certificateStatement.
 */
export interface CertificateEnvelope {
  payloadType: 'application/vnd.in-toto+json';
  /**
   * The in-toto statement, base64.
   */
  payload: string;
  /**
   * @minItems 1
   * @maxItems 16
   */
  signatures: [EnvelopeSignature, ...EnvelopeSignature[]];
}
export interface EnvelopeSignature {
  /**
   * The thumbprint of the key (RFC 7638). A hint: it is not signed.
   */
  keyid?: string;
  /**
   * Over the pre-authentication encoding of type and payload, base64.
   */
  sig: string;
}
/**
 * A signed statement that a target conformed: a JSON Web Signature in its flattened JSON form (RFC 7515, 7.2.2), signed with Ed25519 (RFC 8037).
 */
export interface Certificate {
  /**
   * The header, base64url: alg is EdDSA, jwk the public key, kid its thumbprint (RFC 7638).
   */
  protected: string;
  /**
   * The statement, base64url: see certificate-statement.
   */
  payload: string;
  /**
   * Over the bytes `protected.payload`, base64url.
   */
  signature: string;
}
/**
 * The configuration file.
 */
export interface Config {
  /**
   * Who is certified.
   */
  target?: {
    /**
     * Stands at the top of every report.
     */
    name?: string;
    /**
     * Of what is certified, as its makers count.
     */
    version?: string;
    /**
     * Of what is certified, such as the digest of its image or the commit it was built from. It becomes the subject of the in-toto attestation.
     */
    digest?: string;
  };
  /**
   * What the target claims. Absent means true; false is not applicable.
   */
  capabilities?: {
    /**
     * Of a web shop.
     */
    merchant?: {
      /**
       * recalculateUrl takes lock=true.
       */
      lock?: boolean;
      /**
       * There is a catalogueUrl.
       */
      catalogue?: boolean;
      /**
       * It pushes changed baskets to the platform.
       */
      basketChange?: boolean;
      /**
       * Orders may ask for an invoice.
       */
      invoice?: boolean;
      /**
       * There is an orderUrl.
       */
      orders?: boolean;
      /**
       * There are discount codes that a customer may have.
       */
      discountCodes?: boolean;
      /**
       * Of some products there is only so much: stock is counted, or a basket may have so many.
       */
      limitedStock?: boolean;
    };
    pos?: PosCapabilities;
  };
  merchant?: MerchantTarget;
  pos?: PosTarget;
  triggers?: Triggers;
  platform?: PlatformSettings;
  queue?: QueueSettings;
  /**
   * How many different inputs are tried depends on the effort; what there was no time for is not counted as tried.
   */
  attempts?: {
    /**
     * How long the attempts of one property may take; default: 1m quick, 2m standard, 10m thorough. Where it is given, a shop that takes over 250 ms an answer has all planned attempts made instead of half of them.
     */
    within?: string;
  };
  /**
   * Overrides, by assumption id.
   */
  assumptions?: {
    /**
     * Which key of an order carries the pickup point; default: both.
     */
    'assume/pickup-point-key'?: 'id' | 'pointId' | 'both';
    /**
     * Whether the values of discounts are taken off what is paid; default: not.
     */
    'assume/payment-amount'?: 'basket-and-delivery' | 'minus-discounts';
    /**
     * The greatest limit a catalogue is asked with; default: found out, 100 at most.
     */
    'assume/catalogue-limit-maximum'?: number;
    /**
     * Ids of the consents that orders carry; default: random UUIDs.
     *
     * @minItems 1
     */
    'assume/consent-ids'?: [string, ...string[]];
    /**
     * JSON Schemas by the name of a shape, which narrow it.
     */
    'assume/unfinalised-shapes'?: {
      [k: string]: unknown;
    };
    [k: string]: unknown;
  };
  /**
   * Overrides of the level, by requirement id.
   */
  severity?: {
    [k: string]: 'must' | 'should';
  };
  /**
   * Each must fail: one that passes, or has expired, fails the run.
   */
  expectedFailures?: ExpectedFailure[];
  /**
   * Requirement ids that may stay not exercised without making the run incomplete.
   */
  tolerate?: string[];
  /**
   * results.json is always written. Names of formats: conformance list reports.
   */
  reports?: {
    /**
     * Default: those that conformance list reports says are written by default.
     */
    formats?: string[];
  };
}
/**
 * Of a till: the order types and flows it handles.
 */
export interface PosCapabilities {
  /**
   * Orders at a table.
   */
  STATION?: boolean;
  /**
   * Orders at a kiosk.
   */
  KIOSK?: boolean;
  /**
   * Orders to be picked up.
   */
  PICKUP?: boolean;
  /**
   * Orders to be delivered.
   */
  DELIVERY?: boolean;
  /**
   * Orders that are paid before they are sent.
   */
  prepaid?: boolean;
  /**
   * Tables with a bill that is paid later.
   */
  postpaid?: boolean;
  /**
   * It tells its listings.
   */
  listings?: boolean;
  /**
   * It pushes changes of availability, listings and tables.
   */
  events?: boolean;
  /**
   * It registers tip recipients.
   */
  tips?: boolean;
}
/**
 * The web shop: its addresses and what there is to try.
 */
export interface MerchantTarget {
  /**
   * May already have a query string.
   */
  basketUrl?: string;
  /**
   * Takes reduced baskets, and lock=true. May already have a query string.
   */
  recalculateUrl?: string;
  /**
   * Takes orders. Real ones are placed.
   */
  orderUrl?: string;
  /**
   * Serves pages of the catalogue. May already have a query string.
   */
  catalogueUrl?: string;
  /**
   * Send a traceparent header (W3C Trace Context) with every call, so that you find it in your own traces. Default: true.
   */
  traceparent?: boolean;
  /**
   * Sent with every call; redacted in every output.
   */
  headers?: {
    [k: string]: string;
  };
  /**
   * Replaces the fifteen delivery option keys.
   *
   * @minItems 1
   */
  deliveryOptionKeys?: [string, ...string[]];
  /**
   * Never exceeded; what it cuts off is not exercised.
   */
  budget?: {
    /**
     * Orders placed in a run; default 200.
     */
    orders?: number;
    /**
     * Calls in a run; default 20000.
     */
    requests?: number;
    /**
     * Calls under way at once; default 4.
     */
    concurrency?: number;
  };
  /**
   * Files beside this one.
   */
  tls?: {
    /**
     * File with the certificates to trust.
     */
    ca?: string;
    /**
     * File with the client certificate.
     */
    cert?: string;
    /**
     * File with its key.
     */
    key?: string;
  };
  signature?: MerchantSignature;
  fixtures?: MerchantFixtures;
}
/**
 * Signs the calls to the merchant, beside its headers (assume/merchant-authentication): template, messageSignatures or module; none of them is the default template. responses: how the merchant signs its answers (assume/response-signatures); a bad one is told, and no violation.
 */
export interface MerchantSignature {
  /**
   * Says who calls.
   */
  apiKey: string;
  /**
   * Signs; best ${FROM_THE_ENVIRONMENT}.
   */
  secret: string;
  template?: SignatureTemplateSettings;
  messageSignatures?: MessageSignatureSettings;
  /**
   * A JavaScript file that exports `scheme`, an object with the functions sign and verify.
   */
  module?: string;
  responses?: SignatureSchemeSettings;
}
/**
 * A signature scheme as data; what is left out is as in the default. Texts hold placeholders in braces, with transforms behind bars: {path|strip:/shop|upper}. A dollar before a brace is written twice: $${apiKey}.
 */
export interface SignatureTemplateSettings {
  /**
   * Headers and what they hold, such as { X-Sign: "v1 {apiKey} {signature}" }.
   */
  headers?: {
    [k: string]: string;
  };
  /**
   * What is signed, in order.
   */
  signedParts?: string[];
  /**
   * What stands between the parts.
   */
  join?: string;
  /**
   * Of the HMAC.
   */
  algorithm?: 'sha1' | 'sha256' | 'sha384' | 'sha512';
  /**
   * Of the signature.
   */
  encoding?: 'hex' | 'base64' | 'base64url';
  /**
   * How the text of the secret becomes key bytes.
   */
  secretEncoding?: 'utf8' | 'hex' | 'base64' | 'base64url';
  /**
   * Epoch seconds, epoch milliseconds, or ISO 8601.
   */
  timestamp?: 's' | 'ms' | 'iso';
  /**
   * How {bodyHash} is made.
   */
  bodyHash?: {
    /**
     * Of the hash.
     */
    algorithm?: 'md5' | 'sha1' | 'sha256' | 'sha512';
    /**
     * Of the hash.
     */
    encoding?: 'hex' | 'base64' | 'base64url';
    /**
     * omit: the parts that hold it are left out of a message without a body.
     */
    whenEmpty?: 'hash' | 'omit';
  };
}
/**
 * RFC 9421 HTTP Message Signatures with hmac-sha256; the key id is the API key.
 */
export interface MessageSignatureSettings {
  /**
   * What is covered, such as @method, @target-uri, content-digest; of a response @status.
   */
  components: string[];
}
/**
 * Exactly one way to sign. Given for responses: the other side signs its answers so, over the bytes it sends.
 */
export interface SignatureSchemeSettings {
  template?: SignatureTemplateSettings;
  messageSignatures?: MessageSignatureSettings;
  /**
   * A JavaScript file that exports `scheme`, an object with the functions sign and verify.
   */
  module?: string;
}
/**
 * What the shop has, for the requirements that need it.
 */
export interface MerchantFixtures {
  /**
   * Basket ids (data-basket) that can be retrieved.
   */
  baskets?: string[];
  /**
   * Variant ids.
   */
  products?: {
    /**
     * Variants that can be ordered.
     */
    inStock?: string[];
    /**
     * Variants of which there is none; unlocks the shortage requirements.
     */
    outOfStock?: string[];
    /**
     * Variants of which there is a known number; unlocks the shortage requirements. Of several, the last is sold out by the run: whether who has locked the last units can order them shows only so.
     */
    limited?: LimitedProduct[];
  };
  /**
   * Codes by what becomes of them.
   */
  discountCodes?: {
    /**
     * Codes that are applied.
     */
    valid?: string[];
    /**
     * Codes that are over.
     */
    EXPIRED?: string[];
    /**
     * Codes that never were.
     */
    INVALID?: string[];
    /**
     * Codes that do not fit the basket.
     */
    NOT_APPLICABLE?: string[];
    /**
     * Codes that were used up.
     */
    USED?: string[];
  };
  /**
   * A pickup point by the key of its delivery option, for a shop that takes orders to points it knows only. Without one it is made up.
   */
  pickupPoints?: {
    [k: string]: string;
  };
}
export interface LimitedProduct {
  /**
   * Of the variant.
   */
  id: string;
  /**
   * How many there are.
   */
  max: number;
}
/**
 * The till, or several.
 */
export interface PosTarget {
  /**
   * The tax id the till activates with; PINs are issued for it.
   */
  merchantTaxId?: string;
  /**
   * A command we start and stop. Once everything else was tried, its process is killed (SIGKILL) and started again, to see what the till keeps.
   */
  command?: string;
  /**
   * A container image we start; testcontainers has to be installed. It is told CONFORMANCE_platformUrl, CONFORMANCE_merchantTaxId and, without triggers.activatePos, CONFORMANCE_pinCode.
   */
  image?: string;
  /**
   * Ports the container listens on. Triggers reach them as {{till.8000}}.
   */
  ports?: number[];
  budget?: {
    /**
     * How many scenarios are tried at once. Default: 12 with a till that is slow, 1 with any other.
     */
    concurrency?: number;
  };
  fixtures?: PosFixtures;
  /**
   * Several tills of one merchant, each certified at a location of its own.
   */
  tills?: NamedTill[];
}
/**
 * What the till has, for the requirements that need it.
 */
export interface PosFixtures {
  /**
   * Table ids, as the QR codes name them.
   */
  tables?: {
    /**
     * With an open bill.
     */
    open?: string[];
    /**
     * Without one.
     */
    empty?: string[];
    /**
     * Closed.
     */
    closed?: string[];
    /**
     * About to be closed.
     */
    closing?: string[];
  };
  /**
   * Ids of kiosks.
   */
  kiosks?: string[];
  /**
   * Listing ids.
   */
  listings?: {
    /**
     * Can be ordered.
     */
    inStock?: string[];
    /**
     * There is none.
     */
    outOfStock?: string[];
    /**
     * There is a known number.
     */
    limited?: LimitedListing[];
    /**
     * No longer sold.
     */
    delisted?: string[];
  };
}
export interface LimitedListing {
  /**
   * Of the listing.
   */
  id: string;
  /**
   * How many there are.
   */
  max: number;
}
export interface NamedTill {
  /**
   * Names its folder of results.
   */
  name: string;
  /**
   * Default: pos.merchantTaxId.
   */
  merchantTaxId?: string;
  /**
   * Default: pos.command.
   */
  command?: string;
  /**
   * Default: pos.image.
   */
  image?: string;
  /**
   * Default: pos.ports.
   */
  ports?: number[];
  fixtures?: PosFixtures;
  capabilities?: PosCapabilities;
  triggers?: Triggers;
}
/**
 * How to make the target act.
 */
export interface Triggers {
  createBasket?: Trigger;
  createShortLivedBasket?: Trigger;
  pushBasketChange?: Trigger;
  changeProduct?: Trigger;
  removeProduct?: Trigger;
  cancelOrder?: Trigger;
  activatePos?: Trigger;
  restartTill?: Trigger;
  testRoundTrip?: Trigger;
  setLocation?: Trigger;
  setOrderType?: Trigger;
  changeListing?: Trigger;
  changeTable?: Trigger;
  putTipRecipient?: Trigger;
  listTipRecipients?: Trigger;
  getTipRecipient?: Trigger;
}
/**
 * Send a request.
 */
export interface HttpActs {
  http: HttpTrigger;
  command?: never;
  manual?: never;
  /**
   * JSON pointer into the response, or into the command's JSON output.
   */
  result?: string;
  /**
   * How long it may take.
   */
  timeout?: string;
}
/**
 * A request to send.
 */
export interface HttpTrigger {
  /**
   * Default: POST, or GET without a body.
   */
  method?: string;
  /**
   * Variables in it are percent-encoded.
   */
  url: string;
  /**
   * Sent as they are; variables are filled in.
   */
  headers?: {
    [k: string]: string;
  };
  body?: unknown;
}
/**
 * Run a command.
 */
export interface CommandActs {
  /**
   * A shell command to run.
   */
  command: string;
  http?: never;
  manual?: never;
  /**
   * JSON pointer into the response, or into the command's JSON output.
   */
  result?: string;
  /**
   * How long it may take.
   */
  timeout?: string;
}
/**
 * Ask a person.
 */
export interface PersonActs {
  /**
   * What to ask a person to do.
   */
  manual: string;
  http?: never;
  command?: never;
  /**
   * JSON pointer into the response, or into the command's JSON output.
   */
  result?: string;
  /**
   * How long it may take.
   */
  timeout?: string;
}
/**
 * The platform a run starts, or the one that is certified.
 */
export interface PlatformSettings {
  /**
   * Address and port of the platform, such as 0.0.0.0:8080; default 127.0.0.1:0, any free port.
   */
  listen?: string;
  /**
   * Address and port of the control API and the console; default 127.0.0.1:0.
   */
  controlListen?: string;
  /**
   * The platform to certify; without it, run platform starts our own mock and certifies that.
   */
  url?: string;
  /**
   * Its control driver: the control API of the mock, or something that serves the same operations.
   */
  controlUrl?: string;
  /**
   * Where the target reaches the platform, when it is not where it listens.
   */
  publicUrl?: string;
  /**
   * Names by which a forwarder (Codespaces, an ingress, nginx) serves the console and the control API: a host, or .example.com for all below it.
   */
  allowedHosts?: string[];
  /**
   * Hosts the engines may call, such as shop.example, *.shop.example or localhost:3000. Default: any while the control API is on loopback, otherwise those of the merchant above.
   */
  shopHosts?: string[];
  /**
   * Paths the specification does not show.
   */
  paths?: {
    /**
     * Where merchants push baskets; default /merchant/v1/baskets/change.
     */
    basketChange?: string;
    /**
     * Where tills report their health; default /merchant/v1/pos/health.
     */
    health?: string;
    /**
     * Where tills push events, with {messageKind} in it; default /merchant/v1/pos/events/{messageKind}.
     */
    events?: string;
  };
  signature?: PlatformSignature;
  /**
   * Lifetimes and intervals.
   */
  timing?: {
    /**
     * How long a PIN works; default 10m.
     */
    pinLifetime?: string;
    /**
     * How often a till reports; default 60s.
     */
    healthInterval?: string;
    /**
     * After what silence it counts as dead; default 180s.
     */
    healthTimeout?: string;
    /**
     * How long a tip link can be confirmed; default 7d.
     */
    tipLinkLifetime?: string;
    /**
     * How far the time of a signature may be off; default 300s.
     */
    clockSkew?: string;
  };
  eventId?: EventIdPlace;
  /**
   * What the specification leaves open about tip recipients (assume/tip-recipient-list-and-put-status).
   */
  tipRecipients?: {
    /**
     * The property that holds the list; an empty text: the answer is the list itself. Default: tipRecipients.
     */
    wrapper?: string;
    /**
     * Of a PUT that succeeds; default 200.
     */
    putStatus?: number;
  };
}
/**
 * How the calls of a till are signed and verified (assume/signature-scheme). Without a scheme of its own: the default template.
 */
export interface PlatformSignature {
  /**
   * warn: a bad signature is told and let pass; off: nobody looks.
   */
  mode?: 'off' | 'warn' | 'enforce';
  template?: SignatureTemplateSettings;
  messageSignatures?: MessageSignatureSettings;
  /**
   * A JavaScript file that exports `scheme`, an object with the functions sign and verify.
   */
  module?: string;
  responses?: SignatureSchemeSettings;
}
/**
 * Where a pushed event carries its message identifier (assume/event-paths); default: the header X-Message-Id.
 */
export interface EventIdPlace {
  header?: string;
  /**
   * Of the body, at its top level.
   */
  field?: string;
}
/**
 * Where the commands of tills wait.
 */
export interface QueueSettings {
  /**
   * embedded: ours. localstack, elasticmq: in a container, for conformance platform. sqs: at AWS, or at endpoint.
   */
  kind?: 'embedded' | 'localstack' | 'elasticmq' | 'sqs';
  /**
   * aws: a receive may return several messages of a group. single: one.
   */
  groupBatching?: 'aws' | 'single';
  /**
   * Of an SQS that is not at AWS.
   */
  endpoint?: string;
  /**
   * Of the SQS queues.
   */
  region?: string;
  /**
   * Best ${FROM_THE_ENVIRONMENT}.
   */
  accessKeyId?: string;
  /**
   * Best ${FROM_THE_ENVIRONMENT}.
   */
  secretAccessKey?: string;
  /**
   * Whether a till's queue credentials may change the visibility of a message (assume/change-visibility); default: no.
   */
  allowChangeVisibility?: boolean;
}
export interface ExpectedFailure {
  /**
   * Of the requirement.
   */
  id: string;
  /**
   * Id of the one cause that may fail, from results.json. Without it every cause of the requirement may.
   */
  cause?: string;
  /**
   * Why it is known, best a ticket.
   */
  reason: string;
  /**
   * The last day it counts.
   */
  expires?: string;
}
/**
 * Many targets that are certified one by one.
 */
export interface Fleet {
  /**
   * @minItems 1
   */
  targets: [FleetTargets, ...FleetTargets[]];
}
export interface FleetTargets {
  /**
   * Configuration file, relative to the fleet file; a pattern such as shops/*.yaml is a target for each file.
   */
  config: string;
  /**
   * Who is certified. Default: merchant.
   */
  suite?: 'merchant' | 'pos';
  /**
   * What is said here wins over the configuration file, key by key.
   */
  overrides?: {};
  /**
   * For the table of the report, such as a team or a region.
   */
  labels?: {
    [k: string]: string;
  };
}
export interface RunStartedLine {
  event: 'run-started';
  at: string;
  suite: 'merchant' | 'pos' | 'platform';
  seed: number;
  effort: 'quick' | 'standard' | 'thorough';
  tool: {
    name: string;
    version: string;
  };
  register: {
    version: string;
    digest: string;
  };
  target: {
    name?: string;
    version?: string;
  };
  command: string[];
  shard?: {
    index: number;
    of: number;
    /**
     * The shard's own exit code where nothing is missing but what other shards run; 4 where it is absent.
     */
    exit?: 0;
  };
  plan: WrittenPlan;
  settling: Settling;
  capabilities?: {
    [k: string]: boolean;
  };
  settings?: {};
  /**
   * What the configuration comes to, without secrets and without what is each machine's own: shards of one run have the same.
   */
  configuration?: string;
  /**
   * The stored plan that is run again, and nothing else.
   */
  replay?: {
    scenario: string;
    property: string;
  };
}
export interface WrittenPlan {
  scenarios: PlannedScenario[];
  omitted: OmittedScenario[];
  notApplicable: LeftOut[];
  filtered?: LeftOut1[];
  missing?: string[];
}
export interface PlannedScenario {
  id: string;
  covers: string[];
  provokes?: string[];
}
export interface OmittedScenario {
  id: string;
  covers: string[];
  provokes?: string[];
  reason: string;
  unlock?: string;
}
export interface LeftOut {
  requirement: string;
  reason: string;
}
export interface LeftOut1 {
  requirement: string;
  reason: string;
}
export interface Settling {
  severity: {
    [k: string]: 'must' | 'should';
  };
  expectedFailures: KnownFailure[];
  tolerate: string[];
  assumptions: {};
  /**
   * The version of the register whose rows count.
   */
  scoredBy?: string;
}
export interface KnownFailure {
  id: string;
  cause?: string;
  reason: string;
  expires?: string;
}
export interface ScenarioStartedLine {
  event: 'scenario-started';
  scenario: string;
  at: string;
}
export interface ExchangeLine {
  event: 'exchange';
  exchange: Exchange;
}
export interface CheckLine {
  event: 'check';
  scenario: string;
  requirement: string;
  by: 'schema' | 'scenario' | 'law';
  outcome: OutcomeLine;
  count?: number;
}
export interface PassedLine {
  status: 'passed';
}
export interface FailedLine {
  status: 'failed';
  message: string;
  expected: string;
  actual: string;
  pointer?: string;
  exchanges?: number[];
  /**
   * Id of the kind of mistake. Journals before 0.2 have a text.
   */
  cause?: string;
  replay?: StoredPlan;
}
export interface StoredPlan {
  scenario: string;
  property: string;
  plan?: unknown;
  seed: number;
  path?: string;
  runs?: number;
  shrinks?: number;
}
export interface WarnedLine {
  status: 'warned';
  message: string;
  expected: string;
  actual: string;
  pointer?: string;
  exchanges?: number[];
  /**
   * Id of the kind of mistake. Journals before 0.2 have a text.
   */
  cause?: string;
  replay?: StoredPlan1;
}
export interface StoredPlan1 {
  scenario: string;
  property: string;
  plan?: unknown;
  seed: number;
  path?: string;
  runs?: number;
  shrinks?: number;
}
export interface NotExercisedLine {
  status: 'not-exercised';
  reason: string;
  unlock?: string;
  /**
   * What it takes is configured and used up: no pass of anything else stands for it.
   */
  usedUp?: true;
}
export interface ObservedLine {
  event: 'observed';
  assumption: string;
  observation: string;
}
export interface UnexpectedLine {
  event: 'unexpected';
  what: string;
  exchange?: number;
}
export interface AttemptedLine {
  event: 'attempted';
  scenario: string;
  property: string;
  made: number;
  planned: number;
  /**
   * So many levels of a covering plan came together in `made` of the `planned` ways there are.
   */
  levels?: number;
}
export interface UsedUpLine {
  event: 'used-up';
  /**
   * What the target has less of now, and what to do before the next run.
   */
  what: string;
}
export interface ReplayedLine {
  event: 'replayed';
  scenario: string;
  property: string;
  /**
   * unmet: what the plan presupposes was not there, so it was not tried.
   */
  came: 'held' | 'failed' | 'unmet';
  reason?: string;
}
export interface ScenarioFinishedLine {
  event: 'scenario-finished';
  scenario: string;
  status: 'done' | 'broken';
  durationMs: number;
  reason?: string;
}
export interface RunFinishedLine {
  event: 'run-finished';
  at: string;
  /**
   * interrupted: Ctrl-C. not-judged: the doctor said no. broken: a bug of ours. died: the target does nothing any more.
   */
  ended: 'completed' | 'interrupted' | 'not-judged' | 'broken' | 'died';
  reason?: string;
}
/**
 * A request and its response, as a proxy mirrors them to conformance watch --mirror: one to a line, sent when the response is complete.
 */
export interface MirroredPair {
  /**
   * When the request came, within the last day: a date-time, or seconds since 1970. Absent: when the pair arrived, less its duration.
   */
  at?: string | number;
  /**
   * Until the response was complete.
   */
  durationMs?: number;
  request: MirroredRequest;
  response: MirroredResponse;
}
export interface MirroredRequest {
  method: string;
  /**
   * The whole address.
   */
  url: string;
  headers?: MirroredHeaders;
  /**
   * Absent where it was not kept, empty where there was none.
   */
  body?: string;
  encoding?: MirroredEncoding;
}
export interface MirroredHeaders {
  [k: string]: string | string[];
}
/**
 * A call without one is no pair: nobody can tell from it who did not answer.
 */
export interface MirroredResponse {
  status: number;
  headers?: MirroredHeaders;
  /**
   * Absent where it was not kept, empty where there was none.
   */
  body?: string;
  encoding?: MirroredEncoding;
}

/** Every JSON Schema file by the name of its shape, and the folder it lies in. */
export const shapeFolders = {
  'certify-answer': 'answers',
  'comparison-answer': 'answers',
  'doctor-answer': 'answers',
  'error-answer': 'answers',
  'explain-answer': 'answers',
  'fleet-report-answer': 'answers',
  'list-answer': 'answers',
  'run-answer': 'answers',
  'run-event': 'answers',
  'validate-answer': 'answers',
  'verify-answer': 'answers',
  'accepted-item': 'wire',
  'activate-pos': 'wire',
  address: 'wire',
  basket: 'wire',
  'bill-item-selector': 'wire',
  'bill-line': 'wire',
  'bill-payment-completed': 'wire',
  'bill-payment-failed': 'wire',
  'bill-payment-result': 'wire',
  'bill-preparation-requested': 'wire',
  'bill-preparation-result': 'wire',
  bill: 'wire',
  'catalogue-page': 'wire',
  'delivery-details': 'wire',
  'delivery-option-key': 'wire',
  'link-tip-recipient-response': 'wire',
  'menu-checkpoint': 'wire',
  'order-confirmation': 'wire',
  'order-context': 'wire',
  'order-item': 'wire',
  'order-placement': 'wire',
  'order-submission-requested': 'wire',
  'order-submission-result': 'wire',
  payment: 'wire',
  'pickup-details': 'wire',
  'pos-activation-response': 'wire',
  'pos-billing-details': 'wire',
  'pos-delivery-details': 'wire',
  'pos-location-availability-changed': 'wire',
  'pos-order-type-availability-changed': 'wire',
  'product-listing': 'wire',
  'product-listings-sync-requested': 'wire',
  'product-listings-synced': 'wire',
  'product-listings-updated': 'wire',
  'put-tip-recipient-request': 'wire',
  'queue-envelope': 'wire',
  receipt: 'wire',
  'reduced-basket': 'wire',
  'rejected-item': 'wire',
  'report-pos-health': 'wire',
  'table-diff': 'wire',
  'table-line': 'wire',
  'table-order-snapshot-changed': 'wire',
  'table-order-snapshot-requested': 'wire',
  'table-order-snapshot-resolution-result': 'wire',
  'table-order-snapshot': 'wire',
  'table-payment': 'wire',
  'table-session-context': 'wire',
  'test-call-response': 'wire',
  'test-callback': 'wire',
  test: 'wire',
  'tip-recipient-list': 'wire',
  'tip-recipient': 'wire',
  totals: 'wire',
  'certificate-envelope': 'run',
  'certificate-statement': 'run',
  certificate: 'run',
  config: 'run',
  exchange: 'run',
  fleet: 'run',
  'journal-line': 'run',
  'mirrored-pair': 'run',
  result: 'run',
} as const;

/** What commands answer with --json, by the names of their shapes. */
export interface AnswerShapes {
  'certify-answer': CertifyAnswer;
  'comparison-answer': ComparisonAnswer;
  'doctor-answer': DoctorAnswer;
  'error-answer': ErrorAnswer;
  'explain-answer': ExplainAnswer;
  'fleet-report-answer': FleetReportAnswer;
  'list-answer': ListAnswer;
  'run-answer': RunAnswer;
  'run-event': RunEvent;
  'validate-answer': ValidateAnswer;
  'verify-answer': VerifyAnswer;
}
