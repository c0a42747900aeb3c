import {
  causeId,
  type CheckOutcome,
  judge,
  type Judgement,
  merchantCall,
  type MerchantCall,
  merchantCallNames,
  operationOf,
  requirement,
  type RequirementId,
  type ShapeSettings,
  warned,
} from '#schemas';
import { type AnswerRead, isPartlyKept, readAnswer, timeoutCode } from './answer.ts';
import { beginning, endsEarly } from '../body/read-json.ts';
import type { Exchange } from '../exchange.ts';
import { headerOf, isJsonMediaType } from '../headers.ts';
import { isObject, type JsonObject } from '../json.ts';

/** What was asked for. Whoever only watches cannot know, and expects `any`. */
export interface Expectation {
  /** `success` (default): anything but a 2xx JSON object is charged to the call's own requirement. */
  readonly expect?: 'success' | 'any' | undefined;
  /** What a refusal is charged to instead of the call's own requirement. */
  readonly chargeTo?: RequirementId | undefined;
}

/** Whether this requirement is judged on every exchange, whatever caused it. */
export const isJudgedOnExchanges = (id: RequirementId): boolean =>
  Object.values(timeLimits).includes(id) || requirement(id).how.includes('schema');

/** What one exchange says about the requirements that hold for every exchange. */
export const judgeExchange = (
  exchange: Exchange,
  settings: ShapeSettings = {},
  expectation: Expectation = {},
): readonly Judgement[] => {
  const { n, sender, call, failure } = exchange;
  if (sender === 'target') return judgeRequest(exchange, settings).map((judgement) => withExchange(judgement, n));
  if (!isMerchantCall(call.name) || failure?.blame === 'ours' || failure?.blame === 'proxy') return [];
  return judgeAnswer(exchange, call.name, settings, expectation).map((judgement) => withExchange(judgement, n));
};

/** Limits: what owns a call's being answered in the time its row names. */
const timeLimits: Readonly<Partial<Record<MerchantCall, RequirementId>>> = { order: 'order/answers-in-8-seconds' };

const isMerchantCall = (name: string): name is MerchantCall => (merchantCallNames as readonly string[]).includes(name);

const withExchange = (judgement: Judgement, n: number): Judgement =>
  'message' in judgement.outcome ? { ...judgement, outcome: { ...judgement.outcome, exchanges: [n] } } : judgement;

/** The target wrote it, so the target answers for it. */
const judgeRequest = ({ call, request: { body } }: Exchange, settings: ShapeSettings): readonly Judgement[] => {
  const operation = operationOf(call.name, call.messageKind);
  if (operation === undefined || isPartlyKept(body)) return [];
  const { json } = body;
  // What is no object at all is charged to the requirement that owns the whole body.
  const charge = (outcome: CheckOutcome): readonly Judgement[] =>
    judge(operation, undefined).map(({ requirement: id }) => ({ requirement: id, outcome }));
  if (json.ok)
    return [
      ...namingEnvelope(judge(operation, json.value, settings), call.name === 'basketChange' ? json.value : undefined),
      ...(body.hasMark ? charge(markIn(`The body of ${operation} is JSON`)) : []),
    ];
  return charge({
    status: 'failed',
    message: `The body of ${operation} cannot be read: ${json.reason}.`,
    expected: 'a JSON object',
    actual: json.reason,
    cause: 'unreadable',
  });
};

const judgeAnswer = (
  exchange: Exchange,
  call: MerchantCall,
  settings: ShapeSettings,
  { expect, chargeTo }: Expectation,
): readonly Judgement[] => {
  const { response } = exchange;
  const answer = readAnswer(exchange);
  const late = promptness(exchange, call, answer);
  if (response !== undefined && answer.kind === 'unreadable' && isPartlyKept(response.body)) return late;
  if (response !== undefined && answer.kind === 'answered') {
    // Also where a refusal is allowed: a 2xx with something else than an object is no refusal.
    const { owner } = merchantCall(call).judged;
    const operation = operationOf(call);
    return [
      ...(operation === undefined ? [] : judge(operation, answer.body, settings)),
      contentType(headerOf(response.headers, 'content-type')),
      ...(response.body.hasMark
        ? [{ requirement: owner, outcome: markIn(`${merchantCall(call).noun} is answered with JSON`) }]
        : []),
      ...late,
    ];
  }
  if (answer.kind === 'answered' || (expect === 'any' && !isWrittenWrong(exchange, answer))) return late;
  const { judged } = merchantCall(call);
  return [{ requirement: chargeTo ?? judged.owner, outcome: unanswered(call, answer) }, ...late];
};

/** A 2xx whose whole body is no JSON is no refusal either; what ends early may have been cut on its way. */
const isWrittenWrong = ({ failure }: Exchange, answer: AnswerRead): boolean =>
  answer.kind === 'unreadable' && failure === undefined && !endsEarly(answer.reason);

/**
 * RFC 8259 8.1: who sends JSON over a network must not begin it with a byte order mark, and who reads it may ignore one.
 * The specification only says JSON, so this warns.
 */
const markIn = (what: string): CheckOutcome =>
  warned(
    {
      message: `${what} that begins with a byte order mark, which many readers refuse: leave it out.`,
      expected: 'a body that begins with {',
      actual: 'a body that begins with the bytes EF BB BF',
    },
    'whoever reads JSON may ignore one',
  );

const contentType = (type: string | undefined): Judgement => ({
  requirement: 'http/json-content-type',
  outcome:
    type !== undefined && isJsonMediaType(type)
      ? { status: 'passed' }
      : {
          status: 'failed',
          message: 'A JSON answer does not say that it is JSON: set its Content-Type.',
          expected: 'Content-Type: application/json (or another +json type)',
          actual: type === undefined ? 'no Content-Type' : `Content-Type: ${type}`,
        },
});

type Unanswered = Exclude<AnswerRead, { kind: 'answered' }>;

const unanswered = (call: MerchantCall, answer: Unanswered): CheckOutcome => {
  const { noun, awaited } = merchantCall(call);
  const { message, actual, cause } = describe(answer);
  return {
    status: 'failed',
    message: `${noun} ${message}.`,
    expected: `a 2xx answer with ${awaited} as JSON`,
    actual,
    cause,
  };
};

const describe = (answer: Unanswered): { message: string; actual: string; cause: string } => {
  switch (answer.kind) {
    case 'refused': {
      const text = beginning(answer.text, 160);
      const actual = `${answer.status}${text === '' ? ' with an empty body' : `: ${text}`}`;
      return { message: `was refused with status ${answer.status}`, actual, cause: `status ${answer.status}` };
    }
    case 'unreadable':
      return {
        message: `was answered with ${answer.status}, but ${answer.reason}`,
        actual: `${answer.status}: ${answer.reason}`,
        cause: causeId({ message: answer.reason }),
      };
    case 'silent':
      return {
        message: `was not answered: ${answer.reason}`,
        actual: answer.reason,
        cause: causeId({ message: answer.reason }),
      };
    default:
      return answer satisfies never;
  }
};

/** A late answer of any kind fails; only a confirmation in time passes, since a quick refusal proves nothing. */
const promptness = (
  { at, answeredAt, failure }: Exchange,
  call: MerchantCall,
  answer: AnswerRead,
): readonly Judgement[] => {
  const [id, { withinMs }] = [timeLimits[call], merchantCall(call)];
  if (id === undefined || withinMs === undefined) return [];
  const durationMs = answeredAt - at;
  const timedOut = failure?.code === timeoutCode;
  if (!timedOut && (answer.kind === 'silent' || durationMs <= withinMs))
    return answer.kind === 'answered' ? [{ requirement: id, outcome: { status: 'passed' } }] : [];
  const { noun } = merchantCall(call);
  const limit = `${withinMs / 1000} seconds`;
  const [took, wentOn] = [`${(durationMs / 1000).toFixed(1)} s`, durationMs > 1.5 * withinMs];
  const outcome: CheckOutcome = {
    status: 'failed',
    message: timedOut
      ? `${noun} was not answered within ${limit}${wentOn ? ', nor while we went on waiting' : ''}.`
      : `${noun} was answered after more than ${limit}.`,
    expected: `an answer within ${limit}`,
    actual: timedOut ? `no answer within ${took}` : `an answer after ${took}`,
    cause: 'late',
  };
  return [{ requirement: id, outcome }];
};

/** What every basket has, by which one is known that stands somewhere else. */
const basketMembers = ['id', 'price', 'products'] as const;

const isBasket = (value: unknown): value is JsonObject =>
  isObject(value) && basketMembers.every((name) => value[name] !== undefined);

/** Endpoints › Platform-hosted: the body is the basket. The member of the body that holds one instead. */
const envelopeOf = (body: unknown): string | undefined =>
  isObject(body) && basketMembers.every((name) => body[name] === undefined)
    ? Object.entries(body).find(([, value]) => isBasket(value))?.[0]
    : undefined;

/** Says with everything that is missing at the top of a body where the basket is. */
export const namingEnvelope = (judgements: readonly Judgement[], body: unknown): readonly Judgement[] => {
  const name = envelopeOf(body);
  if (name === undefined) return judgements;
  const where = ` The basket stands in its member ${JSON.stringify(name)}: send the basket itself as the body.`;
  return judgements.map((one) =>
    one.outcome.status === 'failed' && !(one.outcome.pointer ?? '').slice(1).includes('/')
      ? { ...one, outcome: { ...one.outcome, message: `${one.outcome.message}${where}` } }
      : one,
  );
};
