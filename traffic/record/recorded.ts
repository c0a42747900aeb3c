import type { Exchange as Recorded } from '#schemas';
import { toBody } from '../body/body.ts';
import { type Classifier, namedByQueue } from '../naming/classify.ts';
import type { Body, Exchange, Facts } from '../exchange.ts';
import { type Headers, lowerCased } from '../headers.ts';
import { redacted } from '../redact/secret-places.ts';
import type { Redactor } from '../redact/redactor.ts';
import { shownBody } from './shown-body.ts';
import { factsOf, hidden, type ReceiverFacts } from './receiver-facts.ts';

/** What an exchange was, before it is cut and redacted. */
export interface Recordable {
  readonly n: number;
  readonly scenario: string;
  readonly at: number;
  readonly durationMs: number;
  readonly sender: Recorded['sender'];
  readonly operation: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Headers;
    readonly body: Body;
  };
  readonly response?: { readonly status: number; readonly headers: Headers; readonly body: Body };
  readonly failure?: { readonly code: string; readonly message: string };
  readonly facts?: Pick<Facts, 'beside' | 'made'>;
  readonly told?: ReceiverFacts | undefined;
}

/** How much of a body the journal keeps; of catalogue pages, of which there may be thousands, only the beginning. */
const keptBytes = 64 * 1024;
const keptPageBytes = 2 * 1024;

/** Of these pages the journal keeps everything, so that those of a catalogue of some size can be judged again. */
const wholePageBytes = 1024 * 1024;

/** Says of each exchange in turn how much is kept of its bodies. */
export const createKeeping = (): ((given: Pick<Recordable, 'operation' | 'response'>) => number) => {
  let left = wholePageBytes;
  return ({ operation, response }) => {
    const size = response?.body.plain.byteLength ?? 0;
    if (operation !== 'catalogue') return keptBytes;
    if (size > Math.min(left, keptBytes)) return keptPageBytes;
    left -= size;
    return keptBytes;
  };
};

/** An exchange as the journal has it: without secrets, and with no more of its bodies than anybody reads. */
export const toRecorded = (given: Recordable, redactor: Redactor, kept = createKeeping()(given)): Recorded => {
  const { n, scenario, at, durationMs, sender, operation, request, response, failure, facts, told } = given;
  const body = (of: Body) => shownBody(of, redactor, kept);
  return {
    n,
    scenario,
    at: new Date(at).toISOString(),
    durationMs: Math.round(durationMs * 10) / 10,
    sender,
    operation,
    // Copies of an order are judged by it, and times are too coarse to tell.
    ...(operation === 'order' && facts?.beside !== undefined && { beside: [...facts.beside] }),
    // Only the run knows for whom it had a basket made.
    ...(facts?.made !== undefined && { made: redactedMade(facts.made, redactor) }),
    ...(told !== undefined && { told }),
    request: {
      method: request.method,
      url: redactor.text(request.url),
      headers: redactor.headers(request.headers),
      ...body(request.body),
    },
    ...(response !== undefined && {
      response: { status: response.status, headers: redactor.headers(response.headers), ...body(response.body) },
    }),
    ...(failure !== undefined && { failure: { code: failure.code, message: redactor.text(failure.message) } }),
  };
};

/** Once more, for secrets that became known since it was written down. */
export const redactRecorded = (recorded: Recorded, redactor: Redactor): Recorded => {
  const { request, response, failure, made, told } = recorded;
  return {
    ...recorded,
    ...(made !== undefined && { made: redactedMade(made, redactor) }),
    ...(told !== undefined && { told: redactedTold(told, redactor) }),
    request: { ...request, url: redactor.text(request.url), ...redactedMessage(request, redactor) },
    ...(response !== undefined && { response: { ...response, ...redactedMessage(response, redactor) } }),
    ...(failure !== undefined && { failure: { ...failure, message: redactor.text(failure.message) } }),
  };
};

const redactedMade = ({ loggedUser }: NonNullable<Facts['made']>, redactor: Redactor): NonNullable<Facts['made']> => ({
  ...(loggedUser !== undefined && { loggedUser: redactor.text(loggedUser) }),
});

const redactedTold = ({ unsigned, refused, queued, ...numbers }: ReceiverFacts, redactor: Redactor): ReceiverFacts => ({
  ...numbers,
  ...(unsigned !== undefined && { unsigned: hidden(unsigned, redactor) }),
  ...(refused !== undefined && { refused: hidden(refused, redactor) }),
  ...(queued !== undefined && {
    queued: queued.map(({ messageId, groupId, at }) => ({
      messageId: redactor.text(messageId),
      groupId: redactor.text(groupId),
      at,
    })),
  }),
});

const redactedMessage = ({ headers, body, encoding }: Shown, redactor: Redactor) => ({
  // A header that has been redacted says as much of its value as may be said, such as its scheme.
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.includes(redacted) ? redactor.text(value) : (redactor.headers({ [name]: value })[name] ?? value),
    ]),
  ),
  ...(body !== undefined && encoding !== 'base64' && { body: redactor.text(body) }),
});

/** An exchange out of a journal or a capture. What was cut off or left out of a body is nobody's fault. */
export const fromRecorded = (recorded: Recorded, classify: Classifier): Exchange => {
  const { n, sender, response, failure, beside, made, told } = recorded;
  const at = Date.parse(recorded.at);
  const { method, url, headers } = recorded.request;
  const request = { method, url, headers: lowerCased(headers), body: fromShown(recorded.request) };
  const call = namedByQueue(classify(request), recorded.operation);
  return {
    n,
    at,
    answeredAt: at + recorded.durationMs,
    sender,
    call,
    request,
    ...(response !== undefined && {
      response: { status: response.status, headers: lowerCased(response.headers), body: fromShown(response) },
    }),
    ...(failure !== undefined && { failure: { ...failure, blame: blameOf(failure.code) } }),
    facts: {
      ...(beside !== undefined && { beside }),
      ...(made !== undefined && { made }),
      ...(told !== undefined && factsOf(told, call)),
    },
  };
};

type Shown = Pick<NonNullable<Recorded['response']>, 'headers' | 'body' | 'encoding' | 'truncated' | 'bodyBytes'>;

const fromShown = ({ headers, body, encoding, truncated = false, bodyBytes }: Shown): Body => {
  const { 'content-length': length, 'content-encoding': packing } = lowerCased(headers);
  if (body === undefined) {
    const size = bodyBytes ?? (Number(length) || 0);
    return toBody(new Uint8Array(), { truncated: truncated || size > 0 });
  }
  if (encoding !== 'base64') return toBody(Buffer.from(body), { truncated });
  // Some captures unpack a body and some do not. Without either it is no text, which the target has sent only if its length fits.
  const bytes = Buffer.from(body, 'base64');
  const packed = toBody(bytes, { truncated, encoding: packing });
  const isWhole = packing === undefined && length === String(bytes.byteLength);
  return (
    [toBody(bytes, { truncated }), packed].find(({ text }) => text !== undefined) ??
    toBody(bytes, { truncated: truncated || !isWhole })
  );
};

/** Whoever captured a call without its answer may have gone away before it came. */
export const notCaptured = 'NO_ANSWER';

const blameOf = (code: string): 'target' | 'ours' | 'proxy' => {
  if (code === 'HUNG_UP' || code === notCaptured) return 'ours';
  return code === 'PROXY' || code.startsWith('UND_ERR_PRX') ? 'proxy' : 'target';
};
