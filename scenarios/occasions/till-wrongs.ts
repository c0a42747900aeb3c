import type { CheckOutcome } from '#schemas';
import { isDeleted, type Lifecycle, lifecyclesIn } from '#traffic/laws';
import { eventually } from '../arrange/eventually.ts';
import { excerpt } from '../arrange/json-compare.ts';
import {
  grown,
  mostApplied,
  type Measures,
  measuresOf,
  type ObservedChange,
  timesApplied,
} from '../arrange/till/order-effects.ts';
import { readBill, readPayment, readSubmission } from '../arrange/till/read-results.ts';
import { look, snapshotIn } from '../arrange/till/tables.ts';
import { isWaiterAtWork } from '../arrange/till/waiter.ts';
import type { PosWorld } from '../context/pos.ts';
import { failed } from '../outcome.ts';
import { answersOutcome, receiptsOutcome } from '../pos/queue/same-operation.ts';
import { callsAbout, lifecycleOf, takenOf } from '../pos/queue/settlement.ts';
import type { Row } from './levels.ts';
import { oddTillLevels } from './till-factors.ts';
import type { TillTried, TillWrong, TillWrongs } from './till-tried.ts';

/** Bill preparation rejection reasons: there is nothing to pay. */
const noneToPay = ['ORDER_CLOSED', 'NO_OPEN_BILL'];

/** Of what is not there, and what the schema and the laws tell of, nothing is said here. */
const isTaken = ({ items }: Row): boolean => items !== 'rejected' && items !== 'partly';

export const createTillWrongs = (world: PosWorld<never>): TillWrongs => {
  /** What one order of these items changes, once there was one like it. */
  const controls = new Map<string, ObservedChange>();
  /** What was rejected by itself. */
  const rejected = new Set<string>();
  const measured = async (tableId: string): Promise<Measures | undefined> => {
    const snapshot = snapshotIn(await look(world, tableId));
    return snapshot && measuresOf(snapshot);
  };
  /** Undefined where it cannot be counted. */
  const growthOf = async ({ row, before, from, sent }: TillTried): Promise<readonly TillWrong[] | undefined> => {
    const { items = '', prepaid, meanwhile } = row;
    const after = before && (await measured(before.tableId));
    if (before === undefined || after === undefined || meanwhile !== 'nothing' || prepaid === 'yes') return undefined;
    const [{ tableId }, change] = [before, { before: measuresOf(before.snapshot), after }];
    const control = controls.get(items);
    const isPlain = oddTillLevels(row).every(({ factor }) => factor === 'items');
    if (isPlain && grown(change).size > 0) controls.set(items, change);
    if (control === undefined) return undefined;
    const isWhole = (seen: Measures | undefined): boolean =>
      seen === undefined || (mostApplied(control, { ...change, after: seen }) ?? 1) >= 1;
    const seen = await eventually(world, () => measured(tableId), isWhole, { pauseMs: 500 });
    if (seen === undefined || isWaiterAtWork(world, { tableId, from })) return undefined;
    const times = timesApplied(control, { ...change, after: seen }, 1);
    if (times === undefined) return undefined;
    if (times === 1 || (times < 1 && isWhole(seen))) return [];
    return [
      {
        cause: times > 1 ? 'applied again for what comes together' : 'not applied for what comes together',
        expected: `one order applied at table ${tableId}`,
        actual: `the table grew by ${times}`,
        exchanges: sent === undefined ? [] : callsAbout(world, sent),
        ...(times < 1 && { breaks: 'table/lines-follow-orders' }),
      },
    ];
  };
  /** What a retry is answered is what the operation was answered first, or nothing that says otherwise. */
  const repeated = ({ sent, again, isLeft, row }: TillTried): readonly TillWrong[] => {
    const [first, other] = [sent, again].map((one) => one && lifecycleOf(world, one));
    if (sent !== undefined && isLeft && row['delivery'] !== 'once')
      return [
        {
          cause: 'duplicate not deleted',
          expected: `DeleteMessage for every delivery of ${sent.messageId}`,
          actual: 'one was left',
          exchanges: callsAbout(world, sent),
        },
      ];
    if (first === undefined || other === undefined) return [];
    const outcomes = [answersOutcome([first, other]), receiptsOutcome(first, other), billsOutcome(first, other)];
    return outcomes.flatMap((outcome) =>
      outcome?.status === 'failed' ? [{ ...outcome, cause: outcome.cause ?? '' }] : [],
    );
  };
  const refusedIn = ({ row, sent }: TillTried, body: unknown): string | undefined => {
    const { command, state, meanwhile, bills, before = '', prepaid } = row;
    if (state === 'closing' || state === 'closed') return undefined;
    if (command === 'order') {
      const { success, reasons } = readSubmission(body);
      // How long a note may be and which bills close a table is not shown; which amount of a listing is its price is a guess.
      const isOpen = row['note'] === 'longest' || !isTaken(row);
      const mayBe = [
        ...(bills !== 'none' || before === 'paid' || before === 'unpaid' ? ['ORDER_CLOSED'] : []),
        ...(prepaid === 'yes' ? ['PRICE_CHANGED'] : []),
      ];
      const isOwed = success === false && !isOpen && reasons.some((reason) => !mayBe.includes(reason));
      return isOwed ? excerpt(reasons) : undefined;
    }
    const { success, reasonCode = 'no reason' } = sent === undefined ? {} : readPayment(body);
    if (success !== false) return undefined;
    if (command === 'table') return reasonCode;
    const isOfBill = (command === 'bill' || command === 'subset') && bills === 'none' && noneToPay.includes(reasonCode);
    const isOfPayment = command === 'payment' && bills === 'one' && meanwhile === 'nothing';
    // What was cancelled need not be paid.
    return isOfPayment || (isOfBill && meanwhile !== 'LINE_CANCELLED') ? reasonCode : undefined;
  };
  return {
    async of(tried) {
      const { row, sent } = tried;
      const told = (...wrongs: readonly TillWrong[]) => ({ wrongs, isCounted: false });
      if (sent === undefined) return told();
      const exchanges = callsAbout(world, sent);
      const own = lifecycleOf(world, sent);
      const body = takenOf(world, sent)?.body;
      const isKnown = lifecyclesIn(world.till.traffic()).some(
        ({ messageKind, callbacks }) => messageKind === sent.messageKind && callbacks.length > 0,
      );
      // What is never deleted may be still to come.
      if (own === undefined || (own.callbacks.length === 0 && !(isKnown && isDeleted(own)))) return told();
      if (own.callbacks.length === 0)
        return told({
          cause: 'not answered for what comes together',
          expected: `POST …/async/${sent.messageKind}/${sent.messageId}`,
          actual: 'no callback',
          exchanges,
        });
      const reason = refusedIn(tried, body);
      if (reason !== undefined)
        return told({
          cause: 'rejected for what comes together',
          expected: 'success true',
          actual: `success false, ${reason}`,
          pointer: '/success',
          exchanges,
        });
      const { items = '', command } = row;
      const { success } = readSubmission(body);
      if (command === 'order' && success === false && !isTaken(row)) rejected.add(items);
      if (command === 'order' && success === true && rejected.has(items))
        return told({
          cause: 'accepted for what comes together',
          breaks: 'submission/partial-is-failure',
          expected: 'success false, as without that',
          actual: 'success true',
          pointer: '/success',
          exchanges,
        });
      const twice = repeated(tried);
      const isOrder = command === 'order' && isTaken(row) && success === true;
      const growth = isOrder && twice.length === 0 ? await growthOf(tried) : undefined;
      return { wrongs: [...twice, ...(growth ?? [])], isCounted: growth !== undefined };
    },
  };
};

/** A retry is answered with the bill that was prepared; a failure of the moment says nothing of it. */
const billsOutcome = (first: Lifecycle, other: Lifecycle): CheckOutcome | undefined => {
  const [before, after] = [first, other].map((one) => one.callbacks.find(({ body }) => readBill(body).posBillId));
  const [bill, another] = [before, after].map((one) => readBill(one?.body).posBillId);
  if (!before || !after || bill === another) return undefined;
  return failed({
    expected: `posBillId ${JSON.stringify(bill)}`,
    actual: `posBillId ${JSON.stringify(another)}`,
    pointer: '/bill/posBillId',
    exchanges: [before.exchange, after.exchange],
    cause: 'another bill when asked for again under its idempotencyKey',
  });
};
