import type { CheckOutcome, Finding } from '#schemas';
import { unknownPoint } from './unknown-point.ts';
import type { OrderWish } from './prepared-order.ts';

type Declined = { readonly kind: 'declined'; readonly finding: Finding; readonly isForPoint?: boolean };
type Result = { readonly kind: 'confirmed' } | Declined;

/** One order with one delivery option and some of the optional parts. */
export interface Trial<Placed extends Result = Result> {
  readonly delivery: string;
  readonly variant: OrderWish;
  readonly placed: Placed;
}

/** What each declined order is about. */
export interface Blame {
  readonly delivery: readonly Finding[];
  readonly parts: readonly Finding[];
  /** Neither the option nor the parts: orders like these are not confirmed. */
  readonly confirmed: readonly Finding[];
  /** Declined perhaps for a pickup point of ours, so that nothing is told. */
  readonly untold: readonly CheckOutcome[];
}

/**
 * A declined order differs from the confirmed ones in its delivery option, its optional parts, or both. The same option
 * with parts known to be fine tells which: when that is confirmed it was the parts, and otherwise the option.
 */
export const blameTrials = async (
  trials: readonly Trial[],
  again: (delivery: string, variant: OrderWish) => Promise<Result | { readonly kind: 'undecided' }>,
): Promise<Blame> => {
  const blame = { delivery: [] as Finding[], parts: [] as Finding[], confirmed: [] as Finding[] };
  const untold: CheckOutcome[] = [];
  const fine = trials.find(({ placed }) => placed.kind === 'confirmed');
  for (const { delivery, variant, placed } of trials) {
    if (placed.kind !== 'declined') continue;
    const { finding, isForPoint = false } = placed;
    if (fine === undefined) {
      if (!isForPoint) blame.confirmed.push(finding);
      continue;
    }
    const twin = await again(delivery, fine.variant);
    if (twin.kind === 'confirmed' && sameParts(variant, fine.variant)) blame.confirmed.push(finding);
    else if (twin.kind === 'confirmed') blame.parts.push(partsFinding(finding, variant, fine.variant, delivery));
    else if (twin.kind === 'declined' && twin.isForPoint === true) untold.push(unknownPoint(delivery, twin.finding));
    else if (twin.kind === 'declined' || sameParts(variant, fine.variant))
      blame.delivery.push(deliveryFinding(finding, delivery, fine.delivery));
    else blame.confirmed.push(finding);
  }
  return { ...blame, untold };
};

const deliveryFinding = (finding: Finding, delivery: string, other: string): Finding => ({
  ...finding,
  expected: `2xx for ${delivery}, as for ${other}`,
  cause: `delivery ${delivery}`,
});

const partsFinding = (finding: Finding, variant: OrderWish, fine: OrderWish, delivery: string): Finding => ({
  ...finding,
  expected: `2xx for ${delivery} ${inWords(variant)}, as for the same ${inWords(fine)}`,
  cause: `parts ${inWords(variant)}`,
});

const partNames = { invoice: 'billing details', consents: 'consents', loggedUser: 'a logged-in user' } as const;
const partsOf = (variant: OrderWish): readonly string[] =>
  (Object.keys(partNames) as (keyof typeof partNames)[])
    .filter((part) => variant[part] !== undefined && variant[part] !== false)
    .map((part) => partNames[part]);
const inWords = (variant: OrderWish): string =>
  partsOf(variant).length === 0 ? 'without optional parts' : `with ${partsOf(variant).join(', ')}`;
const sameParts = (one: OrderWish, other: OrderWish): boolean => inWords(one) === inWords(other);
