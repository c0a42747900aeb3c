import { type CheckOutcome, type MerchantRequirementId, requirement, type RequirementId } from '#schemas';
import type { Answer, CallOptions } from '#scenarios';

/** The calls to a merchant, and the requirement that says such a call is answered at all. */
export const merchantCalls = {
  retrieval: 'basket/retrieval-answers',
  recalculation: 'recalculation/answers',
  lock: 'lock/answers',
  order: 'order/confirmed',
  catalogue: 'catalogue/page',
} as const satisfies Readonly<Record<string, MerchantRequirementId>>;
export type MerchantCall = keyof typeof merchantCalls;

export interface Judgement {
  readonly requirement: RequirementId;
  readonly outcome: CheckOutcome;
}

/** Says everything the register's schema rows have to say about one body. */
export type Judge = (operation: MerchantCall | 'basketChange', body: unknown) => readonly Judgement[];

export interface Judged {
  readonly call: MerchantCall;
  readonly answer: Exclude<Answer, { kind: 'unsent' }>;
  readonly options: CallOptions;
  readonly contentType: string | undefined;
  /** The body begins with a byte order mark. */
  readonly startsWithMark?: boolean;
  /** The silence is our own doing. */
  readonly hungUp: boolean;
  /** The silence is that of a call given up after its time. */
  readonly timedOut: boolean;
}

/** Limits › Order placement response time */
const orderLimitMs = 8000;

/** Whether the harness judges this requirement on every exchange, whichever scenario caused it. */
export const isJudgedOnExchanges = (id: RequirementId): boolean =>
  id === 'order/answers-in-8-seconds' || requirement(id).how.includes('schema');

/** What one exchange says about the requirements that hold for every exchange. */
export const judgeExchange = (judged: Judged, judge: Judge): readonly Judgement[] => {
  if (judged.hungUp) return [];
  const { call, answer, options } = judged;
  const late = call === 'order' ? promptness(judged) : [];
  if (answer.kind === 'answered') {
    // Also where a refusal is allowed: a 2xx with something else than an object is no refusal.
    const schema = judge(call, answer.body).map((judgement) => withExchange(judgement, answer.exchange));
    return [...schema, contentTypeJudgement(judged), ...mark(judged), ...late];
  }
  if (options.expect === 'any') return late;
  return [{ requirement: options.chargeTo ?? merchantCalls[call], outcome: unanswered(call, answer) }, ...late];
};

/**
 * RFC 8259 8.1: who sends JSON over a network must not begin it with a byte order mark, and who reads it may ignore one.
 * The specification only says JSON, so this warns.
 */
const mark = ({ call, answer, startsWithMark }: Judged): readonly Judgement[] =>
  startsWithMark
    ? [
        {
          requirement: merchantCalls[call],
          outcome: {
            status: 'warned',
            message: `${nouns[call]} is answered with JSON that begins with a byte order mark, which many readers refuse: leave it out.`,
            expected: 'a body that begins with {',
            actual: 'a body that begins with the bytes EF BB BF',
            exchanges: [answer.exchange],
          },
        },
      ]
    : [];

const withExchange = (judgement: Judgement, exchange: number): Judgement =>
  judgement.outcome.status === 'failed' || judgement.outcome.status === 'warned'
    ? { ...judgement, outcome: { ...judgement.outcome, exchanges: [exchange] } }
    : judgement;

const nouns: Readonly<Record<MerchantCall, string>> = {
  retrieval: 'The basket retrieval',
  recalculation: 'The recalculation',
  lock: 'The lock',
  order: 'The order placement',
  catalogue: 'The catalogue request',
};

type Unanswered = Exclude<Judged['answer'], { kind: 'answered' }>;

const unanswered = (call: MerchantCall, answer: Unanswered): CheckOutcome => {
  const { message, actual, cause } = describe(answer);
  return {
    status: 'failed',
    message: `${nouns[call]} ${message}.`,
    expected: `a 2xx answer with ${call === 'order' ? 'a confirmation' : call === 'catalogue' ? 'a page' : 'a basket'} as JSON`,
    actual,
    cause,
    exchanges: [answer.exchange],
  };
};

const describe = (answer: Unanswered): { message: string; actual: string; cause: string } => {
  switch (answer.kind) {
    case 'refused': {
      const text = excerpt(answer.text);
      const actual = `${answer.status}${text === '' ? ' with an empty body' : `: ${text}`}`;
      return { message: `was refused with status ${answer.status}`, actual, cause: `status ${answer.status}` };
    }
    case 'unreadable':
      return {
        message: `was answered with ${answer.status}, but ${answer.reason}`,
        actual: `${answer.status}: ${answer.reason}`,
        cause: answer.reason.replaceAll(/\d+/g, '#'),
      };
    case 'silent':
      return {
        message: `was not answered: ${answer.reason}`,
        actual: answer.reason,
        cause: answer.reason.replaceAll(/\d+/g, '#'),
      };
    default:
      return answer satisfies never;
  }
};

const jsonMediaType = /^\s*(application\/json|[\w!#$&^.+-]+\/[\w!#$&^.+-]+\+json)\s*(;|$)/i;

const contentTypeJudgement = ({ answer, contentType }: Judged): Judgement => ({
  requirement: 'http/json-content-type',
  outcome:
    contentType !== undefined && jsonMediaType.test(contentType)
      ? { status: 'passed' }
      : {
          status: 'failed',
          message: 'A JSON answer does not say that it is JSON: set its Content-Type.',
          expected: 'Content-Type: application/json (or another +json type)',
          actual: contentType === undefined ? 'no Content-Type' : `Content-Type: ${contentType}`,
          exchanges: [answer.exchange],
        },
});

/** A late answer of any kind fails; only a confirmation in time passes, since a quick refusal proves nothing. */
const promptness = ({ answer, timedOut }: Judged): readonly Judgement[] => {
  const late = timedOut || (answer.kind !== 'silent' && answer.durationMs > orderLimitMs);
  if (!late && answer.kind !== 'answered') return [];
  const outcome: CheckOutcome = late
    ? {
        status: 'failed',
        message: timedOut
          ? 'The order placement was not answered within 8 seconds, nor while we went on waiting.'
          : 'The order placement was answered after more than 8 seconds.',
        expected: 'an answer within 8 seconds',
        actual: timedOut
          ? `no answer within ${seconds(answer.durationMs)}`
          : `an answer after ${seconds(answer.durationMs)}`,
        cause: 'late',
        exchanges: [answer.exchange],
      }
    : { status: 'passed' };
  return [{ requirement: 'order/answers-in-8-seconds', outcome }];
};

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const excerpt = (text: string): string => {
  const line = text.slice(0, 600).trim().replaceAll(/\s+/g, ' ');
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
};
