import type { ExchangeSummary, ShapeSettings, Judgement } from '#schemas';
import { type Exchange, type Secrets, secretsInForce, shownBody, toRecorded, walksIn, toTillTraffic } from '#traffic';
import {
  type LawSettings,
  visibilityMs,
  createLawBudget,
  merchantLaws,
  posLaws,
  unsigned,
  type Watch,
  watch,
} from '#traffic/laws';
import { createArchive } from './archive.ts';
import { judged } from './judgements.ts';
import { createRing, shownBytes } from './ring.ts';
import { addressOf, createView } from './view.ts';

/** The last exchanges of a platform in both directions, judged and shown when somebody looks. */
export type Exchanges = ReturnType<typeof createExchanges>;

/** Told the number of each exchange that is added, and of one whose verdict a later one has changed. */
type Listener = (id: number, news: 'exchange' | 'verdict') => void;

export interface ExchangesOptions {
  /** How many are kept. */
  readonly most?: number;
  /** What is in force for an exchange: a shop may have delivery options of its own. */
  readonly shapes?: (exchange: Exchange) => ShapeSettings;
  readonly secrets?: () => Secrets;
  /** What is in force for the laws. */
  readonly laws?: Partial<LawSettings>;
}

export const createExchanges = ({
  most = 10_000,
  shapes = () => ({}),
  secrets = () => ({}),
  laws = {},
}: ExchangesOptions = {}) => {
  const listeners = new Set<Listener>();
  const streams = createStreams({ healthIntervalMs: 60_000, visibilityMs, signatures: true, ...laws });
  const ring = createRing({
    most,
    follow: streams.see,
    judge: (exchange) => judged(exchange, shapes(exchange)),
    onNews(id, news) {
      for (const listener of listeners) listener(id, news);
    },
  });
  const redactorInForce = secretsInForce(secrets);
  const view = createView({ judged: ring.judged, redactor: redactorInForce });
  const summary = (id: number): ExchangeSummary | undefined => {
    const exchange = ring.get(id);
    return exchange && view.summary(exchange);
  };
  /** In what a reader is shown; that costs more than to see that it is nowhere. */
  const holds = (id: number, text: string): boolean => {
    const { request, response } = ring.get(id) ?? {};
    return [request, response].some(
      (half) =>
        half !== undefined &&
        Buffer.from(half.body.plain).toString().toLowerCase().includes(text) &&
        shownBody(half.body, redactorInForce(), shownBytes).body?.toLowerCase().includes(text) === true,
    );
  };
  return {
    add: ring.add,
    /** Undefined when it was never there or is forgotten. */
    summary,
    get(id: number) {
      const exchange = ring.get(id);
      return exchange && view.detail(exchange);
    },
    async archive(ids: readonly number[]) {
      const redactor = redactorInForce();
      const recorded = ids.flatMap((id) => {
        const exchange = ring.get(id);
        if (exchange === undefined) return [];
        const { at, answeredAt, sender, call, facts, request, response, failure } = exchange;
        const named = {
          scenario: facts.shop ?? facts.integrationProfileId ?? 'platform',
          operation: call.name,
          durationMs: answeredAt - at,
        };
        const told = { ...(response && { response }), ...(failure && { failure }) };
        const { method, headers, body } = request;
        const asked = { method, url: addressOf(exchange), headers, body };
        return [toRecorded({ n: id, at, sender, ...named, request: asked, ...told }, redactor)];
      });
      return await createArchive(recorded);
    },
    walks(ids: readonly number[]) {
      const redactor = redactorInForce();
      return {
        walks: walksIn(
          ids.flatMap((id) => {
            const { call, request, response } = ring.get(id) ?? {};
            if (call?.name !== 'catalogue' || response === undefined || response.status >= 300) return [];
            const { body = '' } = shownBody(response.body, redactor, shownBytes);
            return [{ exchange: id, url: redactor.text(request?.url ?? ''), body }];
          }),
        ),
      };
    },
    /** The newest of those after this number, ascending, as far as a body has the text. */
    list(after: number, limit: number, text = '') {
      const [oldest, newest] = ring.range();
      const first = Math.max(oldest, after + 1, newest - limit + 1);
      const ids = Array.from({ length: Math.max(0, newest - first + 1) }, (_, index) => first + index);
      return ids.filter((id) => text === '' || holds(id, text.toLowerCase())).flatMap((id) => summary(id) ?? []);
    },
    follow: (listener: Listener) => void listeners.add(listener),
  };
};

/** The laws over live traffic, of one target or of all. */
interface Stream {
  /** Everything in the order it was complete. What an exchange shows about earlier ones is said of it. */
  readonly see: (exchange: Exchange) => readonly Judgement[];
}

/** A stream for the location of every till, and one for every shop. */
const createStreams = (given: LawSettings): Stream => {
  const settings: LawSettings = { budget: createLawBudget(), ...given };
  const tills = new Map<string, Stream>();
  const shops = new Map<string, Stream>();
  const streamIn = (streams: Map<string, Stream>, key: string, start: () => Stream): Stream => {
    const stream = streams.get(key) ?? start();
    streams.set(key, stream);
    return stream;
  };
  const till = () => tillStream(watch(posLaws, settings));
  const shop = () => shopStream(watch(merchantLaws, settings));

  const streamOf = ({ sender, call, facts }: Exchange): Stream | undefined => {
    if (sender === 'harness') return facts.shop === undefined ? undefined : streamIn(shops, facts.shop, shop);
    if (call.party === 'merchant') return undefined;
    if (facts.integrationProfileId !== undefined) return streamIn(tills, facts.integrationProfileId, till);
    // A call that names nobody is the only till's, where there is but one.
    const [only, ...others] = tills.values();
    return others.length === 0 ? only : undefined;
  };

  return {
    see(exchange) {
      const stream = streamOf(exchange);
      if (stream !== undefined) return stream.see(exchange);
      return settings.signatures ? toTillTraffic(exchange).flatMap((seen) => unsigned({ ...seen, n: 0 })) : [];
    },
  };
};

const tillStream = ({ see, at }: Watch<Parameters<typeof unsigned>[0]>): Stream => {
  let n = 0;
  return {
    see(exchange) {
      const said = toTillTraffic(exchange).flatMap((traffic) => see({ ...traffic, n: n++ }));
      return [...said, ...at(exchange.answeredAt)];
    },
  };
};

const shopStream = ({ see, at }: Watch<Exchange>): Stream => ({
  see: (exchange) => [...see(exchange), ...at(exchange.answeredAt)],
});
