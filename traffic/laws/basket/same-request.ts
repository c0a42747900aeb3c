import type { Exchange } from '../../exchange.ts';
import { isPartlyKept, readAnswer } from '../../judging/answer.ts';
import { broken, defineMerchantLaw, holds, untold } from '../define.ts';

const covers = ['basket/request-id-echo', 'recalculation/keeps-basket-id'] as const;

/** An answer to a recalculation or a lock is one to that request: its requestId, and the id of its basket. */
export const sameRequest = defineMerchantLaw({
  id: 'basket/same-request',
  covers,
  start: () => ({
    see(exchange) {
      const { name } = exchange.call;
      if (name !== 'recalculation' && name !== 'lock') return [];
      if (isPartlyKept(exchange.request.body)) return [];
      const { request, answer } = bothOf(exchange);
      if (answer === undefined) return [];
      return [
        requestId(request, answer, exchange.n),
        ...(name === 'recalculation' && typeof answer['id'] === 'string'
          ? [basketId(request, answer, exchange.n)]
          : []),
      ];
    },
    end: () => covers.map((id) => untold(id, 'no recalculation was answered with a basket')),
  }),
});

type Json = Readonly<Record<string, unknown>>;

const bothOf = (exchange: Exchange): { readonly request: Json; readonly answer: Json | undefined } => {
  const read = readAnswer(exchange);
  const { json } = exchange.request.body;
  return {
    request: Object(json.ok ? json.value : undefined) as Json,
    answer: read.kind === 'answered' && exchange.failure === undefined ? (Object(read.body) as Json) : undefined,
  };
};

/** Absent is fine over HTTP: the field correlates answers that come through a queue. */
const requestId = ({ requestId: asked }: Json, { requestId: answered }: Json, n: number) =>
  typeof answered !== 'string' || answered === asked
    ? holds('basket/request-id-echo')
    : broken('basket/request-id-echo', {
        message:
          'The answer carries the requestId of some other request; copy it from the request being answered, or leave it out.',
        expected: `requestId "${textOf(asked)}", or none`,
        actual: `requestId "${answered}"`,
        pointer: '/requestId',
        exchanges: [n],
      });

const basketId = ({ id: asked }: Json, { id: answered }: Json, n: number) =>
  answered === asked
    ? holds('recalculation/keeps-basket-id')
    : broken('recalculation/keeps-basket-id', {
        message: 'The recalculated basket came back under another id; keep the id of the basket that was sent.',
        expected: `id "${textOf(asked)}"`,
        actual: `id "${textOf(answered)}"`,
        pointer: '/id',
        exchanges: [n],
      });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
