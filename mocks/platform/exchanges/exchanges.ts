import type { EventStream } from '../event.ts';
import type { Settings } from '../settings.ts';
import type { Shops } from '../shops/shops.ts';
import type { State } from '../state.ts';
import { createExchangeLog } from './exchange-log.ts';
import { createExchangeView, type ExchangeDetail, type ExchangeSummary } from './exchange-view.ts';
import { judgementsOf } from './judging.ts';
import type { Tap } from '../tap.ts';

/** The exchanges of a platform in both directions, as they are recorded and as they are told. */
export interface Exchanges {
  readonly add: Tap;
  /** Undefined when it was never there or is forgotten. */
  readonly summary: (id: number) => ExchangeSummary | undefined;
  readonly detail: (id: number) => ExchangeDetail | undefined;
  /** The newest of those after this number, ascending. */
  readonly after: (id: number, limit: number) => readonly ExchangeSummary[];
}

export interface ExchangesDeps {
  readonly settings: Settings;
  readonly events: EventStream;
  readonly state: State;
  /** Asked when something is told, as the shops are made with what is recorded of their calls. */
  readonly shops: () => Shops;
}

export const createExchanges = ({ settings, events, state, shops }: ExchangesDeps): Exchanges => {
  const { most } = settings.exchanges;
  const log = createExchangeLog({
    most,
    judge: (exchange) => judgementsOf(exchange, shops().get(exchange.facts.shop ?? '')?.settings.deliveryOptionKeys),
    onAdded: (id) => events.emit({ kind: 'exchange', id }),
  });
  const view = createExchangeView({
    judged: log.judged,
    secrets: () => ({ values: secretsOf(state, shops()), headers: headersOf(shops()) }),
  });
  const summary = (id: number): ExchangeSummary | undefined => {
    const exchange = log.get(id);
    return exchange && view.summary(exchange);
  };
  return {
    add: log.add,
    summary,
    detail(id) {
      const exchange = log.get(id);
      return exchange && view.detail(exchange);
    },
    after(id, limit) {
      const [oldest, newest] = log.range();
      const first = Math.max(oldest, id + 1, newest - limit + 1);
      const ids = Array.from({ length: Math.max(0, newest - first + 1) }, (_, index) => first + index);
      return ids.flatMap((each) => summary(each) ?? []);
    },
  };
};

function* secretsOf({ apiCredentials, queueCredentials }: State, shops: Shops): Generator<string> {
  for (const { apiKey, secret } of apiCredentials.values()) yield* [apiKey, secret];
  for (const { accessKeyId, secretAccessKey } of queueCredentials.values()) yield* [accessKeyId, secretAccessKey];
  for (const [, { settings }] of shops.entries()) {
    const { apiKey, secret } = settings.signature ?? {};
    yield* [apiKey, secret].filter((value) => value !== undefined);
  }
}

function* headersOf(shops: Shops): Generator<Readonly<Record<string, string>>> {
  for (const [, { settings }] of shops.entries()) yield settings.headers ?? {};
}
