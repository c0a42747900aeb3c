import type { CheckOutcome } from '#schemas';
import { failed, notExercised, passed, warned } from '../../outcome.ts';
import { type Unanswered, unanswered } from '../../arrange/till/command-answer.ts';
import { excerpt, sameElements } from '../../arrange/json-compare.ts';
import { contextName } from '../../arrange/till/commands.ts';
import { notAccepting } from '../../arrange/till/orders.ts';
import type { Submitted } from '../../arrange/till/submitted.ts';
import type { PosWorld } from '../../context/pos.ts';
import { hasSameLines, type Ordered } from './table-order.ts';

/** What every submission shows, whatever it is about. */
export const submissionCovers = [
  'submission/result-body',
  'submission/snapshot-and-receipt',
  'table/updated-at-moves',
] as const;
type World = PosWorld<(typeof submissionCovers)[number]>;

/** What came of an order that has to be accepted, for `submission/contexts`; `unknown-item`: refused as something the till does not sell. */
export interface SubmissionOutcome {
  readonly kind: 'accepted' | 'refused' | 'unknown-item' | 'untried';
  readonly outcome: CheckOutcome;
}

export const accepting = (world: World, submitted: Submitted | Unanswered): SubmissionOutcome =>
  submitted.kind === 'submitted' ? judged(world, submitted) : { kind: 'untried', outcome: unanswered(submitted) };

const noneAccepted = notExercised('no order at a table was accepted');
const noLines = notExercised('the table shows no lines that can be read', 'assumptions.assume/unfinalised-shapes');
const unseen = notExercised('the table does not show prepaid orders');

const judged = (world: World, submitted: Submitted): SubmissionOutcome => {
  const { context, result, prepaid, exchange } = submitted;
  checkParts(world, submitted);
  if (result.success === undefined) return { kind: 'untried', outcome: notExercised('a result says no success') };
  if (result.success) return { kind: 'accepted', outcome: passed };
  const paused = notAccepting(world, context.type);
  if (paused !== undefined) return { kind: 'untried', outcome: notExercised(paused) };
  const what = `${prepaid ? 'prepaid' : 'postpaid'} ${contextName(context)}`;
  // Which amount of an unfinalised listing is its price is a guess.
  if (prepaid && result.reasons.length > 0 && result.reasons.every((reason) => reason === 'PRICE_CHANGED'))
    return {
      kind: 'untried',
      outcome: notExercised(
        `the till refused a ${what} order because of its price, which was guessed from the listing`,
        'assumptions.assume/unfinalised-shapes',
      ),
    };
  return {
    kind: result.reasons.every((reason) => reason === 'DELISTED') ? 'unknown-item' : 'refused',
    outcome: failed({
      message: `A ${what} order of one listing in stock was rejected; accept it, or do not claim this kind of order in capabilities.pos.`,
      expected: 'success true',
      actual: `success false, rejected as ${excerpt(result.reasons)}`,
      exchanges: [exchange],
      cause: `${what} order rejected`,
    }),
  };
};

/** What comes with a result, against the order it answers. */
export const checkParts = (
  world: PosWorld<'submission/result-body' | 'submission/snapshot-and-receipt'>,
  { context, prepaid, result, exchange }: Submitted,
): void => {
  const { snapshot, receipt } = result;
  if (result.success && result.accepted?.length === 0)
    world.check(
      'submission/result-body',
      failed({
        expected: 'at least one of acceptedItems',
        actual: 'acceptedItems: []',
        exchanges: [exchange],
        cause: 'nothing accepted in a success',
      }),
    );
  const report = (outcome: CheckOutcome) => world.check('submission/snapshot-and-receipt', outcome);
  const stray = {
    message: `The result of a ${contextName(context)} order carries a tableOrderSnapshot; send it only for orders at a table.`,
    expected: 'no tableOrderSnapshot',
    actual: `a snapshot of table ${JSON.stringify(snapshot?.tableId ?? 'none')}`,
    exchanges: [exchange],
    cause: `snapshot in a ${contextName(context)} order`,
  };
  if (context.type !== 'STATION') report(snapshot ? failed(stray) : passed);
  // Whether a kiosk belongs to the table flow can be read either way.
  else if (context.stationKind === 'KIOSK')
    report(snapshot ? warned(stray, 'whether a kiosk belongs to the table flow can be read either way') : passed);
  else report(passed);
  if (receipt && !prepaid && result.success)
    report(
      failed({
        expected: 'no receipt',
        actual: `receipt ${JSON.stringify(receipt.receiptNumber ?? '')}`,
        exchanges: [exchange],
        cause: 'receipt for an unpaid order',
      }),
    );
};

/** For `table/lines-follow-orders`: the table after an order. */
export const shownOutcome = (
  world: World,
  submitted: Submitted | Unanswered,
  order: Ordered | undefined,
): CheckOutcome => {
  if (submitted.kind !== 'submitted' || submitted.result.success !== true) return noneAccepted;
  const { prepaid, result } = submitted;
  const [old, now, told] = [order?.before.snapshot, order?.after.snapshot, result.snapshot];
  if (old !== undefined && old.lines === undefined) return noLines;
  if (order === undefined || old?.lines === undefined || now?.lines === undefined) return unseen;
  const exchanges = [order.before.exchange, order.exchange, order.after.exchange];
  if (hasSameLines(order)) {
    // A till may keep what was paid at once apart from what the table still owes.
    if (prepaid) return unseen;
    const actual = `the same ${now.lines.length} lines`;
    return failed({
      expected: 'other lines than before the order',
      actual,
      exchanges,
      cause: 'an accepted order not on the table',
    });
  }
  const isOld = told?.lines !== undefined && sameElements(told.lines, old.lines);
  const [earlier, later, toldAt] = [old, now, told].map((one) => one?.updatedAtMs);
  const still = {
    expected: `updatedAt after ${old.updatedAt ?? ''}, that of the snapshot before the order`,
    exchanges,
  };
  if (earlier !== undefined && later !== undefined) {
    const isOlder = !isOld && told?.lines !== undefined && toldAt !== undefined && toldAt <= earlier;
    const outcome =
      later <= earlier
        ? failed({ ...still, actual: `updatedAt ${now.updatedAt ?? ''}`, cause: 'updatedAt stands still' })
        : isOlder
          ? failed({
              ...still,
              actual: `updatedAt ${told.updatedAt ?? ''}`,
              cause: 'the updatedAt of before in a result',
            })
          : passed;
    world.check('table/updated-at-moves', outcome);
  }
  if (isOld && !prepaid)
    world.check(
      'submission/snapshot-and-receipt',
      failed({
        expected: 'lines with the accepted items',
        actual: `the ${old.lines.length} lines from before`,
        exchanges,
        cause: 'snapshot from before the order',
      }),
    );
  return passed;
};

/**
 * The shape of an item is not finalised: a till that knows none of ours as one of its listings has not been asked
 * anything it could understand. Once it has accepted one, or gives another reason, it has understood.
 */
export const outcomesOf = (tried: readonly SubmissionOutcome[]): readonly CheckOutcome[] => {
  const understood = tried.some(({ kind }) => kind === 'accepted' || kind === 'refused');
  return tried.map((one) => (one.kind === 'unknown-item' && !understood ? notUnderstood : one.outcome));
};

const notUnderstood = notExercised(
  'the till rejected every item as an unknown listing; if your items are not { listingId, quantity }, set assumptions.assume/unfinalised-shapes',
  'assumptions.assume/unfinalised-shapes',
);
