import type { CheckOutcome, OrderContext } from '#schemas';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { atKiosk, atTable, forDelivery, forPickup } from '../../arrange/till/commands.ts';
import { letGo, prepareCurrent } from '../../arrange/till/bills.ts';
import { noneToPay } from '../../arrange/till/bill-excuse.ts';
import { failed, passed, notExercised, unlessUnmet, unmet, worstOutcome } from '../../outcome.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { isSameJson } from '../../arrange/json-compare.ts';
import { menuAsTold, submitOne } from '../../arrange/till/orders.ts';
import type { Submitted } from '../../arrange/till/submitted.ts';
import { openTable, type OpenTable } from '../../arrange/till/tables.ts';
import {
  orderAtTable,
  orderElsewhere,
  type SubmissionCheck,
  submissionCovers,
  submitOrder,
  type SubmissionOutcome,
} from './submission-check.ts';
import { type OrderAway, type OrderedAt, strayed, strayedAnywhere, tablesWithGuests } from './misplaced-orders.ts';
import { type TableBill, unpaidAfterPaid } from './unpaid-after-paid.ts';
import type { PosWorld } from '../../context/pos.ts';

const covers = [...submissionCovers, 'submission/contexts', 'table/lines-follow-orders', 'bill/unpaid-lines'] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineOrderScenario({
  id: 'pos/submission',
  title: 'Orders of every claimed kind are accepted, prepaid and postpaid',
  needs: ['pos.fixtures.listings.inStock'],
  covers,
  async run(world) {
    const listings = world.fixtures.listings?.inStock ?? [];
    if (listings[0] === undefined) throw unmet('no listing in stock is configured', 'pos.fixtures.listings.inStock');
    const menu = await menuAsTold(world);
    const tried: SubmissionOutcome[] = [];
    let unpaid: Submitted | undefined;
    let ordered: OrderedAt | undefined;
    const guests = await tablesWithGuests(world);
    const allAway: OrderAway[] = [];
    for (const prepaid of [false, true].filter((paid) => world.claims[paid ? 'prepaid' : 'postpaid'])) {
      const away: OrderAway[] = [];
      const first = ordered;
      for (const kind of kindsFor(world, prepaid)) {
        world.progress(`submitting a ${prepaid ? 'prepaid' : 'postpaid'} ${kind} order`);
        const text = `${world.seed} ${world.scenario} ${kind} ${String(prepaid)}`;
        const place = await unlessUnmet(placeOf(world, kind, text), (outcome) => {
          tried.push({ kind: 'untried', outcome });
          if (kind === 'STATION') world.check('table/lines-follow-orders', outcome);
        });
        if (!place) continue;
        const { context, seat } = place;
        const check = { prepaid, menu, listings, context };
        const outcome = await (seat ? orderAtTable(world, check, seat) : orderElsewhere(world, check));
        tried.push(outcome);
        if (outcome.shown) world.check('table/lines-follow-orders', outcome.shown);
        if (!prepaid) unpaid ??= outcome.order;
        else if (seat && outcome.order) {
          const rest = await paidAtOnce(world, seat, [unpaid, outcome.order]);
          const free = rest && (await unpaidAtPaid(world, check, rest));
          if (free) world.check('bill/unpaid-lines', free);
        }
        if (seat && outcome.after) ordered ??= { tableId: seat.tableId, before: seat.snapshot, after: outcome.after };
        else if (outcome.kind === 'accepted') away.push({ context, send: () => submitOrder(world, check) });
      }
      allAway.push(...away);
      const latest = ordered === first ? undefined : ordered;
      const stray = latest && away.length > 0 ? await strayed(world, latest, away) : undefined;
      if (stray) world.check('table/lines-follow-orders', stray);
    }
    const elsewhere =
      ordered && allAway.length > 0 ? await strayedAnywhere(world, ordered, guests, allAway) : undefined;
    if (elsewhere) world.check('table/lines-follow-orders', elsewhere);
    for (const outcome of worstOutcome(outcomesOf(tried))) world.check('submission/contexts', outcome);
  },
});

const kinds = ['STATION', 'KIOSK', 'PICKUP', 'DELIVERY'] as const;

/** What is paid at once is the same order with a payment: where time is short it comes from one place, away from tables if it may. */
const kindsFor = (world: World, prepaid: boolean): readonly (typeof kinds)[number][] => {
  const claimed = kinds.filter((one) => world.claims[one]);
  return prepaid && world.claims.postpaid && claimed.length > 1 && isLeftOut(world, 'prepaid orders in other places')
    ? claimed.slice(-1)
    : claimed;
};

const placeOf = async (
  world: World,
  kind: (typeof kinds)[number],
  text: string,
): Promise<{ readonly context: OrderContext; readonly seat?: OpenTable }> => {
  switch (kind) {
    case 'STATION': {
      const seat = await openTable(world, 'ordering');
      return { context: atTable(seat.tableId), seat };
    }
    case 'KIOSK': {
      const [kiosk] = world.fixtures.kiosks ?? [];
      if (kiosk === undefined) throw unmet('no kiosk is configured', 'pos.fixtures.kiosks');
      return { context: atKiosk(kiosk) };
    }
    case 'PICKUP':
      return { context: forPickup(text) };
    case 'DELIVERY':
      return { context: forDelivery(text) };
    default:
      return kind satisfies never;
  }
};

/** Nobody pays it. */
const billOf = async (world: World, tableId: string): Promise<TableBill | undefined> => {
  const prepared = await unlessUnmet(letGo(world, prepareCurrent(world, tableId)));
  return prepared?.kind === 'prepared' ? prepared : undefined;
};

const unpaidAtPaid = async (
  world: World,
  check: SubmissionCheck,
  rest: TableBill,
): Promise<CheckOutcome | undefined> => {
  if (isLeftOut(world, 'an unpaid order after one that was paid at once')) return undefined;
  const { tableId } = rest.seat;
  const send = (listingId: string, context = check.context) =>
    submitOne(world, { ...check, context, listingId, prepaid: false });
  return await unpaidAfterPaid(world, rest, check.listings, {
    send,
    billOf: () => billOf(world, tableId),
    elsewhere: () => billedElsewhere(world, tableId, (other) => send(check.listings[0] ?? '', atTable(other))),
  });
};

const mostElsewhere = 3;

/** Nobody else is at that table, and nobody has paid there. */
const billedElsewhere = async (
  world: World,
  tableId: string,
  send: (other: string) => Promise<unknown>,
): Promise<readonly [TableBill, TableBill] | undefined> => {
  let others = (world.fixtures.tables?.open ?? []).filter((other) => other !== tableId);
  for (let tried = 0; tried < mostElsewhere; tried++) {
    const other = world.tables.takeAnother(others);
    if (other === undefined) return undefined;
    others = others.filter((one) => one !== other);
    const before = await billOf(world, other);
    const isUnpaid = before?.seat.snapshot.payments?.length === 0;
    if (before && isUnpaid) await send(other);
    const after = before && isUnpaid ? await billOf(world, other) : undefined;
    world.tables.leave(other);
    if (before && after) return [before, after];
  }
  return undefined;
};

/**
 * An order that is paid at once pays once, and for itself alone; `unpaid`: one before it, mostly at the same table. The bill of what
 * is left to pay.
 */
const paidAtOnce = async (
  world: World,
  seat: OpenTable,
  [unpaid, order]: readonly [Submitted | undefined, Submitted],
): Promise<TableBill | undefined> => {
  if (unpaid === undefined || !isSameJson(unpaid.context, order.context)) return undefined;
  const rest = await billOf(world, seat.tableId);
  if (rest === undefined) return undefined;
  const { success, reasonCode = 'none' } = rest.bill;
  if (success === true) world.check('bill/unpaid-lines', passed);
  if (success !== false || !noneToPay.includes(reasonCode)) return rest;
  const outcome = failed({
    expected: 'success true for what is not paid yet',
    actual: `success false, reasonCode ${reasonCode}`,
    exchanges: [unpaid.exchange, order.exchange, rest.exchange],
    cause: 'a prepaid order pays for the table',
  });
  world.check('bill/unpaid-lines', outcome);
  return undefined;
};

/**
 * The shape of an item is not finalised: a till that knows none of ours as one of its listings has not been asked
 * anything it could understand. Once it has accepted one, or gives another reason, it has understood.
 */
const outcomesOf = (tried: readonly SubmissionOutcome[]): readonly CheckOutcome[] => {
  const understood = tried.some(({ kind }) => kind === 'accepted' || kind === 'refused');
  return tried.map((one) => (one.kind === 'unknown-item' && !understood ? notUnderstood : one.outcome));
};

const notUnderstood = notExercised(
  'the till rejected every item as an unknown listing; if your items are not { listingId, quantity }, set assumptions.assume/unfinalised-shapes',
  'assumptions.assume/unfinalised-shapes',
);
