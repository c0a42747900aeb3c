import type { BasketChangeError } from '#schemas';
import { type BasketChanges, basketChangeErrors } from '../../api/basket-change.ts';
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
  'POST /baskets/{basketId}/loaded': {
    summary: 'The platform has loaded this basket, so that its merchant may push changes of it',
    run: (control, { basketId }) => control.basketLoaded(basketId),
  },
  'POST /basketChange/rejectNext': {
    summary: 'Answers the next basket change with this error',
    fields: {
      error: { type: 'string', values: Object.keys(basketChangeErrors) as BasketChangeError[], required: true },
    },
    run: (control, { error }) => control.rejectNextBasketChange(error),
  },
});
