import { parseTimestamp, type Position } from '#schemas';
import { type JsonObject, objectOf } from '../../json.ts';
import { readOnce } from '../../retention/read-once.ts';

/** A variant of a listed product, as far as it could be read. */
export interface ListedVariant {
  readonly id: string;
  readonly available: boolean;
  /** Undefined where the merchant tracks no inventory. */
  readonly quantity: number | undefined;
}

/** A product of a catalogue page, reduced to what positions and behaviour are about. */
export interface Listed {
  readonly id: string;
  /** The text of updatedAt, for messages. */
  readonly updatedAt: string;
  /** updatedAt in whole milliseconds, as checkpoints count. */
  readonly epochMs: number;
  /** Digits of updatedAt beyond the millisecond. */
  readonly finer: string;
  readonly hasOffset: boolean;
  /** updatedAt shows milliseconds; without them the instant is only known to the second. */
  readonly hasMilliseconds: boolean;
  readonly delisted: boolean;
  /** As it stands there, for messages. */
  readonly status?: unknown;
  readonly variants: readonly ListedVariant[];
}

/** Undefined where it has no readable id or updatedAt, and so no position. */
const readListed = (value: unknown): Listed | undefined => {
  const product = objectOf(value);
  const { id, updatedAt, status, variants } = product;
  if (typeof id !== 'string' || typeof updatedAt !== 'string') return undefined;
  const at = parseTimestamp(updatedAt);
  if (at === undefined) return undefined;
  return {
    id,
    updatedAt,
    epochMs: at.epochMs,
    finer: at.fractionDigits > 3 ? finerDigits(updatedAt) : '',
    hasOffset: at.hasOffset,
    hasMilliseconds: at.fractionDigits >= 3,
    delisted: status === 'DELISTED',
    status,
    variants: Array.isArray(variants) ? readVariants(variants) : [],
  };
};

const finerDigits = (updatedAt: string): string => (/[.,]\d{3}(\d+)/u.exec(updatedAt)?.[1] ?? '').replace(/0+$/u, '');

const readVariants = (values: readonly unknown[]): readonly ListedVariant[] => {
  const variants: ListedVariant[] = [];
  for (const value of values) {
    const { id, stock } = objectOf(value);
    if (typeof id !== 'string') continue;
    const { isAvailable, availableQuantity } = objectOf(stock);
    variants.push({
      id,
      available: isAvailable === true,
      quantity: Number.isSafeInteger(availableQuantity) ? (availableQuantity as number) : undefined,
    });
  }
  return variants;
};

/** A page as far as its products have a position, or why they have none. */
export type Listing =
  | { readonly products: readonly Listed[]; readonly nextCheckpoint: string | undefined }
  | { readonly reason: string };

export const readListing = (body: unknown): Listing => listingOf(objectOf(body));

/** A page is read by whoever walks and by the law that watches, and reading its times takes longer than all else. */
const listingOf = readOnce((page: JsonObject): Listing => {
  const items: unknown = page['products'];
  if (!Array.isArray(items)) return { reason: 'a page has no products array' };
  const products: Listed[] = [];
  for (const item of items as readonly unknown[]) {
    const listed = readListed(item);
    if (listed === undefined) return { reason: 'a product has no readable id or updatedAt, so it has no position' };
    products.push(listed);
  }
  const next: unknown = page['nextCheckpoint'];
  return { products, nextCheckpoint: typeof next === 'string' ? next : undefined };
});

export const positionOf = ({ epochMs, id }: Listed): Position => ({ epochMs, id });
export const samePosition = (a: Position, b: Position): boolean => a.epochMs === b.epochMs && a.id === b.id;

export const describe = ({ id, updatedAt }: Pick<Listed, 'id' | 'updatedAt'>): string =>
  `${updatedAt} ${JSON.stringify(id)}`;
export const describePosition = ({ epochMs, id }: Position): string =>
  `${new Date(epochMs).toISOString()} ${JSON.stringify(id)}`;
