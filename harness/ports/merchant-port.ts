import type { MerchantSignature } from '#mocks/platform';
import type { Clock } from '#mocks/time';
import { type AssumptionId, type MerchantTarget, type ReducedBasket, requirement } from '#schemas';
import type { Answer, CallOptions, MerchantPort } from '#scenarios';
import { type Outbound, type OutboundRequest, type Reply, timeoutCode } from '../client/outbound.ts';
import type { Recorder } from '../exchanges/recorder.ts';
import { responseSignatureProblem, signatureHeaders } from '../client/signed-call.ts';
import { type Judge, type Judgement, judgeExchange, type MerchantCall, merchantCalls } from '../verdicts/schema.ts';
import { withQuery } from './address.ts';
import { cutOff, toAnswer } from './reply-answer.ts';
import type { BasketLifetimes } from './basket-lifetimes.ts';
import type { Budget } from './budget.ts';
import type { CatalogueLedger } from './catalogue-ledger.ts';
import type { OrderLedger } from './order-ledger.ts';
import { patienceMs, retryAfterMs } from './rate-limit.ts';

/** What all scenarios' calls share. */
export interface MerchantLine {
  readonly target: MerchantTarget;
  readonly outbound: Outbound;
  readonly recorder: Recorder;
  readonly budget: Budget;
  readonly lifetimes: BasketLifetimes;
  readonly orders: OrderLedger;
  readonly listed: CatalogueLedger;
  readonly slots: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly judge: Judge;
  /** Throws when a message of ours is not what the specification says the platform sends. */
  readonly assertOurs: (call: 'recalculation' | 'lock' | 'order', body: unknown) => void;
  /** Signs the calls, and tells about the signatures of responses; undefined: neither is configured. */
  readonly signature: MerchantSignature | undefined;
}

/** What a call tells the scenario's world. */
export interface CallEars {
  readonly scenario: string;
  readonly report: (judgement: Judgement) => void;
  readonly observe: (assumption: AssumptionId, observation: string) => void;
  readonly progress: (text: string) => void;
  readonly retrieved: (basketId: string) => void;
}

interface Call {
  readonly call: MerchantCall;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: unknown;
  /** The basket it is about, but for an order: that one has a time of its own. */
  readonly basketId?: string;
}

/** Orders are judged by 8 s, but how late an answer is says more than that it is late. */
const timeoutMs: Readonly<Record<MerchantCall, number>> = {
  retrieval: 30_000,
  recalculation: 30_000,
  lock: 30_000,
  order: 20_000,
  catalogue: 30_000,
};
/** assume/response-times */
const slowMs = 8000;

export const createMerchantPort = (line: MerchantLine, ears: CallEars): MerchantPort => {
  const { target } = line;
  const make = async (call: Call, options: CallOptions = {}): Promise<Answer> => {
    const request = toRequest(line, call, options);
    const unsent = ({ reason, unlock }: { readonly reason: string; readonly unlock: string }): Answer => {
      const requirement = options.chargeTo ?? merchantCalls[call.call];
      if (options.expect !== 'any') ears.report({ requirement, outcome: { status: 'not-exercised', reason, unlock } });
      return { kind: 'unsent', reason, unlock };
    };
    const patience = { left: patienceMs };
    for (;;) {
      const over = line.budget.spend({ order: call.call === 'order' });
      if (over !== undefined) return unsent(over);
      const attempt = await line.slots(async () => await attemptCall(line, ears, call, request, options));
      if (attempt.waitMs === undefined)
        return attempt.answer.kind === 'unsent' ? unsent(attempt.answer) : attempt.answer;
      if (attempt.waitMs > patience.left) return unsent(rateLimited);
      patience.left -= attempt.waitMs;
      ears.progress(`the target limits the rate of requests; waiting ${Math.ceil(attempt.waitMs / 1000)} s`);
      await line.clock.sleep(attempt.waitMs, line.signal);
    }
  };
  const post = (call: 'recalculation' | 'lock' | 'order', url: string, body: unknown, options?: CallOptions) => {
    if (options?.expect !== 'any') line.assertOurs(call, body);
    const basketId = call === 'order' ? undefined : (body as ReducedBasket).id;
    return make({ call, method: 'POST', url, body, ...(basketId !== undefined && { basketId }) }, options);
  };
  return {
    async retrieve(basketId, options) {
      const url = withQuery(urlOf(target, 'basketUrl'), { basketId });
      const answer = await make({ call: 'retrieval', method: 'GET', url, basketId }, options);
      // The merchant may know the basket by the id of its code or by the one of its answer, and push under either.
      if (answer.kind === 'answered') ears.retrieved(basketId);
      return answer;
    },
    recalculate: (request, options) => post('recalculation', urlOf(target, 'recalculateUrl'), request, options),
    lock: (request, options) =>
      post('lock', withQuery(urlOf(target, 'recalculateUrl'), { lock: 'true' }), request, options),
    order: async (request, options) => {
      const answer = await post('order', urlOf(target, 'orderUrl'), request, options);
      const shared =
        answer.kind === 'answered' ? line.orders.note(request.oaOrderId, answer.body, answer.exchange) : undefined;
      if (shared) ears.report({ requirement: 'order/distinct-orders', outcome: shared });
      return answer;
    },
    catalogue: async ({ checkpoint, limit }, options) => {
      const url = withQuery(urlOf(target, 'catalogueUrl'), { checkpoint, limit: String(limit) });
      const answer = await make({ call: 'catalogue', method: 'GET', url }, options);
      const unbumped = answer.kind === 'answered' ? line.listed.note(answer.body, answer.exchange) : undefined;
      if (unbumped) ears.report({ requirement: 'catalogue/change-bumps-updated-at', outcome: unbumped });
      return answer;
    },
  };
};

const rateLimited = {
  kind: 'unsent',
  reason: 'the target limits the rate of requests',
  unlock: 'merchant.budget',
} as const;

const urlOf = (target: MerchantTarget, key: 'basketUrl' | 'recalculateUrl' | 'orderUrl' | 'catalogueUrl'): string => {
  const url = target[key];
  if (url === undefined) throw new Error(`a scenario without the need merchant.${key} used it`);
  return url;
};

const toRequest = (line: MerchantLine, call: Call, options: CallOptions): OutboundRequest => {
  return {
    method: call.method,
    url: call.url,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...lowerCased(line.target.headers ?? {}),
    },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    timeoutMs: timeoutMs[call.call],
    ...(options.hangUpAfterMs !== undefined && { hangUpAfterMs: options.hangUpAfterMs }),
    ...(options.hangUpOnHead !== undefined && { hangUpOnHead: options.hangUpOnHead }),
  };
};

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const attemptCall = async (
  line: MerchantLine,
  ears: CallEars,
  { call, basketId }: Call,
  unsigned: OutboundRequest,
  options: CallOptions,
): Promise<{ readonly answer: Answer; readonly waitMs?: number }> => {
  const { recorder, signature } = line;
  const headers = signature && (await signatureHeaders(unsigned, signature));
  const request = { ...unsigned, headers: { ...unsigned.headers, ...headers } };
  const n = recorder.number();
  const reply = await line.outbound(request);
  recorder.record({
    n,
    scenario: ears.scenario,
    at: reply.startedAt,
    durationMs: reply.durationMs,
    sender: 'harness',
    operation: call,
    request,
    ...(reply.head !== undefined && { response: { ...reply.head, body: reply.bytes } }),
    ...(reply.failure !== undefined && { failure: reply.failure }),
  });
  await noteSignature(line, ears, request, { call, reply });
  if (reply.failure?.blame === 'proxy')
    return { answer: { kind: 'unsent', reason: reply.failure.message, unlock: 'HTTPS_PROXY' } };
  const wished = options.hangUpAfterMs !== undefined || options.hangUpOnHead === true;
  const hungUp = wished && reply.failure?.blame !== 'target';
  const waitMs = hungUp ? undefined : retryAfterMs(reply.head, line.clock.now());
  if (waitMs !== undefined) return { answer: rateLimited, waitMs };

  const read = hungUp ? cutOff(reply, n) : toAnswer(reply, n);
  const ended = basketId === undefined ? undefined : line.lifetimes.endOf(basketId, reply.startedAt);
  if (ended !== undefined && read.kind === 'refused' && read.status < 500)
    return { answer: { kind: 'unsent', reason: expired(basketId ?? '', ended), unlock: 'triggers.createBasket' } };
  const judgements = judgeExchange(
    {
      call,
      answer: read,
      options,
      contentType: reply.head?.headers['content-type'],
      startsWithMark: startsWithMark(reply.bytes),
      hungUp,
      timedOut: reply.failure?.code === timeoutCode,
    },
    line.judge,
  );
  for (const judgement of judgements) ears.report(judgement);
  const answer = read.kind === 'answered' ? { ...read, valid: judgements.every(isHarmless) } : read;
  note(ears, call, answer);
  if (basketId !== undefined && answer.kind === 'answered') line.lifetimes.note(basketId, answer.body);
  return { answer };
};

const expired = (basketId: string, at: string): string =>
  `basket ${JSON.stringify(basketId)} expired at ${at}, so that it was refused says nothing`;

/** A recommendation not followed, or a finding about the envelope, leaves the body itself valid. */
const isHarmless = ({ requirement: id, outcome }: Judgement): boolean =>
  outcome.status !== 'failed' || requirement(id).level === 'should' || id === 'order/answers-in-8-seconds';

/** U+FEFF in UTF-8. */
const startsWithMark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** The specification says nothing of signed responses, so that a bad signature is told and never charged. */
const noteSignature = async (
  { signature }: MerchantLine,
  { observe }: CallEars,
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

/** Points the specification leaves open, as this target fills them. */
const note = (ears: CallEars, call: MerchantCall, answer: Answer): void => {
  if (answer.kind !== 'answered') return;
  if (call === 'order') ears.observe('assume/order-success-status', String(answer.status));
  else if (call !== 'catalogue' && answer.durationMs > slowMs)
    ears.observe('assume/response-times', `${call} took longer than 8 s`);
  if (call === 'retrieval') {
    const id = (answer.body as { id?: unknown } | null)?.id;
    if (typeof id === 'string') ears.retrieved(id);
    const currency = (answer.body as { price?: { currency?: unknown } | null } | null)?.price?.currency;
    if (typeof currency === 'string') ears.observe('assume/currency-format', currency);
  }
};
