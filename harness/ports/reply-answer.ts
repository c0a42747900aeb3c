import type { Answer } from '#scenarios';
import { decompress } from '../exchanges/decoding.ts';
import { readJson, toText } from '../exchanges/json-body.ts';
import { defaultCapBytes, type Reply, timeoutCode } from '../client/outbound.ts';

type Read = Exclude<Answer, { kind: 'unsent' }>;

/** What a call came to that we hung up on. */
export const cutOff = (reply: Reply, exchange: number): Read => ({
  kind: 'silent',
  reason: reply.failure?.message ?? 'we hung up on purpose',
  exchange,
  durationMs: reply.durationMs,
});

/** What a reply is to a scenario. */
export const toAnswer = ({ head, bytes, failure, tooLarge, durationMs }: Reply, exchange: number): Read => {
  const seen = { exchange, durationMs };
  if (head === undefined) return { kind: 'silent', reason: failure?.message ?? 'no response', ...seen };
  const { status, headers } = head;
  if (failure !== undefined && failure.code === timeoutCode)
    return { kind: 'silent', reason: failure.message, ...seen };
  const unpacked = decompress(bytes, headers['content-encoding'], defaultCapBytes);
  if (status < 200 || status > 299) {
    const location = headers['location'] === undefined ? '' : ` Location: ${headers['location']}`;
    return {
      kind: 'refused',
      status,
      text: `${toText(unpacked.ok ? unpacked.bytes : bytes) ?? ''}${location}`,
      ...seen,
    };
  }
  const unreadable = (reason: string): Read => ({ kind: 'unreadable', status, reason, ...seen });
  if (failure !== undefined) return unreadable(`the body stops after ${bytes.length} bytes: ${failure.message}`);
  if (tooLarge) return unreadable(`the body is larger than ${defaultCapBytes / 1024 / 1024} MiB and was cut off`);
  if (!unpacked.ok) return unreadable(unpacked.reason);
  const json = readJson(unpacked.bytes);
  return json.ok ? { kind: 'answered', status, body: json.value, valid: true, ...seen } : unreadable(json.reason);
};
