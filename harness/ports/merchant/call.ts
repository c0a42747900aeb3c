import type { MerchantSignature } from '#mocks/platform';
import type { Clock } from '#mocks/time';
import {
  type AssumptionId,
  type Judgement,
  type MerchantCall,
  merchantCall,
  type MerchantTarget,
  requirement,
  type ShapeSettings,
} from '#schemas';
import type { Answer, CallOptions } from '#scenarios';
import {
  type AnswerRead,
  type Exchange,
  isPartlyKept,
  judgeExchange,
  noBody,
  readAnswer,
  timeoutCode,
  toBody,
  withQuery,
} from '#traffic';
import { callHeaders } from '../../client/call-headers.ts';
import type { Outbound, OutboundRequest, Reply } from '../../client/outbound.ts';
import type { Recorder } from '../recorder.ts';
import { responseSignatureProblem, signatureHeaders } from '../../client/signed-call.ts';
import type { Company } from './company.ts';
import type { BasketLifetimes } from './basket-lifetimes.ts';
import type { Budget } from './budget.ts';
import type { Turns } from './call-slots.ts';
import type { JudgingOrder } from './judging-order.ts';
import type { KnownEans } from './known-eans.ts';
import type { LawFeeder } from '../law-feeder.ts';
import type { MadeBaskets } from './made-baskets.ts';
import { retryAfterMs } from './rate-limit.ts';

/** What all scenarios' calls share. */
export interface MerchantClient {
  readonly target: MerchantTarget;
  readonly outbound: Outbound;
  readonly recorder: Recorder;
  readonly budget: Budget;
  readonly lifetimes: BasketLifetimes;
  readonly eans: KnownEans;
  readonly made: MadeBaskets;
  readonly laws: LawFeeder<Exchange>;
  readonly judging: JudgingOrder;
  /** The calls that have not come to their end. */
  readonly underWay: Set<number>;
  readonly company: Company;
  /** Who made a call, for what is told of it later. */
  readonly called: (exchange: number, scenario: string) => void;
  readonly turns: Turns;
  /** Those of one scenario among others. */
  readonly lane: () => Turns;
  /** For whom time presses. */
  readonly turnsAhead: Turns;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly shapes: ShapeSettings;
  /** Throws when a message of ours is not what the specification says the platform sends. */
  readonly assertOurs: (call: 'recalculation' | 'lock' | 'order', body: unknown) => void;
  /** Signs the calls, and tells about the signatures of responses; undefined: neither is configured. */
  readonly signature: MerchantSignature | undefined;
  /** The next call's `traceparent`; undefined where none is wanted. */
  readonly trace: (() => string) | undefined;
}

export interface CallObserver {
  readonly scenario: string;
  readonly report: (judgement: Judgement, by?: 'law') => void;
  readonly observe: (assumption: AssumptionId, observation: string) => void;
  readonly progress: (text: string) => void;
  readonly retrieved: (basketId: string) => void;
}

export interface Call {
  readonly call: MerchantCall;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** The basket it is about, but for an order: that one has a time of its own. */
  readonly basketId?: string;
}

/** Orders are judged by 8 s, but how late an answer is says more than that it is late. */
const timeoutMs = (call: MerchantCall): number => (merchantCall(call).withinMs === undefined ? 30_000 : 20_000);
/** Once, alone, before anybody is told that it does not answer. */
export const patienceTimes = 3;

export const rateLimited = {
  kind: 'unsent',
  reason: 'the shop limits the rate of requests',
  unlock: 'merchant.budget',
} as const;

export const unknownAddress = (address: string) =>
  ({ kind: 'unsent', reason: `merchant.${address} is not configured`, unlock: `merchant.${address}` }) as const;

export const toRequest = (
  client: MerchantClient,
  call: Call & { readonly url: string },
  options: CallOptions,
): OutboundRequest => {
  const { method, marked } = merchantCall(call.call);
  return {
    method,
    url: withQuery(call.url, { ...marked, ...call.query }),
    headers: callHeaders(client.target.headers, { hasBody: call.body !== undefined }),
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    timeoutMs: timeoutMs(call.call),
    ...(options.hangUpAfterMs !== undefined && { hangUpAfterMs: options.hangUpAfterMs }),
    ...(options.hangUpOnHead !== undefined && { hangUpOnHead: options.hangUpOnHead }),
  };
};

export const attemptCall = async (
  client: MerchantClient,
  observer: CallObserver,
  { call, basketId }: Call,
  asked: OutboundRequest,
  options: CallOptions,
): Promise<{ readonly answer: Answer; readonly waitMs?: number; readonly isCut?: boolean }> => {
  const { recorder, signature, trace } = client;
  // Before it is signed, for a scheme that signs all headers; one that is configured stays.
  const unsigned = trace ? { ...asked, headers: { traceparent: trace(), ...asked.headers } } : asked;
  const headers = signature && (await signatureHeaders(unsigned, signature));
  const request = { ...unsigned, headers: { ...unsigned.headers, ...headers } };
  const n = recorder.number();
  const beside = [...client.underWay];
  const made = call === 'retrieval' && basketId !== undefined ? client.made.of(basketId) : undefined;
  client.underWay.add(n);
  client.called(n, observer.scenario);
  const isQuiet = call === 'order' && client.company.isInDoubt();
  const [reply, wasAlone] = await client.company.call(
    async () => await client.outbound(request),
    ({ head }) => head !== undefined,
  );
  client.underWay.delete(n);
  const exchange = { ...toExchange(n, call, request, reply), facts: { beside, ...(made && { made }) } };
  const { durationMs } = reply;
  // An answer that had come whole before we would have hung up is one like any other.
  const hungUp = reply.failure?.blame === 'ours' ? reply.failure : undefined;
  const seen = { exchange: n, durationMs };
  const read: Read = hungUp
    ? { kind: 'silent', reason: hungUp.message, ...seen }
    : toAnswer(readAnswer(exchange), seen);
  const { onRead } = options;
  await client.judging.turn(read.kind === 'answered' && onRead !== undefined ? () => onRead(read.body) : undefined);
  recorder.record({ ...exchange, scenario: observer.scenario, durationMs, operation: call });
  await noteSignature(client, observer, request, { call, reply });
  if (reply.failure?.blame === 'proxy')
    return { answer: { kind: 'unsent', reason: reply.failure.message, unlock: 'NO_PROXY' } };
  const waitMs = hungUp ? undefined : retryAfterMs(reply.head, client.clock.now());
  if (waitMs !== undefined) return { answer: rateLimited, waitMs };

  const ended = basketId === undefined ? undefined : client.lifetimes.endOf(basketId, reply.startedAt);
  if (ended !== undefined && read.kind === 'refused' && read.status < 500)
    return { answer: { kind: 'unsent', reason: expired(basketId ?? '', ended), unlock: 'triggers.createBasket' } };
  // No limit is stated for anything but orders.
  const isCut = reply.failure?.code === timeoutCode && call !== 'order';
  if (isCut && unsigned.timeoutMs === timeoutMs(call) && client.company.hasPatience()) return { answer: read, isCut };
  if (isCut) client.company.lostPatience();
  const judgements = hungUp ? [] : judgeExchange(exchange, client.shapes, options);
  for (const judgement of judgements) {
    const counts = client.company.judged(judgement, { ...seen, wasAlone, isQuiet });
    if (counts) observer.report(counts);
  }
  client.laws.see(exchange, (judgement) => observer.report(judgement, 'law'));
  if (read.kind === 'unreadable' && exchange.response !== undefined && isPartlyKept(exchange.response.body))
    return {
      answer: { kind: 'unsent', reason: `an answer could be read only in part: ${read.reason}`, unlock: 'tolerate' },
    };
  const answer = read.kind === 'answered' ? { ...read, valid: judgements.every(isHarmless) } : read;
  if (basketId !== undefined && answer.kind === 'answered') client.lifetimes.note(basketId, answer.body);
  return { answer };
};

type Read = Exclude<Answer, { kind: 'unsent' }>;

const toAnswer = (read: AnswerRead, seen: { readonly exchange: number; readonly durationMs: number }): Read =>
  read.kind === 'answered' ? { ...read, valid: true, ...seen } : { ...read, ...seen };

const toExchange = (n: number, call: MerchantCall, request: OutboundRequest, reply: Reply): Exchange => {
  const { head, bytes, tooLarge, failure, startedAt, durationMs } = reply;
  const { method, url, headers, body } = request;
  return {
    n,
    at: startedAt,
    answeredAt: startedAt + durationMs,
    sender: 'harness',
    call: { name: call, party: 'merchant' },
    request: { method, url, headers, body: body === undefined ? noBody : toBody(Buffer.from(body)) },
    ...(head !== undefined && {
      response: { ...head, body: toBody(bytes, { encoding: head.headers['content-encoding'], truncated: tooLarge }) },
    }),
    ...(failure !== undefined && { failure }),
    facts: {},
  };
};

const expired = (basketId: string, at: string): string =>
  `basket ${JSON.stringify(basketId)} expired at ${at}, so its refusal proves nothing`;

/** A recommendation not followed, or a finding about the envelope, leaves the body itself valid. */
const isHarmless = ({ requirement: id, outcome }: Judgement): boolean =>
  outcome.status !== 'failed' || requirement(id).level === 'should' || id === 'order/answers-in-8-seconds';

/** The specification says nothing of signed responses, so that a bad signature is told and never charged. */
const noteSignature = async (
  { signature }: MerchantClient,
  { observe }: CallObserver,
  request: OutboundRequest,
  { call, reply }: { readonly call: MerchantCall; readonly reply: Reply },
): Promise<void> => {
  if (signature?.problemOf === undefined || reply.head === undefined) return;
  const problem = await responseSignatureProblem(request, reply, signature);
  observe(
    'assume/response-signatures',
    problem === undefined ? `${call}: signed as configured` : `${call} answered ${reply.head.status}: ${problem}`,
  );
};
