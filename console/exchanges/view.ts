import { type ExchangeFindings, type ExchangeSummary, type ShownMessage, isCommandKind, operationOf } from '#schemas';
import { type Body, type Exchange, type NamedCall, type Redactor, curl, redactedFinding, shownBody } from '#traffic';
import { described, verdictOf } from './judgements.ts';
import { type Judgements, shownBytes } from './ring.ts';

export interface ViewDeps {
  readonly judged: (id: number) => Judgements;
  readonly redactor: () => Redactor;
}

export const createView = ({ judged, redactor: made }: ViewDeps) => {
  const verdict = (n: number): ExchangeFindings => {
    const judgements = described(n, judged(n));
    const broken = [
      ...new Set(judgements.flatMap(({ requirement: id, outcome }) => (outcome === 'passed' ? [] : [id]))),
    ];
    return {
      verdict: verdictOf(judgements),
      violations: judgements.filter(({ outcome }) => outcome === 'failed').length,
      ...(broken.length > 0 && { broken }),
    };
  };
  const summary = (exchange: Exchange): ExchangeSummary => {
    const redactor = made();
    const { n, at, answeredAt, sender, call, request, response, failure, facts } = exchange;
    return {
      id: n,
      at,
      durationMs: answeredAt - at,
      direction: sender === 'target' ? 'received' : 'sent',
      party: call.party,
      call: call.name,
      operation: shownOperation(call),
      ...(sender === 'harness' && {
        ...(facts.shop !== undefined && { shop: facts.shop }),
        ...subjectOf(exchange, redactor),
      }),
      ...messageOf(exchange, redactor),
      ...(facts.integrationProfileId !== undefined && { integrationProfileId: facts.integrationProfileId }),
      method: request.method,
      url: redactor.text(request.url),
      ...(response !== undefined && { status: response.status }),
      ...(failure !== undefined && { failure: redactor.text(failure.message) }),
      ...(facts.injected !== undefined && { injected: facts.injected }),
      ...verdict(n),
    };
  };

  return {
    verdict,
    summary,
    detail(exchange: Exchange) {
      const redactor = made();
      const { n, request, response } = exchange;
      const shown = {
        method: request.method,
        url: redactor.text(addressOf(exchange)),
        headers: redactor.headers(request.headers),
        ...toShown(request.body, redactor),
      };
      return {
        ...summary(exchange),
        request: shown,
        ...(response !== undefined && {
          response: {
            status: response.status,
            headers: redactor.headers(response.headers),
            ...toShown(response.body, redactor),
          },
        }),
        judgements: described(n, judged(n)).map((judgement) => redactedFinding(judgement, redactor)),
        curl: curl(shown),
      };
    },
  };
};

/** Whoever called us says where we are. */
export const addressOf = ({ sender, request: { url, headers } }: Exchange): string =>
  sender === 'target' && headers['host'] !== undefined ? `http://${headers['host']}${url}` : url;

/** A call to the queue belongs to its message, or to each of several. */
const messageOf = (
  exchange: Exchange,
  redactor: Redactor,
): Pick<ExchangeSummary, 'messageKind' | 'messageId' | 'groupId' | 'queuedAt' | 'messages'> => {
  const [message, ...others] = messagesOf(exchange).map((one) => withoutSecrets(one, redactor));
  if (others.length > 0 && message !== undefined) return { messages: [message, ...others].flatMap(named) };
  return message ?? {};
};

type Message = Pick<ExchangeSummary, 'messageId' | 'messageKind' | 'groupId' | 'queuedAt'>;

const messagesOf = ({ call, facts: { queue } }: Exchange): readonly Message[] => {
  if (queue?.action === 'receive') return queue.messages;
  if (queue?.action !== 'delete') return [call];
  return queue.deletions.map(({ messageId }) => (messageId === undefined ? {} : { messageId }));
};

/** A stranger may have called a message by what must not be seen. */
const withoutSecrets = ({ messageId, messageKind, groupId, queuedAt }: Message, { text }: Redactor): Message => ({
  ...(messageKind !== undefined && { messageKind }),
  ...(messageId !== undefined && { messageId: text(messageId) }),
  ...(groupId !== undefined && { groupId: text(groupId) }),
  ...(queuedAt !== undefined && { queuedAt }),
});

const named = ({ messageId, ...rest }: Message): NonNullable<ExchangeSummary['messages']> =>
  messageId === undefined ? [] : [{ messageId, ...rest }];

const subjectOf = ({ request }: Exchange, { text }: Redactor): Pick<ExchangeSummary, 'basketId' | 'oaOrderId'> => {
  const { json } = request.body;
  const { oaOrderId, basket, id } = Object(json.ok ? json.value : undefined);
  const basketId: unknown = Object(basket).id ?? id ?? new URL(request.url).searchParams.get('basketId');
  return {
    ...(typeof basketId === 'string' && { basketId: text(basketId) }),
    ...(typeof oaOrderId === 'string' && { oaOrderId: text(oaOrderId) }),
  };
};

const toShown = (body: Body, redactor: Redactor): Pick<ShownMessage, 'body' | 'encoding' | 'truncated'> => {
  const { bodyBytes: _, ...shown } = shownBody(body, redactor, shownBytes);
  return shown;
};

/** What a call is called where it is shown: the register's name of its body where it has one. */
const shownOperation = ({ name, messageKind = '', action }: NamedCall): string => {
  const operation = action ?? operationOf(name, messageKind);
  if (operation !== undefined) return operation;
  if (name === 'event') return messageKind;
  if (name === 'callback') return isCommandKind(messageKind) ? messageKind : 'unknown-callback';
  if (name === 'testCall') return 'test';
  return name === 'unknown' ? 'unknown-path' : name;
};
