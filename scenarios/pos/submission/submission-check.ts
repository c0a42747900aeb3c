import type { CheckOutcome } from '#schemas';
import { failed, notExercised, passed, warned } from '../../outcome.ts';
import { type Unanswered, unanswered } from '../../arrange/till/command-answer.ts';
import { excerpt, sameElements } from '../../arrange/json-compare.ts';
import { contextName } from '../../arrange/till/commands.ts';
import { notAccepting } from '../../arrange/till/orders.ts';
import type { Submitted } from '../../arrange/till/submitted.ts';
import type { ReadSnapshot } from '../../arrange/till/read-results.ts';
import { letTimePass, lookUntil, type OpenTable } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';

/** What every submission shows, whatever it is about. */
export const submissionCovers = [
  'submission/result-body',
  'submission/snapshot-and-receipt',
  'table/updated-at-moves',
] as const;
type World = PosWorld<(typeof submissionCovers)[number]>;

/** Sends an order that has to be accepted. */
type Submit = () => Promise<Submitted | Unanswered>;

/** What came of it, for `submission/contexts`; `unknown-item`: refused as something the till does not sell. */
export interface SubmissionOutcome {
  readonly kind: 'accepted' | 'refused' | 'unknown-item' | 'untried';
  readonly outcome: CheckOutcome;
  /** What was accepted. */
  readonly submitted?: Submitted;
  /** At a table, for `table/lines-follow-orders`. */
  readonly shown?: CheckOutcome;
  /** Its table afterwards, where it shows. */
  readonly after?: ReadSnapshot;
}

export const orderElsewhere = async (world: World, submit: Submit): Promise<SubmissionOutcome> => {
  const submitted = await submit();
  return submitted.kind === 'submitted' ? judged(world, submitted) : unheard(submitted);
};

/** At a table the order has to show in its snapshot. */
export const orderAtTable = async (world: World, submit: Submit, before: OpenTable): Promise<SubmissionOutcome> => {
  await letTimePass(world, before.snapshot);
  const submitted = await submit();
  if (submitted.kind !== 'submitted') return { ...unheard(submitted), shown: noneAccepted };
  const tried = judged(world, submitted);
  if (tried.kind !== 'accepted') return { ...tried, shown: noneAccepted };
  if (before.snapshot.lines === undefined) return { ...tried, shown: noLines };
  return { ...tried, ...((await effectOf(world, before, submitted)) ?? { shown: unseen }) };
};

const noneAccepted = notExercised('no order at a table was accepted');
const noLines = notExercised('the table shows no lines that can be read', 'assumptions.assume/unfinalised-shapes');
const unseen = notExercised('the table does not show prepaid orders');

const unheard = (answer: Unanswered): SubmissionOutcome => ({ kind: 'untried', outcome: unanswered(answer) });

const judged = (world: World, submitted: Submitted): SubmissionOutcome => {
  const { context, result, prepaid, exchange } = submitted;
  checkParts(world, submitted);
  if (result.success === undefined) return { kind: 'untried', outcome: notExercised('a result says no success') };
  if (result.success) return { kind: 'accepted', outcome: passed, submitted };
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

type Effect = Pick<SubmissionOutcome, 'shown' | 'after'>;

/** The table after an accepted order; undefined where it need not show. */
const effectOf = async (world: World, before: OpenTable, submitted: Submitted): Promise<Effect | undefined> => {
  const old = before.snapshot;
  const changed = (lines: readonly unknown[] | undefined) =>
    lines !== undefined && !sameElements(lines, old.lines ?? []);
  const after = await lookUntil(world, before.tableId, ({ snapshot }) => changed(snapshot?.lines));
  if (after.kind !== 'looked' || after.table.snapshot?.lines === undefined) return undefined;
  const { snapshot } = after.table;
  const told = submitted.result.snapshot;
  const exchanges = [before.exchange, submitted.exchange, after.exchange];
  if (!changed(snapshot.lines)) {
    // A till may keep what was paid at once apart from what the table still owes.
    if (submitted.prepaid) return undefined;
    const actual = `the same ${snapshot.lines?.length ?? 0} lines`;
    const expected = 'other lines than before the order';
    return { shown: failed({ expected, actual, exchanges, cause: 'an accepted order not on the table' }) };
  }
  const [earlier, later, toldAt] = [old, snapshot, told].map((one) => one?.updatedAtMs);
  const still = {
    expected: `updatedAt after ${old.updatedAt ?? ''}, that of the snapshot before the order`,
    exchanges,
  };
  const isLater = later !== undefined && earlier !== undefined && later > earlier;
  if (earlier !== undefined && later !== undefined) {
    const actual = `updatedAt ${snapshot.updatedAt ?? ''}`;
    const outcome = isLater ? passed : failed({ ...still, actual, cause: 'updatedAt stands still' });
    world.check('table/updated-at-moves', outcome);
  }
  // What it shows itself where the table is asked for is told above.
  if (isLater && changed(told?.lines) && toldAt !== undefined && toldAt <= earlier) {
    const actual = `updatedAt ${told?.updatedAt ?? ''}`;
    world.check('table/updated-at-moves', failed({ ...still, actual, cause: 'the updatedAt of before in a result' }));
  }
  if (told?.lines !== undefined && !changed(told.lines) && !submitted.prepaid)
    world.check(
      'submission/snapshot-and-receipt',
      failed({
        expected: 'lines with the accepted items',
        actual: `the ${told.lines.length} lines from before`,
        exchanges,
        cause: 'snapshot from before the order',
      }),
    );
  return { shown: passed, after: snapshot };
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
