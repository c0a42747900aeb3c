import { decodeCheckpoint, parseTimestamp } from '#schemas';
import { readAnswer } from '../../judging/answer.ts';
import { askedOf } from '../../naming/asked.ts';
import { broken, defineMerchantLaw, holds, untold } from '../define.ts';

const id = 'catalogue/limit';

/** Endpoints › Merchant-hosted › 5: `limit` is the maximum number of products of a page. */
export const limit = defineMerchantLaw({
  id: 'catalogue/limit',
  covers: [id],
  start: () => ({
    see(exchange) {
      if (exchange.call.name !== 'catalogue') return [];
      const read = readAnswer(exchange);
      const query = askedOf(exchange);
      const asked = Number(query.get('limit') ?? Number.NaN);
      const products: unknown = read.kind === 'answered' ? Object(read.body).products : undefined;
      if (!Array.isArray(products) || products.length === 0 || Number.isNaN(asked)) return [];
      if (products.length <= asked) return [holds(id)];
      if (beginsWrongly(products[0], query.get('checkpoint'))) return [];
      return [
        broken(id, {
          message: `A page${query.has('checkpoint') ? ' after a checkpoint' : ''} holds more products than the limit asked for.`,
          expected: `at most ${asked} products`,
          actual: `${products.length} products`,
          pointer: '/products',
          exchanges: [exchange.n],
          cause: 'more than the limit',
        }),
      ];
    },
    end: () => [untold(id, 'no page of the catalogue has a product')],
  }),
});

/** Pages that begin wrongly are too long for that reason. */
const beginsWrongly = (first: unknown, checkpoint: string | null): boolean => {
  if (checkpoint === null) return false;
  const { id: name, updatedAt } = Object(first) as { readonly id?: unknown; readonly updatedAt?: unknown };
  const at = typeof updatedAt === 'string' ? parseTimestamp(updatedAt) : undefined;
  const asked = decodeCheckpoint(checkpoint);
  if (at === undefined || asked === undefined || typeof name !== 'string') return true;
  return at.epochMs < asked.epochMs || (at.epochMs === asked.epochMs && name <= asked.id);
};
