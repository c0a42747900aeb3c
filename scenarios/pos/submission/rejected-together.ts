import type { CheckOutcome } from '#schemas';
import { unanswered } from '../../arrange/till/command-answer.ts';
import { excerpt, mentions, standsIn } from '../../arrange/json-compare.ts';
import { readField } from '../../arrange/till/read-results.ts';
import type { Submitted } from '../../arrange/till/submitted.ts';
import type { PosWorld } from '../../context/pos.ts';
import { passed, warned } from '../../outcome.ts';
import { type AcceptedOrderBaseline, wholeOutcome } from './rejection-check.ts';

type World = PosWorld<'submission/result-body' | 'submission/partial-is-failure' | 'submission/rejection-reasons'>;

type Baseline = Pick<AcceptedOrderBaseline, 'exchange' | 'send'>;

/** A listing that was rejected when it was ordered alone. */
export interface RejectedAlone {
  readonly listingId: string;
  /** What the till said of it. */
  readonly items: readonly unknown[];
  /** Whether it was rejected for the reason that fits. */
  judge(submitted: Submitted): CheckOutcome;
}

/** Two listings that were rejected each by itself, in one order: each of them has a reason, and its own. */
export const rejectedTogether = async (
  world: World,
  baseline: Baseline,
  [one, other]: readonly RejectedAlone[],
): Promise<void> => {
  if (one === undefined || other === undefined) return;
  const submitted = await baseline.send([one, other].map(({ listingId }) => ({ listingId, quantity: 1 })));
  // Whatever becomes of its items, an order is answered.
  if (submitted.kind !== 'submitted') return world.check('submission/result-body', unanswered(submitted));
  const whole = wholeOutcome(baseline, submitted);
  world.check('submission/partial-is-failure', whole ?? bothNamed(baseline, submitted, [one, other]));
  if (whole !== undefined) return;
  for (const rejection of [one, other]) {
    const outcome = ownReason(submitted, rejection, [one, other]);
    if (outcome) world.check('submission/rejection-reasons', outcome);
  }
};

/** Where the till names what it rejects. The shape of an item is not finalised, so of others nothing can be told. */
const ownReason = (
  submitted: Submitted,
  { listingId, items, judge }: RejectedAlone,
  both: readonly RejectedAlone[],
): CheckOutcome | undefined => {
  const { rejected = [] } = submitted.result;
  const others = both.filter((one) => one.listingId !== listingId);
  const isOwn = (item: unknown): boolean =>
    standsIn(item, listingId) && !others.some((other) => mentions(item, other.listingId));
  const [item, ...further] = rejected.filter(isOwn);
  const reason = readField(item, 'reasonCode');
  if (further.length > 0 || typeof reason !== 'string') return undefined;
  // Alone it may have had another reason than the one that fits best, which was told then.
  if (items.some((alone) => readField(alone, 'reasonCode') === reason)) return passed;
  return judge({ ...submitted, result: { ...submitted.result, reasons: [reason] } });
};

/** A till may well stop at the first thing that is wrong: that it names all of them the text does not say. */
const bothNamed = (
  baseline: Baseline,
  { result, exchange }: Submitted,
  both: readonly RejectedAlone[],
): CheckOutcome => {
  const { rejected = [] } = result;
  const isNamed = ({ listingId }: RejectedAlone): boolean => mentions(rejected, listingId);
  const unnamed = both.find((one) => !isNamed(one));
  const areNamedAlone = both.every(({ listingId, items }) => standsIn(items, listingId));
  if (unnamed === undefined || !both.some(isNamed) || !areNamedAlone || rejected.length >= both.length) return passed;
  return warned(
    {
      expected: `listing ${excerpt(unnamed.listingId)} among rejectedItems too`,
      actual: excerpt(rejected),
      exchanges: [baseline.exchange, exchange],
      cause: 'a rejected item not listed',
    },
    'what rejectedItems has beside a reasonCode is not shown',
  );
};
