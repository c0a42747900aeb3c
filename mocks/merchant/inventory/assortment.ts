export interface Article {
  readonly index: number;
  readonly id: string;
  readonly updatedAt: number;
  readonly variantIds: readonly string[];
  readonly unitPrice: number;
  /** Infinity: plenty, not tracked. */
  readonly stock: number;
  readonly delisted: boolean;
}

/** What a shop decides about its ids. */
export interface Labels {
  /** Sizes of the groups that share one updatedAt, over and over; a label per rank in the group, ascending. */
  readonly groups: readonly (readonly ((index: number) => string)[])[];
  readonly variantIds: (id: string, index: number) => readonly string[];
  /** The index hidden in a product or variant id; checked afterwards. */
  readonly parse: (id: string) => number;
  readonly compareIds: (one: string, other: string) => number;
  readonly delists: boolean;
}

const firstUpdate = Date.UTC(2024, 2, 31, 0, 59, 59, 123);
const updateStep = 61_337;

/** Products computed by index, so that a million of them take no memory. */
export type Assortment = ReturnType<typeof createAssortment>;

export const createAssortment = (size: number, labels: Labels) => {
  const period = labels.groups.reduce((sum, group) => sum + group.length, 0);

  const place = (index: number): { readonly label: string; readonly group: number } => {
    let rest = index % period;
    for (const [position, group] of labels.groups.entries()) {
      const label = group[rest];
      if (label) return { label: label(index), group: Math.floor(index / period) * labels.groups.length + position };
      rest -= group.length;
    }
    throw new RangeError(`no product ${index}`);
  };

  const at = (index: number): Article => {
    const { label, group } = place(index);
    return {
      index,
      id: label,
      updatedAt: firstUpdate + group * updateStep,
      variantIds: labels.variantIds(label, index),
      unitPrice: 199 + ((index * 7919) % 20_000),
      stock: stockOf(index),
      delisted: labels.delists && index % 10 === 7,
    };
  };

  return {
    size,
    /** In ascending (updatedAt, id) order. */
    at,
    /** The index in a product or variant id; undefined when no such product exists. */
    indexOf: (id: string) => {
      const index = labels.parse(id);
      if (!Number.isSafeInteger(index) || index < 0 || index >= size) return undefined;
      const article = at(index);
      return article.id === id || article.variantIds.includes(id) ? index : undefined;
    },
    compareIds: labels.compareIds,
  };
};

/** What there is of a product whose stock is counted and does not run out. */
export const plenty = 1000;

/** Out of stock, one to three left, or plenty, counted or not. */
const stockOf = (index: number): number => {
  const digit = index % 10;
  if (digit === 2) return 0;
  if (digit === 8) return plenty;
  return digit > 0 && digit % 3 === 0 ? 1 + (index % 3) : Number.POSITIVE_INFINITY;
};
