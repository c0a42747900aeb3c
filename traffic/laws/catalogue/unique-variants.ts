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
    const sharedIn = (product: unknown): Finding | undefined => {
      if (!isObject(product)) return undefined;
      const { id: name, updatedAt, variants } = product;
      if (typeof name !== 'string' || !Array.isArray(variants)) return undefined;
      const owner = prints.of(name);
      const before = variants.length > 1 ? new Set<string>() : undefined;
      for (const one of variants as readonly unknown[]) {
        const variant = isObject(one) ? one['id'] : undefined;
        if (typeof variant !== 'string') continue;
        const isTwice = before?.has(variant) === true;
        before?.add(variant);
        const noted = prints.note(variant, owner);
        // A variant may have moved from one product to another since the first was read.
        if (isTwice || (noted === 'other' && !hasChangedSince(updatedAt, startedAt)))
          return shared(variant, name, isTwice);
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

const productsIn = (body: unknown): readonly unknown[] => {
  const products: unknown = isObject(body) ? body['products'] : undefined;
  return Array.isArray(products) ? products : [];
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
