import type { ExchangesPort } from '../../state/ports.ts';
import { ControlError, operationsOn } from '../declaration/fields.ts';

export type ExchangeControl = ReturnType<typeof createExchangeControl>;

export const createExchangeControl = ({ exchanges }: { readonly exchanges: ExchangesPort | undefined }) => ({
  exchanges: (after: number, limit: number, text?: string) => exchanges?.list(after, limit, text) ?? [],
  exchange(id: number) {
    const exchange = exchanges?.get(id);
    if (exchange === undefined)
      throw new ControlError(404, 'UnknownExchange', `There is no exchange ${id}, or it is forgotten.`);
    return exchange;
  },
  archive: async (ids: readonly number[]) => await kept(exchanges).archive(ids),
  walks: (ids: readonly number[]) => kept(exchanges).walks(ids),
});

const kept = (exchanges: ExchangesPort | undefined): ExchangesPort => {
  if (exchanges === undefined) throw new ControlError(501, 'NothingKept', 'This platform keeps no exchanges.');
  return exchanges;
};

export const exchangeOperations = operationsOn<ExchangeControl>()({
  'GET /exchanges': (control, { after = 0, limit = 1000, text }) => ({
    exchanges: limit > 0 ? control.exchanges(after, limit, text) : [],
  }),
  'GET /exchanges/{id}': (control, { id }) => control.exchange(Number(id)),
  'POST /exchanges/archive': (control, { exchanges }) => control.archive(exchanges.map(Number)),
  'POST /exchanges/walks': (control, { exchanges }) => control.walks(exchanges.map(Number)),
});
