import { type Finding, parseTimestamp } from '#schemas';
import { isObject } from '../../json.ts';
import { readAnswer } from '../../judging/answer.ts';
import { broken, defineMerchantLaw, holds, untold } from '../define.ts';
import { createFingerprints } from './fingerprints.ts';

const id = 'catalogue/variant-ids-unique';

/** Baskets name products by the ids of their variants. */
export const uniqueVariants = defineMerchantLaw({
  id: 'catalogue/unique-variants',
  covers: [id],
  start: () => {
    const prints = createFingerprints();
    let startedAt: number | undefined;
    const sharedIn = (product: Listed): Finding | undefined => {
      for (const [index, variant] of product.variants.entries()) {
        const isTwice = product.variants.indexOf(variant) !== index;
        const noted = prints.note(variant, product.id);
        // A variant may have moved from one product to another since the first was read.
        if (isTwice || (noted === 'other' && !hasChangedSince(product.updatedAt, startedAt)))
          return shared(variant, product.id, isTwice);
      }
      return undefined;
    };
    return {
      see(exchange) {
        const read = exchange.call.name === 'catalogue' ? readAnswer(exchange) : undefined;
        const products = read?.kind === 'answered' ? productsIn(read.body) : [];
        if (products.length === 0) return [];
        startedAt ??= exchange.at;
        for (const product of products) {
          const finding = sharedIn(product);
          if (finding !== undefined) return [broken(id, { ...finding, exchanges: [exchange.n] })];
        }
        return [holds(id)];
      },
      end: () => [untold(id, 'no page of the catalogue has a product')],
    };
  },
});

interface Listed {
  readonly id: string;
  readonly updatedAt: unknown;
  readonly variants: readonly string[];
}

const productsIn = (body: unknown): readonly Listed[] =>
  objectsIn(body, 'products').flatMap((product) => {
    const { id: name, updatedAt } = product;
    if (typeof name !== 'string') return [];
    const variants = objectsIn(product, 'variants').flatMap((one) =>
      typeof one['id'] === 'string' ? [one['id']] : [],
    );
    return [{ id: name, updatedAt, variants }];
  });

const objectsIn = (holder: unknown, key: string): readonly Readonly<Record<string, unknown>>[] => {
  const list = isObject(holder) ? holder[key] : undefined;
  return Array.isArray(list) ? list.filter((item) => isObject(item)) : [];
};

const hasChangedSince = (updatedAt: unknown, startedAt: number | undefined): boolean => {
  const at = typeof updatedAt === 'string' ? parseTimestamp(updatedAt) : undefined;
  return at === undefined || at.epochMs >= (startedAt ?? 0);
};

const shared = (variant: string, product: string, isTwice: boolean): Finding => ({
  message: 'One variant id stands for two variants. Baskets name products by it, so it has to be unique.',
  expected: 'every variant id once in the catalogue',
  actual: `${JSON.stringify(variant)} ${isTwice ? 'twice in' : 'in another product and again in'} product ${JSON.stringify(product)}`,
  cause: 'variant id not unique',
});
