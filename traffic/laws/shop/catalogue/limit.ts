import { isObject } from '../../../json.ts';
import { parseTimestamp, type Position } from '#schemas';
import { lawByRows, type ShopRow } from '../../by-rows.ts';

/** Endpoints › Merchant-hosted › 5: `limit` is the maximum number of products of a page. */
const moreThanLimit: ShopRow = {
  requirement: 'catalogue/limit',
  cause: 'more than the limit',
  message: 'A page holds more products than the limit asked for.',
  pointer: '/products',
  look: () => (step) => {
    if (step.kind !== 'catalogue' || step.limit === null || step.items.length === 0) return undefined;
    const { items, checkpoint, n } = step;
    const asked = Number(step.limit);
    if (items.length <= asked) return 'passed';
    if (Number.isNaN(asked) || (checkpoint !== null && beginsWrongly(items[0], step.after))) return undefined;
    return {
      unlike: n,
      ...(checkpoint !== null && {
        message: 'A page after a checkpoint holds more products than the limit asked for.',
      }),
      expected: `at most ${asked} products`,
      actual: `${items.length} products`,
      exchanges: [n],
    };
  },
};

/** Pages that begin wrongly are too long for that reason. */
const beginsWrongly = (first: unknown, asked: Position | undefined): boolean => {
  const { id, updatedAt } = isObject(first) ? first : {};
  const at = typeof updatedAt === 'string' ? parseTimestamp(updatedAt) : undefined;
  if (at === undefined || asked === undefined || typeof id !== 'string') return true;
  return at.epochMs < asked.epochMs || (at.epochMs === asked.epochMs && id <= asked.id);
};

export const limit = lawByRows('catalogue/limit', [moreThanLimit], {
  'catalogue/limit': ['no page of the catalogue has a product'],
});
