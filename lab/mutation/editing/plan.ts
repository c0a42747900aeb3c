import { fieldOperatorNames, type FieldOperator, messageOperators, type MessageOperator } from './operators.ts';

export const mutable = ['merchant', 'pos'] as const;
export type Mutable = (typeof mutable)[number];

/** The messages of those that the operator can change that are changed: counted from 1. */
export type Which = { readonly kind: 'all' } | { readonly kind: 'from' | 'only' | 'every'; readonly n: number };

/** One mutant: a reference peer, and what becomes of its messages on the way. */
export interface Plan {
  readonly party: Mutable;
  readonly variant: string;
  readonly operation: string;
  /** A pattern of places, a star for any index; the message itself when empty. */
  readonly pattern: string;
  readonly operator: FieldOperator | MessageOperator;
  /** All the places of a message, or the first of them. */
  readonly places: 'all' | 'first';
  readonly which: Which;
}

/** As one line that `planOf` reads: `merchant granite order /shopOrderId drop all from 2`. */
export const planText = ({ party, variant, operation, pattern, operator, places, which }: Plan): string =>
  [
    party,
    variant,
    operation,
    pattern === '' ? '(message)' : pattern,
    operator,
    places,
    which.kind,
    ...(which.kind === 'all' ? [] : [which.n]),
  ].join(' ');

export const planOf = (text: string): Plan => {
  const [party, variant = '', operation = '', place = '', operator, places, kind, n] = text.trim().split(/\s+/u);
  const pattern = place === '(message)' ? '' : place;
  const operators: readonly Plan['operator'][] = pattern === '' ? messageOperators : fieldOperatorNames;
  return {
    party: one(mutable, party),
    variant,
    operation,
    pattern,
    operator: one(operators, operator),
    places: one(['all', 'first'], places),
    which: whichOf(one(['all', 'from', 'only', 'every'], kind), n),
  };
};

const whichOf = (kind: Which['kind'], n: string | undefined): Which =>
  kind === 'all' ? { kind } : { kind, n: Math.max(1, Number(n) || 1) };

export const isMeant = (which: Which, occurrence: number): boolean => {
  switch (which.kind) {
    case 'all':
      return true;
    case 'from':
      return occurrence >= which.n;
    case 'only':
      return occurrence === which.n;
    case 'every':
      return occurrence % which.n === 0;
    default:
      return which satisfies never;
  }
};

const one = <const Value extends string>(values: readonly Value[], given: string | undefined): Value => {
  const value = values.find((known) => known === given);
  if (value === undefined) throw new Error(`"${given}" is none of ${values.join(', ')}`);
  return value;
};
