import type { Sight } from '../../../evidence/row.ts';
import { isObject, type JsonObject } from '../../../json.ts';
import { linesIn } from '../../../ledgers/shop/answers.ts';
import type { CataloguePage } from '../../../ledgers/shop/catalogue.ts';
import type { ShopStep } from '../../../ledgers/shop/ledgers.ts';
import { shortened } from '../../../retention/shortened.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';
import { pushedIds } from '../push/pushed-ids.ts';

const requirement = 'basket/variant-ids';

/** Products and variants that are remembered; a catalogue may have a million. */
const most = 20_000;
/** What is longer is no id anybody uses: a basket's has 36 characters at most. */
const longest = 200;
/** As many variants of a product are named in a message. */
const mostNamed = 5;

/** A line that a basket of the shop's own making carries. */
interface Line {
  readonly n: number;
  readonly pointer: string;
}

/**
 * Catalogue page › Variant: its id is what baskets use. Product and variant ids may be counted apart, so that only
 * whoever has read the whole catalogue knows that an id of a product is of no variant.
 */
const namedByProduct: ShopRow = {
  requirement,
  cause: 'product id in a line',
  look: () => {
    const catalogue = createCatalogue();
    const pending = new Map<string, Line>();
    const told = new Set<string>();
    const judge = (line: string, at: Line): readonly (Sight | 'passed')[] => {
      if (told.has(line) || catalogue.hasVariant(line)) {
        pending.delete(line);
        return told.has(line) ? [] : ['passed'];
      }
      const product = catalogue.productOf(line);
      if (product === undefined) {
        if (pending.size < most) pending.set(line, at);
        return [];
      }
      pending.delete(line);
      told.add(line);
      return [sightOf(line, product, at)];
    };
    return (step) => {
      if (step.kind !== 'catalogue') return idsIn(step).flatMap(([line, at]) => judge(line, at));
      const waiting = catalogue.see(step, (variant) => pending.has(variant), pending.size > 0);
      return (catalogue.isWhole() ? [...pending.keys()] : waiting).flatMap((line) => {
        const at = pending.get(line);
        return at === undefined ? [] : judge(line, at);
      });
    };
  },
};

export const variantIds = lawByRows(requirement, [pushedIds, namedByProduct], {
  [requirement]: ['no product of a basket was found in the catalogue'],
});

/** Lines whose ids the shop chose: what the request carried is answered under the id it was asked for. */
const idsIn = (step: Exclude<ShopStep, CataloguePage>): readonly (readonly [string, Line])[] => {
  if (step.kind === 'order' || step.isPartlyKept) return [];
  const isPush = step.kind === 'basketChange';
  const asked = new Set(isPush ? [] : linesIn(step.request)?.map(({ id }) => id));
  return (linesIn(isPush ? step.request : step.answer) ?? []).flatMap(({ id }, index) =>
    typeof id === 'string' && id.length <= longest && !asked.has(id)
      ? [[id, { n: step.n, pointer: `/products/${index}/id` }] as const]
      : [],
  );
};

interface Product {
  readonly variants: readonly string[];
  readonly n: number;
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
    see(page: CataloguePage, awaits: (variant: string) => boolean, isAwaiting: boolean): readonly string[] {
      if (isTooLarge && !isAwaiting) return [];
      const { checkpoint, nextCheckpoint, items, n } = page;
      if (checkpoint === null || reached.has(shortened(checkpoint))) {
        if (page.products?.length === 0) isWhole = true;
        else if (nextCheckpoint !== undefined && items.length > 0 && reached.size < most)
          reached.add(shortened(nextCheckpoint));
      }
      const waiting: string[] = [];
      for (const item of items) {
        const product: JsonObject = isObject(item) ? item : {};
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
          products.set(name, { variants: own, n });
        else isTooLarge = true;
      }
      return waiting;
    },
  };
};

const sightOf = (line: string, { variants, n }: Product, at: Line): Sight => ({
  unlike: line,
  expected: `the id of a variant, such as ${JSON.stringify(variants[0])}`,
  actual: `${JSON.stringify(line)}, a product with the variants ${variants.map((one) => JSON.stringify(one)).join(', ')}`,
  pointer: at.pointer,
  exchanges: [n, at.n],
});
