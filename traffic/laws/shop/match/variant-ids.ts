import type { Finding, Judgement } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import { isObject, type JsonObject } from '../../../json.ts';
import { askedOf } from '../../../naming/asked.ts';
import { isPartlyKept, readAnswer } from '../../../judging/answer.ts';
import { shortened } from '../../../retention/shortened.ts';
import { examine } from '../../../evidence/examine.ts';
import { failed, defineMerchantLaw, passed, notExercised } from '../../define.ts';
import { pushedIds } from '../push/pushed-ids.ts';

const id = 'basket/variant-ids';

/** Products and variants that are remembered; a catalogue may have a million. */
const most = 20_000;
/** What is longer is no id anybody uses: a basket's has 36 characters at most. */
const longest = 200;
/** As many variants of a product are named in a message. */
const mostNamed = 5;

/** A line that a basket of the shop's own making carries. */
interface Line {
  readonly exchange: number;
  readonly pointer: string;
}

/**
 * Catalogue page › Variant: its id is what baskets use. Product and variant ids may be counted apart, so that only
 * whoever has read the whole catalogue knows that an id of a product is of no variant.
 */
export const variantIds = defineMerchantLaw({
  id: 'basket/variant-ids',
  covers: [id],
  start: ({ budget, shop }) => {
    const pushes = examine([pushedIds], shop, budget);
    const catalogue = createCatalogue();
    const pending = new Map<string, Line>();
    const told = new Set<string>();
    const judge = (line: string, at: Line): readonly Judgement[] => {
      if (told.has(line) || catalogue.hasVariant(line)) {
        pending.delete(line);
        return told.has(line) ? [] : [passed(id)];
      }
      const product = catalogue.productOf(line);
      if (product === undefined) {
        if (pending.size < most) pending.set(line, at);
        return [];
      }
      pending.delete(line);
      told.add(line);
      return [failed(id, productNamed(line, product, at))];
    };
    return {
      see(exchange) {
        if (exchange.call.name === 'catalogue') {
          const waiting = catalogue.see(exchange, (variant) => pending.has(variant), pending.size > 0);
          return (catalogue.isWhole() ? [...pending.keys()] : waiting).flatMap((line) => {
            const at = pending.get(line);
            return at === undefined ? [] : judge(line, at);
          });
        }
        const step = shop.see(exchange);
        const [wrong] = step === undefined ? [] : pushes.see(step);
        if (wrong !== undefined) return [wrong];
        return linesIn(exchange).flatMap(([line, at]) => judge(line, at));
      },
      end: () => [notExercised(id, 'no line of a basket was found in the catalogue')],
    };
  },
});

/** Lines whose ids the shop chose: what the request carried is answered under the id it was asked for. */
const linesIn = (exchange: Exchange): readonly (readonly [string, Line])[] => {
  const { name } = exchange.call;
  if (name === 'basketChange') return idsIn(bodyOf(exchange), exchange.n);
  if (name !== 'retrieval' && name !== 'recalculation' && name !== 'lock') return [];
  if (isPartlyKept(exchange.request.body)) return [];
  const read = readAnswer(exchange);
  const asked = new Set(idsIn(bodyOf(exchange), 0).map(([line]) => line));
  return read.kind === 'answered' ? idsIn(read.body, exchange.n).filter(([line]) => !asked.has(line)) : [];
};

const bodyOf = ({ request: { body } }: Exchange): unknown =>
  body.bytes.byteLength > 0 && body.json.ok ? body.json.value : undefined;

const idsIn = (basket: unknown, exchange: number): readonly (readonly [string, Line])[] =>
  listIn(basket, 'products').flatMap(({ id: line }, index) =>
    typeof line === 'string' && line.length <= longest
      ? [[line, { exchange, pointer: `/products/${index}/id` }] as const]
      : [],
  );

const listIn = (holder: unknown, key: string): readonly JsonObject[] => {
  const list = isObject(holder) ? holder[key] : undefined;
  return Array.isArray(list) ? list.map((item: unknown) => (isObject(item) ? item : {})) : [];
};

interface Product {
  readonly variants: readonly string[];
  readonly exchange: number;
}

const createCatalogue = () => {
  const products = new Map<string, Product>();
  const variants = new Set<string>();
  /** Checkpoints that a walk from the beginning has come to. */
  const reached = new Set<string>();
  let isWhole = false;
  let isTooLarge = false;
  return {
    hasVariant: (variant: string) => variants.has(variant),
    isWhole: () => isWhole && !isTooLarge,
    /** A product of this id and no variant; undefined also where that cannot be known. */
    productOf(name: string): Product | undefined {
      if (!isWhole || isTooLarge || variants.has(name)) return undefined;
      const product = products.get(name);
      return product !== undefined && product.variants.length > 0 ? product : undefined;
    },
    /** The variants of the page that somebody waits for. */
    see(exchange: Exchange, awaits: (variant: string) => boolean, isAwaiting: boolean): readonly string[] {
      if (isTooLarge && !isAwaiting) return [];
      const read = readAnswer(exchange);
      if (read.kind !== 'answered' || !isObject(read.body) || !Array.isArray(read.body['products'])) return [];
      const given: readonly unknown[] = read.body['products'];
      const { nextCheckpoint } = read.body;
      const checkpoint = askedOf(exchange).get('checkpoint');
      if (checkpoint === null || reached.has(shortened(checkpoint))) {
        if (given.length === 0) isWhole = true;
        else if (typeof nextCheckpoint === 'string' && reached.size < most) reached.add(shortened(nextCheckpoint));
      }
      const waiting: string[] = [];
      for (const item of given) {
        const product = isObject(item) ? item : {};
        const own: string[] = [];
        const listed: unknown = product['variants'];
        for (const one of Array.isArray(listed) ? (listed as readonly unknown[]) : []) {
          const variant = isObject(one) ? one['id'] : undefined;
          if (typeof variant !== 'string') continue;
          if (own.length < mostNamed) own.push(variant);
          if (awaits(variant)) waiting.push(variant);
          if (variant.length > longest) isTooLarge = true;
          else if (variants.size < most || awaits(variant)) variants.add(variant);
          else isTooLarge ||= !variants.has(variant);
        }
        const name = product['id'];
        if (typeof name !== 'string') continue;
        // Its id is one of a variant as well, so that no line can be wrong for carrying it.
        if (own.length === 1 && own[0] === name) products.delete(name);
        else if (name.length <= longest && (products.size < most || products.has(name)))
          products.set(name, {
            variants: own,
            exchange: exchange.n,
          });
        else isTooLarge = true;
      }
      return waiting;
    },
  };
};

const productNamed = (line: string, { variants, exchange }: Product, at: Line): Finding => ({
  expected: `the id of a variant, such as ${JSON.stringify(variants[0])}`,
  actual: `${JSON.stringify(line)}, a product whose variants are ${variants
    .map((one) => JSON.stringify(one))
    .join(', ')}`,
  pointer: at.pointer,
  exchanges: [exchange, at.exchange],
  cause: 'product id in a line',
});
