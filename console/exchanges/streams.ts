import type { Judgement } from '#schemas';
import { type Exchange, toTillTraffic } from '#traffic';
import { createLawBudget, type LawSettings, merchantLaws, posLaws, unsigned, type Watch, watch } from '#traffic/laws';

/** The laws over live traffic, of one target or of all. */
export interface Stream {
  /** Everything in the order it was complete. What an exchange shows about earlier ones is said of it. */
  readonly see: (exchange: Exchange) => readonly Judgement[];
}

/** A stream for the location of every till, and one for every shop. */
export const createStreams = (given: LawSettings): Stream => {
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
