import type { Exchange, ExchangeRequest, ExchangeResponse, JournalEvent } from '#schemas';
import { toText } from './json-body.ts';
import { isSecretHeader, type Redactor } from './redact.ts';

/** What an exchange was, before it is cut and redacted. */
export interface Seen {
  readonly n: number;
  readonly scenario: string;
  readonly at: number;
  readonly durationMs: number;
  readonly sender: Exchange['sender'];
  readonly operation: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string | Uint8Array;
  };
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: Uint8Array;
  };
  readonly failure?: { readonly code: string; readonly message: string };
}

/** Numbers exchanges and writes them to the journal. It keeps none, so that memory stays flat whatever the run is. */
export interface Recorder {
  number(): number;
  record(seen: Seen): void;
}

/** How much of a body the journal keeps; of catalogue pages, of which there may be thousands, only the beginning. */
const keptBytes = 64 * 1024;
const keptPageBytes = 2 * 1024;
/** More than any secret is long: text is redacted before it is cut, so that no half of a secret stays. */
const margin = 4 * 1024;

export const createRecorder = (redactor: Redactor, emit: (event: JournalEvent) => void): Recorder => {
  let last = 0;
  return {
    number() {
      last++;
      return last;
    },
    record(seen) {
      hideSignature(seen, redactor);
      emit({ event: 'exchange', exchange: toExchange(seen, redactor) });
    },
  };
};

/** Whoever got a signature may tell of it, in its answer or in the next call. */
const hideSignature = ({ request }: Seen, redactor: Redactor): void => {
  const carrying = Object.entries(request.headers).filter(([name]) => isSecretHeader(name));
  if (carrying.length === 0) return;
  redactor.signed(Object.fromEntries(carrying.map(([name, value]) => [name, redactor.text(value)])), request.url);
};

const toExchange = (seen: Seen, redactor: Redactor): Exchange => {
  const { request, response, failure } = seen;
  const kept = seen.operation === 'catalogue' ? keptPageBytes : keptBytes;
  const exchange: Exchange = {
    n: seen.n,
    scenario: seen.scenario,
    at: new Date(seen.at).toISOString(),
    durationMs: Math.round(seen.durationMs * 10) / 10,
    sender: seen.sender,
    operation: seen.operation,
    request: {
      method: request.method,
      url: redactor.text(request.url),
      headers: redactor.headers(request.headers),
      ...toRecordedBody(request.body, kept, redactor),
    } satisfies ExchangeRequest,
  };
  if (response !== undefined)
    exchange.response = {
      status: response.status,
      headers: redactor.headers(response.headers),
      ...toRecordedBody(response.body, kept, redactor),
    } satisfies ExchangeResponse;
  if (failure !== undefined) exchange.failure = { code: failure.code, message: redactor.text(failure.message) };
  return exchange;
};

const toRecordedBody = (
  body: string | Uint8Array | undefined,
  kept: number,
  redactor: Redactor,
): Pick<ExchangeResponse, 'body' | 'bodyBytes' | 'truncated' | 'encoding'> => {
  if (body === undefined || body.length === 0) return {};
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const window = wholeCharacters(bytes.subarray(0, kept + margin), bytes.length > kept + margin);
  const text = toText(window);
  const clean = redactor.text(text ?? Buffer.from(window).toString('latin1'));
  const cut = bytes.length > kept ? clean.slice(0, kept) : clean;
  return {
    // Latin-1 maps each byte to one character, so redacting it redacts the bytes.
    body: text === undefined ? Buffer.from(cut, 'latin1').toString('base64') : cut,
    bodyBytes: bytes.length,
    ...(bytes.length > kept && { truncated: true }),
    ...(text === undefined && { encoding: 'base64' as const }),
  };
};

/** A window that ends inside a UTF-8 sequence would look like bytes that are not text. */
const wholeCharacters = (bytes: Uint8Array, cut: boolean): Uint8Array => {
  if (!cut) return bytes;
  let end = bytes.length;
  while (end > 0 && end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, Math.max(0, end - 1));
};
