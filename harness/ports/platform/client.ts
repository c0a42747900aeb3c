import type { Clock } from '#mocks/time';
import type { PlatformAnswer } from '#scenarios';
import { noBody, toBody } from '#traffic';
import type { Outbound, OutboundRequest } from '../../client/outbound.ts';
import type { Recorder } from '../recorder.ts';

/** The wire to the platform under test: every call is recorded on its scenario's account. */
export interface PlatformClient {
  readonly outbound: Outbound;
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** Told of every body before it is written down. */
  readonly onAnswer: (body: unknown) => void;
}

export interface Outgoing extends Pick<OutboundRequest, 'method' | 'url' | 'headers'> {
  readonly scenario: string;
  readonly operation: string;
  readonly body: string;
}

// A long poll waits 20 s.
const timeoutMs = 30_000;

/** Makes a call and writes it down. No answer is an answer with status 0. */
export const callPlatform = async (
  { outbound, recorder, onAnswer }: PlatformClient,
  { scenario, operation, method, url, headers, body }: Outgoing,
): Promise<PlatformAnswer> => {
  const n = recorder.number();
  const hasBody = method !== 'GET' && body !== '';
  const { head, bytes, failure, startedAt, durationMs } = await outbound({
    method,
    url,
    headers,
    timeoutMs,
    ...(hasBody && { body }),
  });
  const answer = toBody(bytes, { encoding: head?.headers['content-encoding'] });
  const { json } = answer;
  if (json.ok) onAnswer(json.value);
  recorder.record({
    n,
    scenario,
    at: startedAt,
    durationMs,
    sender: 'harness',
    operation,
    request: { method, url, headers, body: hasBody ? toBody(Buffer.from(body)) : noBody },
    ...(head !== undefined && { response: { status: head.status, headers: head.headers, body: answer } }),
    ...(failure !== undefined && { failure: { code: failure.code, message: failure.message } }),
  });
  if (head === undefined || failure !== undefined)
    return { status: 0, body: undefined, text: failure?.message ?? 'no response', exchange: n };
  const text = Buffer.from(bytes).toString('utf8');
  return { status: head.status, body: json.ok ? json.value : undefined, text, exchange: n };
};
