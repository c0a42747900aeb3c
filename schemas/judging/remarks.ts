import type { CheckOutcome } from './outcome.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { ShapeName } from '../shapes/names.ts';
import { isTableGoing, isTableOver } from './table-status.ts';
import { parseTimestamp } from '../texts/timestamp.ts';

interface Remark {
  readonly requirement: RequirementId;
  readonly outcome: CheckOutcome;
}

/** What a schema cannot say of a body, since it is no plain yes or no: ambiguity, and what the specification advises. */
export const remarks = (shape: ShapeName, body: object): readonly Remark[] => {
  if (shape === 'table-order-snapshot-resolution-result') return twoStatuses(body);
  const products: unknown = 'products' in body ? body.products : undefined;
  if (!Array.isArray(products)) return [];
  if (shape === 'basket') return emptyPolicies(products);
  return shape === 'catalogue-page' ? ambiguousUpdates(products) : [];
};

// Catalogue rules › Product policies: "omit `policies` otherwise".
const emptyPolicies = (products: readonly unknown[]): readonly Remark[] => {
  const isEmpty = (product: unknown): boolean => {
    const policies = valueOf(product, 'policies');
    return Array.isArray(policies) && policies.length === 0;
  };
  const index = products.findIndex(isEmpty);
  if (index < 0) return [];
  return [
    {
      requirement: 'basket/policies-omitted-when-none',
      outcome: {
        status: 'failed',
        message: `products[${index}].policies is an empty array; leave policies out when no restriction applies.`,
        expected: 'no policies property, or one policy',
        actual: '[]',
        pointer: `/products/${index}/policies`,
        cause: '/products/*/policies empty',
      },
    },
  ];
};

/** Both are the Table status, of one table at one moment. That a session may outlive what was ordered is not ruled out, unless it shows its end. */
const twoStatuses = (body: object): readonly Remark[] => {
  const [session, snapshot] = [valueOf(body, 'tableSessionContext'), valueOf(body, 'tableOrderSnapshot')];
  const [going, over] = [valueOf(session, 'status'), valueOf(snapshot, 'status')];
  if (!isTableGoing(going) || !isTableOver(over)) return [];
  const hasClosedAt = valueOf(session, 'closedAt') !== undefined;
  return [
    {
      requirement: 'table/closed-at',
      outcome: {
        status: hasClosedAt ? 'failed' : 'warned',
        message: `A table is closed by its snapshot${hasClosedAt ? ' and its closedAt' : ''}, and not by the status of its tableSessionContext; show one status in both.`,
        expected: `tableSessionContext.status ${over}`,
        actual: `status ${going}`,
        pointer: '/tableSessionContext/status',
        cause: 'a closed table with another status of its session',
      },
    },
  ];
};

const ambiguousUpdates = (products: readonly unknown[]): readonly Remark[] => {
  const index = products.findIndex((product) => isAmbiguous(valueOf(product, 'updatedAt')));
  if (index < 0) return [];
  return [
    {
      requirement: 'catalogue/updated-at-milliseconds',
      outcome: {
        status: 'warned',
        message: `products[${index}].updatedAt has no offset, so the moment it means is a guess; end it with Z.`,
        expected: 'an offset: Z or +01:00',
        actual: JSON.stringify(valueOf(products[index], 'updatedAt')),
        pointer: `/products/${index}/updatedAt`,
        cause: '/products/*/updatedAt no offset',
      },
    },
  ];
};

// A page may hold thousands of products, nearly all of which end in Z: those cost one character.
const isAmbiguous = (text: unknown): boolean => {
  if (typeof text !== 'string' || text.endsWith('Z')) return false;
  const read = parseTimestamp(text);
  return read !== undefined && !read.hasOffset && read.fractionDigits > 0;
};

const valueOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
