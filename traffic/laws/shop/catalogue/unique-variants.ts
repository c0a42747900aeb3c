import { parseTimestamp } from '#schemas';
import type { Sight } from '../../../evidence/row.ts';
import { isObject } from '../../../json.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';
import { createFingerprints } from './fingerprints.ts';

/** Baskets name products by the ids of their variants. */
const sharedVariant: ShopRow = {
  requirement: 'catalogue/variant-ids-unique',
  cause: 'variant id not unique',
  look: () => {
    const prints = createFingerprints();
    let startedAt: number | undefined;
    const sharedIn = (product: unknown, n: number): Sight | undefined => {
      const { id: name, updatedAt, variants } = isObject(product) ? product : {};
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
        if (!isTwice && (noted !== 'other' || hasChangedSince(updatedAt, startedAt))) continue;
        const where = isTwice ? 'twice in' : 'in another product and again in';
        return {
          expected: 'every variant id once in the catalogue',
          actual: `${JSON.stringify(variant)} ${where} product ${JSON.stringify(name)}`,
          exchanges: [n],
        };
      }
      return undefined;
    };
    return (step) => {
      if (step.kind !== 'catalogue' || step.items.length === 0) return undefined;
      startedAt ??= step.at;
      for (const product of step.items) {
        const shared = sharedIn(product, step.n);
        if (shared !== undefined) return shared;
      }
      return 'passed';
    };
  },
};

const hasChangedSince = (updatedAt: unknown, startedAt: number | undefined): boolean => {
  const at = typeof updatedAt === 'string' ? parseTimestamp(updatedAt) : undefined;
  return at === undefined || at.epochMs >= (startedAt ?? 0);
};

export const uniqueVariants = lawByRows('catalogue/unique-variants', [sharedVariant], {
  'catalogue/variant-ids-unique': ['no page of the catalogue has a product'],
});
