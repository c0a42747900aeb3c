import type { ExchangeDetail, ExchangeJudgement, ExchangeSummary, ShownMessage } from '#schemas';
import type { Body, Exchange } from '#traffic';
import { curl } from './curl.ts';
import { type Judgements, shownBytes } from './exchange-log.ts';
import { described, verdictOf } from './judging.ts';
import { shownOperation } from './operation.ts';
import { createRedaction, type Redaction, type Secrets } from './redaction.ts';

export type { ExchangeDetail, ExchangeSummary } from '#schemas';

type ShownBody = Pick<ShownMessage, 'body' | 'encoding' | 'truncated'>;

export interface ExchangeView {
  readonly summary: (exchange: Exchange) => ExchangeSummary;
  readonly detail: (exchange: Exchange) => ExchangeDetail;
}

export interface ExchangeViewDeps {
  readonly judged: (id: number) => Judgements;
  readonly secrets: () => Secrets;
}

export const createExchangeView = ({ judged, secrets }: ExchangeViewDeps): ExchangeView => {
  const summary = (exchange: Exchange): ExchangeSummary => {
    const { n, at, answeredAt, sender, call, request, response, failure, facts } = exchange;
    const judgements = described(judged(n));
    return {
      id: n,
      at,
      durationMs: answeredAt - at,
      direction: sender === 'target' ? 'received' : 'sent',
      party: call.party,
      operation: shownOperation(call),
      ...(sender === 'harness' && { ...(facts.shop !== undefined && { shop: facts.shop }), ...subjectOf(exchange) }),
      ...messageOf(exchange),
      ...(facts.integrationProfileId !== undefined && { integrationProfileId: facts.integrationProfileId }),
      method: request.method,
      url: withoutSecrets.text(request.url),
      ...(response !== undefined && { status: response.status }),
      ...(failure !== undefined && { failure: failure.message }),
      verdict: verdictOf(judgements),
      violations: judgements.filter(({ outcome }) => outcome === 'failed').length,
    };
  };

  return {
    summary,
    detail(exchange) {
      const redaction = createRedaction(secrets());
      const { n, request, response } = exchange;
      const shown = {
        method: request.method,
        url: redaction.text(addressOf(exchange)),
        headers: redaction.headers(request.headers),
        ...toShown(request.body, redaction),
      };
      const short = summary(exchange);
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
        judgements: described(judged(n)).map((judgement) => clean(judgement, redaction)),
        curl: curl(shown.encoding === undefined ? shown : { ...shown, body: '' }),
      };
    },
  };
};

const withoutSecrets = createRedaction({ values: [], headers: [] });

/** Whoever called us says where we are. */
const addressOf = ({ sender, request: { url, headers } }: Exchange): string =>
  sender === 'target' && headers['host'] !== undefined ? `http://${headers['host']}${url}` : url;

/** A receive that brought one message belongs to that message. */
const messageOf = ({ call, facts: { queue } }: Exchange): Pick<ExchangeSummary, 'messageKind' | 'messageId'> => {
  const [message, ...others] = queue?.action === 'receive' ? queue.messages : [call];
  if (message === undefined || others.length > 0) return {};
  const { messageKind, messageId } = message;
  return { ...(messageKind !== undefined && { messageKind }), ...(messageId !== undefined && { messageId }) };
};

const subjectOf = ({ request }: Exchange): Pick<ExchangeSummary, 'basketId' | 'oaOrderId'> => {
  const { json } = request.body;
  const { oaOrderId, basket, id } = Object(json.ok ? json.value : undefined);
  const basketId: unknown = Object(basket).id ?? id ?? new URL(request.url).searchParams.get('basketId');
  return {
    ...(typeof basketId === 'string' && { basketId }),
    ...(typeof oaOrderId === 'string' && { oaOrderId }),
  };
};

const toShown = ({ bytes, truncated }: Body, redaction: Redaction): ShownBody => {
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
