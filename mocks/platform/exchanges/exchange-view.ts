import type { ExchangeDetail, ExchangeJudgement, ExchangeSummary, ShownMessage } from '#schemas';
import type { Settings } from '../settings.ts';
import type { Location } from '../state.ts';
import { curl } from './curl.ts';
import { shownBytes } from './exchange-log.ts';
import { described, verdictOf } from './judging.ts';
import { receivedCall } from './received-call.ts';
import type { Judgements, Recorded, RecordedBody } from './recorded.ts';
import { createRedaction, type Redaction, type Secrets } from './redaction.ts';

export type { ExchangeDetail, ExchangeSummary } from '#schemas';

type ShownBody = Pick<ShownMessage, 'body' | 'encoding' | 'truncated'>;

export interface ExchangeView {
  readonly summary: (id: number, recorded: Recorded) => ExchangeSummary;
  readonly detail: (id: number, recorded: Recorded) => ExchangeDetail;
}

export interface ExchangeViewDeps {
  readonly settings: Pick<Settings, 'paths'>;
  readonly judged: (id: number) => Judgements;
  /** The location that an API key or the key of a queue was issued to. */
  readonly locationOf: (key: string) => Location | undefined;
  readonly secrets: () => Secrets;
}

export const createExchangeView = ({ settings, judged, locationOf, secrets }: ExchangeViewDeps): ExchangeView => {
  const summary = (id: number, recorded: Recorded): ExchangeSummary => {
    const { at, durationMs, request, response, failure, call } = recorded;
    const direction = call === undefined ? 'received' : 'sent';
    const judgements = described(judged(id));
    return {
      id,
      at,
      durationMs,
      direction,
      ...whoAndWhat(recorded),
      method: request.method,
      url: withoutSecrets.text(direction === 'sent' ? request.url : pathOf(request.url)),
      ...(response !== undefined && { status: response.status }),
      ...(failure !== undefined && { failure }),
      verdict: verdictOf(judgements),
      violations: judgements.filter(({ outcome }) => outcome === 'failed').length,
    };
  };

  const whoAndWhat = (recorded: Recorded) => {
    const { call, request } = recorded;
    if (call !== undefined) {
      const { shop, operation } = call;
      return { party: 'merchant', operation, shop, ...subjectOf(recorded) } as const;
    }
    const { judgedAs: _, ...received } = receivedCall(recorded, settings);
    const location = callerOf(request.headers, locationOf)?.integrationProfileId ?? activatedIn(recorded);
    return {
      ...received,
      ...(received.party === 'queue' && deliveredIn(recorded)),
      ...(location !== undefined && { integrationProfileId: location }),
    };
  };

  return {
    summary,
    detail(id, recorded) {
      const redaction = createRedaction(secrets());
      const { request, response } = recorded;
      const shown = {
        method: request.method,
        url: redaction.text(request.url),
        headers: redaction.headers(request.headers),
        ...toShown(request.body, redaction),
      };
      const short = summary(id, recorded);
      return {
        ...short,
        url: redaction.text(short.url),
        request: shown,
        ...(response !== undefined && {
          response: {
            status: response.status,
            headers: redaction.headers(response.headers),
            ...toShown(response.body, redaction),
          },
        }),
        judgements: described(judged(id)).map((judgement) => clean(judgement, redaction)),
        curl: curl(shown.encoding === undefined ? shown : { ...shown, body: '' }),
      };
    },
  };
};

const withoutSecrets = createRedaction({ values: [], headers: [] });

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

/** Where a key stands is the signature scheme's business, so that every word of every header is tried. */
const callerOf = (headers: Headers, locationOf: ExchangeViewDeps['locationOf']): Location | undefined => {
  for (const value of headers.values())
    for (const word of [value, ...value.split(/[^\w-]+/)]) {
      const location = word === '' ? undefined : locationOf(word);
      if (location !== undefined) return location;
    }
  return undefined;
};

const activatedIn = ({ request, response }: Recorded): string | undefined => {
  if (response === undefined || !request.url.endsWith('/pos/activate')) return undefined;
  const id: unknown = Object(jsonOf(response.body)).integrationProfileId;
  return typeof id === 'string' ? id : undefined;
};

/** A receive that brought one message belongs to that message. */
const deliveredIn = ({ response }: Recorded): { readonly messageKind?: string; readonly messageId?: string } => {
  const messages: unknown = response && Object(jsonOf(response.body)).Messages;
  if (!Array.isArray(messages) || messages.length !== 1) return {};
  const { messageKind, messageId } = Object(jsonIn(String(Object(messages[0]).Body)));
  return typeof messageKind === 'string' && typeof messageId === 'string' ? { messageKind, messageId } : {};
};

const subjectOf = ({ request }: Recorded): { readonly basketId?: string; readonly oaOrderId?: string } => {
  const { oaOrderId, basket, id } = Object(jsonOf(request.body));
  const basketId: unknown = Object(basket).id ?? id ?? new URL(request.url).searchParams.get('basketId');
  return {
    ...(typeof basketId === 'string' && { basketId }),
    ...(typeof oaOrderId === 'string' && { oaOrderId }),
  };
};

const jsonOf = ({ bytes }: RecordedBody): unknown =>
  bytes.byteLength === 0 ? undefined : jsonIn(Buffer.from(bytes).toString());

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const toShown = ({ bytes, truncated }: RecordedBody, redaction: Redaction): ShownBody => {
  if (bytes.byteLength === 0) return {};
  const text = textOf(bytes, truncated);
  const isCut = truncated || bytes.byteLength > shownBytes;
  const shown =
    text === undefined
      ? ({ body: Buffer.from(bytes.subarray(0, shownBytes)).toString('base64'), encoding: 'base64' } as const)
      : { body: isCut ? redaction.text(text).slice(0, shownBytes) : redaction.text(text) };
  return { ...shown, ...(isCut && { truncated: true }) };
};

const textOf = (bytes: Uint8Array, truncated: boolean): string | undefined => {
  try {
    // What was cut inside a character is not to be taken for bytes that are no text.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: truncated });
  } catch {
    return undefined;
  }
};

const clean = (judgement: ExchangeJudgement, { text }: Redaction): ExchangeJudgement => {
  const { message, expected, actual } = judgement;
  return {
    ...judgement,
    ...(message !== undefined && { message: text(message) }),
    ...(expected !== undefined && { expected: text(expected) }),
    ...(actual !== undefined && { actual: text(actual) }),
  };
};
