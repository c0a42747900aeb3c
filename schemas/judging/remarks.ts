import { type CheckOutcome, failed, type Finding, type Judgement, warned } from './outcome.ts';
import type { ShapeName } from '../shapes/names.ts';
import { isTableGoing, isTableOver, isTableStatus } from './table-status.ts';
import { parseTimestamp } from '../texts/timestamp.ts';

/** What a schema cannot say of a body, since it is no plain yes or no: ambiguity, and what the specification advises. */
export const remarks = (shape: ShapeName, body: object): readonly Judgement[] => {
  if (shape === 'table-order-snapshot-resolution-result') return tableStatuses(body);
  if (shape === 'order-submission-result') return receiptForNothing(body);
  const products: unknown = 'products' in body ? body.products : undefined;
  if (!Array.isArray(products)) return [];
  if (shape === 'basket') return emptyPolicies(products);
  return shape === 'catalogue-page' ? ambiguousUpdates(products) : [];
};

// Catalogue rules › Product policies: "omit `policies` otherwise".
const emptyPolicies = (products: readonly unknown[]): readonly Judgement[] => {
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

/**
 * Both are the Table status, of one table at one moment. That a session may outlive what was ordered is not ruled out, unless it shows
 * its end. Of closedAt it is said when it is there, and not that it is there at no other time.
 */
const tableStatuses = (body: object): readonly Judgement[] => {
  const [session, snapshot] = [valueOf(body, 'tableSessionContext'), valueOf(body, 'tableOrderSnapshot')];
  const [there, here] = [valueOf(session, 'status'), valueOf(snapshot, 'status')];
  if (!isTableStatus(there) || !isTableStatus(here)) return [];
  const closedAt = valueOf(session, 'closedAt');
  if (there === here)
    return there === 'OPEN' && typeof closedAt === 'string' && parseTimestamp(closedAt) !== undefined
      ? [closedAtWhileOpen(closedAt)]
      : [];
  // That it is not there is told as that.
  if (isTableOver(there) && closedAt === undefined) return [];
  const isOver = isTableGoing(there) && isTableOver(here);
  const hasClosedAt = isOver && closedAt !== undefined;
  const what = isOver ? 'closed' : here;
  const finding = {
    message: `A table is ${what} by its snapshot${hasClosedAt ? ' and its closedAt' : ''}, and not by the status of its tableSessionContext; show one status in both.`,
    expected: `tableSessionContext.status ${here}`,
    actual: `status ${there}`,
    cause: isOver ? 'a closed table with another status of its session' : 'two statuses of one table',
  };
  return [
    {
      requirement: 'table/closed-at',
      outcome: failedIf(hasClosedAt, finding, 'a session may outlive what was ordered'),
    },
  ];
};

const failedIf = (isCertain: boolean, finding: Finding, leeway: string): CheckOutcome =>
  isCertain ? failed(finding) : warned(finding, leeway);

const closedAtWhileOpen = (closedAt: string): Judgement => ({
  requirement: 'table/closed-at',
  outcome: warned(
    {
      message:
        'An open table has a closedAt; it is there when the status is CLOSED or CANCELLED, so leave it out before.',
      expected: 'no closedAt while the status is OPEN',
      actual: `closedAt ${closedAt}`,
      cause: 'closedAt of an open table',
    },
    'it is not said that it is there at no other time',
  ),
});

/**
 * Resources › Table ordering: a failure has no receipt among its members. Of an order of which a part was taken there may be one for
 * that part, and who does not say which part may have taken some.
 */
const receiptForNothing = (body: object): readonly Judgement[] => {
  const [receipt, accepted] = [valueOf(body, 'receipt'), valueOf(body, 'acceptedItems')];
  if (valueOf(body, 'success') !== false || typeof valueOf(receipt, 'receiptNumber') !== 'string') return [];
  if (Array.isArray(accepted) && accepted.length > 0) return [];
  const finding = {
    message:
      'An order of which nothing was accepted is answered with a receipt; a receipt is for what was sold, and a failure has none.',
    expected: 'no receipt beside success false',
    actual: `receipt ${JSON.stringify(valueOf(receipt, 'receiptNumber'))}`,
    cause: 'receipt for a rejected order',
  };
  const outcome = failedIf(Array.isArray(accepted), finding, 'a part may have been taken without saying which');
  return [{ requirement: 'submission/snapshot-and-receipt', outcome }];
};

const ambiguousUpdates = (products: readonly unknown[]): readonly Judgement[] => {
  const index = products.findIndex((product) => isAmbiguous(valueOf(product, 'updatedAt')));
  if (index < 0) return [];
  return [
    {
      requirement: 'catalogue/updated-at-milliseconds',
      outcome: warned(
        {
          message: `products[${index}].updatedAt has no offset, so the moment it means is a guess; end it with Z.`,
          expected: 'an offset: Z or +01:00',
          actual: JSON.stringify(valueOf(products[index], 'updatedAt')),
          pointer: `/products/${index}/updatedAt`,
          cause: '/products/*/updatedAt no offset',
        },
        'an offset is not asked for',
      ),
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
