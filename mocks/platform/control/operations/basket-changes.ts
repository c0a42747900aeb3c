import type { BasketChanges } from '../../api/basket-change.ts';
import { operationsOn } from '../declaration/fields.ts';

export type BasketChangeControl = ReturnType<typeof createBasketChangeControl>;

export const createBasketChangeControl = ({
  basketChanges,
}: {
  readonly basketChanges: Pick<BasketChanges, 'loaded' | 'rejectNext'>;
}) => ({
  basketLoaded: basketChanges.loaded,
  rejectNextBasketChange: basketChanges.rejectNext,
});

export const basketChangeOperations = operationsOn<BasketChangeControl>()({
  'POST /baskets/{basketId}/loaded': (control, { basketId }) => control.basketLoaded(basketId),
  'POST /basketChange/rejectNext': (control, { error }) => control.rejectNextBasketChange(error),
});
