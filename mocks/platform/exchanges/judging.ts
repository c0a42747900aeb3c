import {
  type CheckOutcome,
  type ExchangeJudgement,
  type ExchangeVerdict,
  judge,
  type Operation,
  operationOf,
  requirement,
} from '#schemas';
import type { Body, Exchange } from '#traffic';
import type { Judgements } from './exchange-log.ts';

/** Judges what the other side sent: the request of a call that was received, the answer to one that was sent. */
export const judgementsOf = (exchange: Exchange, deliveryOptionKeys?: readonly string[]): Judgements => {
  if (exchange.sender === 'harness') return ofAnswer(exchange, deliveryOptionKeys);
  const { request, facts } = exchange;
  const operation = operationOf(exchange.call.name, exchange.call.messageKind);
  return [
    ...(operation === undefined || request.body.truncated ? [] : ofBody(operation, request.body)),
    ...(facts.injected === undefined ? ofSignature(exchange) : []),
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

const ofBody = (operation: Operation, { bytes, json }: Body, deliveryOptionKeys?: readonly string[]): Judgements => {
  const reason = bytes.byteLength === 0 ? 'it is empty' : json.ok ? undefined : json.reason;
  return judge(operation, json.ok ? json.value : undefined, { deliveryOptionKeys }).map((judgement) =>
    reason === undefined ? judgement : { ...judgement, outcome: unreadable(reason) },
  );
};

const unreadable = (reason: string): CheckOutcome => ({
  status: 'failed',
  message: `The body cannot be read: ${reason}.`,
  expected: 'a JSON object',
  actual: reason,
});

/** A refusal may be right, and only 2xx says what its body is; silence is judged by its length alone. */
const ofAnswer = (exchange: Exchange, deliveryOptionKeys?: readonly string[]): Judgements => {
  const { response, at, answeredAt } = exchange;
  const operation = operationOf(exchange.call.name, exchange.call.messageKind);
  const late = operation === 'order' ? lateness(answeredAt - at, response !== undefined) : [];
  if (operation === undefined || response === undefined || response.status < 200 || response.status > 299) return late;
  return [
    ...ofBody(operation, response.body, deliveryOptionKeys),
    labelled(response.headers['content-type']),
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

const labelled = (contentType: string | undefined): Judgements[number] => ({
  requirement: 'http/json-content-type',
  outcome:
    contentType !== undefined && jsonMediaType.test(contentType)
      ? { status: 'passed' }
      : {
          status: 'failed',
          message: 'A JSON answer does not say that it is JSON: set its Content-Type.',
          expected: 'Content-Type: application/json (or another +json type)',
          actual: contentType === undefined ? 'no Content-Type' : `Content-Type: ${contentType}`,
        },
});

/** Told by our own refusal; a 401 that was asked for as a fault says something else. */
const ofSignature = ({ response }: Exchange): Judgements => {
  if (response?.status !== 401 || !response.body.json.ok) return [];
  const { error, message } = Object(response.body.json.value);
  if (error !== 'InvalidSignature' && error !== 'UnknownCaller') return [];
  const outcome: CheckOutcome = {
    status: 'failed',
    message: String(message),
    expected: 'a signature with the issued credentials, by the configured scheme',
    actual: String(error),
  };
  return [{ requirement: 'auth/calls-are-signed', outcome }];
};
