import {
  type CheckOutcome,
  type ExchangeJudgement,
  type ExchangeVerdict,
  judge,
  type Operation,
  requirement,
} from '#schemas';
import type { Settings } from '../settings.ts';
import { receivedCall } from './received-call.ts';
import type { Judgements, MerchantCall, Recorded, RecordedBody } from './recorded.ts';

/** Judges what the other side sent: the request of a call that was received, the answer to one that was sent. */
export const judgementsOf = (recorded: Recorded, settings: Pick<Settings, 'paths'>): Judgements => {
  if (recorded.call !== undefined) return ofAnswer(recorded, recorded.call);
  const { judgedAs } = receivedCall(recorded, settings);
  const { response, request } = recorded;
  return [
    ...(judgedAs === undefined || request.body.truncated ? [] : ofBody(judgedAs, request.body)),
    ...(response === undefined ? [] : ofSignature(response.body)),
  ];
};

export const described = (judgements: Judgements): readonly ExchangeJudgement[] =>
  judgements.flatMap(({ requirement: id, outcome }): readonly ExchangeJudgement[] => {
    if (outcome.status === 'not-exercised') return [];
    const { level, clause, rule } = requirement(id);
    const about = { requirement: id, level, clause, rule };
    if (outcome.status === 'passed') return [{ ...about, outcome: 'passed' }];
    const { message, expected, actual, pointer } = outcome;
    return [
      {
        ...about,
        outcome: outcome.status === 'failed' && level === 'must' ? 'failed' : 'warned',
        message,
        expected,
        actual,
        ...(pointer !== undefined && { pointer }),
      },
    ];
  });

export const verdictOf = (judgements: readonly ExchangeJudgement[]): ExchangeVerdict => {
  const worst = (['failed', 'warned', 'passed'] as const).find((status) =>
    judgements.some(({ outcome }) => outcome === status),
  );
  return worst === undefined
    ? 'not-judged'
    : ({ failed: 'violation', warned: 'warning', passed: 'conformant' } as const)[worst];
};

const ofBody = (operation: Operation, body: RecordedBody, deliveryOptionKeys?: readonly string[]): Judgements => {
  const json = parsed(body);
  return judge(operation, json.ok ? json.value : undefined, { deliveryOptionKeys }).map((judgement) =>
    json.ok ? judgement : { ...judgement, outcome: unreadable(json.reason) },
  );
};

const unreadable = (reason: string): CheckOutcome => ({
  status: 'failed',
  message: `The body cannot be read: ${reason}.`,
  expected: 'a JSON object',
  actual: reason,
});

/** A refusal may be right, and only 2xx says what its body is; silence is judged by its length alone. */
const ofAnswer = ({ response, durationMs }: Recorded, { operation, deliveryOptionKeys }: MerchantCall): Judgements => {
  const late = operation === 'order' ? lateness(durationMs, response !== undefined) : [];
  if (response === undefined || response.status < 200 || response.status > 299) return late;
  return [
    ...ofBody(operation, response.body, deliveryOptionKeys),
    labelled(response.headers.get('content-type')),
    ...(operation === 'order' && late.length === 0 ? [inTime] : late),
  ];
};

/** Limits › Order placement response time */
const orderLimitMs = 8000;

const inTime: Judgements[number] = { requirement: 'order/answers-in-8-seconds', outcome: { status: 'passed' } };

const lateness = (durationMs: number, answered: boolean): Judgements => {
  // We hang up when the time is over.
  if (durationMs < orderLimitMs || (answered && durationMs === orderLimitMs)) return [];
  const outcome: CheckOutcome = {
    status: 'failed',
    message: 'The order placement was not answered within 8 seconds.',
    expected: 'an answer within 8 seconds',
    actual: `${answered ? 'an answer' : 'no answer'} after ${(durationMs / 1000).toFixed(1)} s`,
  };
  return [{ requirement: 'order/answers-in-8-seconds', outcome }];
};

const jsonMediaType = /^\s*(application\/json|[\w!#$&^.+-]+\/[\w!#$&^.+-]+\+json)\s*(;|$)/i;

const labelled = (contentType: string | null): Judgements[number] => ({
  requirement: 'http/json-content-type',
  outcome:
    contentType !== null && jsonMediaType.test(contentType)
      ? { status: 'passed' }
      : {
          status: 'failed',
          message: 'A JSON answer does not say that it is JSON: set its Content-Type.',
          expected: 'Content-Type: application/json (or another +json type)',
          actual: contentType === null ? 'no Content-Type' : `Content-Type: ${contentType}`,
        },
});

/** Told by our own refusal; a 401 that was asked for as a fault says something else. */
const ofSignature = (body: RecordedBody): Judgements => {
  if (body.bytes.byteLength === 0 || body.bytes.byteLength > 1024) return [];
  const json = parsed(body);
  const { error, message } = Object(json.ok ? json.value : undefined);
  if (error !== 'InvalidSignature' && error !== 'UnknownCaller') return [];
  const outcome: CheckOutcome = {
    status: 'failed',
    message: String(message),
    expected: 'a signature with the issued credentials, by the configured scheme',
    actual: String(error),
  };
  return [{ requirement: 'auth/calls-are-signed', outcome }];
};

const strict = new TextDecoder('utf-8', { fatal: true });

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

const parsed = ({ bytes }: RecordedBody): Parsed => {
  if (bytes.byteLength === 0) return { ok: false, reason: 'it is empty' };
  try {
    return { ok: true, value: JSON.parse(strict.decode(bytes)) };
  } catch (error) {
    return { ok: false, reason: error instanceof SyntaxError ? 'it is not JSON' : 'it is not UTF-8' };
  }
};
