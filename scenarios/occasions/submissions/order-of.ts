import type { Money, OrderContext } from '#schemas';
import type { Buyer } from '../../arrange/buyer.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { atKiosk, atTable, forDelivery, forPickup, item, paymentOf } from '../../arrange/till/commands.ts';
import { anyPrice, pricesIn } from '../../arrange/till/amounts.ts';
import type { Submitted, Wanted } from '../../arrange/till/submitted.ts';
import type { PosWorld } from '../../context/pos.ts';
import { unmet } from '../../outcome.ts';
import type { Row } from '../covering.ts';
import { plannedSubmissions, submissionFactors, submissionLevel } from './levels.ts';

/** More than a couple orders, and no more than any till has the lines for: the last ones, which the back office has changed. */
const mostListings = 5;
/** Where one is sold out, and where its price is a guess. */
const mostTried = 3;
const soldOut = ['OUT_OF_STOCK', 'INSUFFICIENT_STOCK'];

/** Turns rows into orders. */
export const createOrders = (world: PosWorld<never>, menu: readonly unknown[]) => {
  const { claims, fixtures, clock } = world;
  const { inStock = [], outOfStock = [], delisted = [], limited = [] } = fixtures.listings ?? {};
  const [first] = inStock;
  if (first === undefined) throw unmet('no listing in stock is configured', 'pos.fixtures.listings.inStock');
  let one = first;
  const untried = inStock.slice(1, mostTried);
  let guess = 0;
  const bad = [...outOfStock.slice(0, 1), ...delisted.slice(-1), ...outOfStock.slice(1, 2)].slice(0, 2);
  const priceOf = (listingId: string): Money =>
    (pricesIn(menu, listingId)[guess] ?? pricesIn(menu, listingId)[0])?.money ?? anyPrice;
  const contexts: Readonly<Record<string, (text: string, known?: Partial<Buyer>) => OrderContext>> = {
    kiosk: () => atKiosk(fixtures.kiosks?.[0] ?? ''),
    pickup: forPickup,
    delivery: forDelivery,
  };
  const contextOf = (row: Row, tableId: string): OrderContext => {
    const written = submissionLevel('note', row)?.text;
    const text = `${world.seed} ${world.scenario}`;
    const { customerNote: _, ...bare } = contexts[row['place'] ?? '']?.(text, written) ?? atTable(tableId);
    return written?.notes === undefined ? bare : { ...bare, customerNote: written.notes };
  };
  const wantedIn = ({ items = '', unitPrice }: Row): readonly Wanted[] => {
    const most = limited.at(-1);
    const each = (...ids: readonly string[]) => ids.map((listingId) => ({ listingId, quantity: 1 }));
    const all: Readonly<Record<string, readonly Wanted[]>> = {
      several: [...each(...inStock.slice(1).slice(1 - mostListings)), { listingId: one, quantity: 3 }],
      same: each(one, one),
      pieces: [{ listingId: one, quantity: 2 }],
      excess: most ? [{ listingId: most.id, quantity: most.max + 1 }] : [],
      bad: each(...bad.slice(0, 1)),
      mixed: each(one, ...bad.slice(0, 1)),
      worse: each(...bad),
    };
    const more = items === 'stale' ? 1 : unitPrice === 'listed' ? 0 : undefined;
    return (all[items] ?? each(one)).map(({ listingId, quantity }) => {
      const { value, currency } = priceOf(listingId);
      return { listingId, quantity, ...(more !== undefined && { unitPrice: { value: value + more, currency } }) };
    });
  };
  const composed = (context: OrderContext, wanted: readonly Wanted[], isPaid: boolean) => {
    const priced = wanted.map(({ listingId, quantity, unitPrice = priceOf(listingId) }) => ({ unitPrice, quantity }));
    const value = priced.reduce((sum, { unitPrice, quantity }) => sum + unitPrice.value * quantity, 0);
    const paid = { ...(priced[0]?.unitPrice ?? anyPrice), value };
    return {
      context,
      wanted,
      items: wanted.map(({ listingId, quantity, unitPrice }) => item(listingId, quantity, unitPrice)),
      ...(isPaid && { payment: paymentOf(paid, clock.now()) }),
    };
  };
  const isPriced = (): boolean => pricesIn(menu, one).length > 0;
  const offers: Readonly<Record<string, (level: string) => boolean>> = {
    place: (level) =>
      ({ table: claims.STATION, kiosk: claims.KIOSK && fixtures.kiosks?.[0] !== undefined, pickup: claims.PICKUP })[
        level
      ] ?? claims.DELIVERY,
    prepaid: (level) => claims[level === 'yes' ? 'prepaid' : 'postpaid'],
    items: (level) =>
      ({
        several: inStock.length > 1,
        stale: isPriced(),
        excess: limited.length > 0,
        mixed: bad.length > 0,
        bad: bad.length > 0,
        worse: bad.length > 1,
      })[level] ?? true,
    unitPrice: (level) => level === 'none' || isPriced(),
    repeat: (level) => level !== 'later' || bad.length > 0,
  };
  const levels = plannedSubmissions((factor, level) => offers[factor]?.(level) ?? true);
  return {
    composed,
    contextOf,
    orderOf: (row: Row, tableId: string) => composed(contextOf(row, tableId), wantedIn(row), row['prepaid'] === 'yes'),
    /** The listing of a plain order. */
    listing: () => one,
    levels,
    /**
     * A plain one of each place, paid at once or not, those at tables first. What is paid at once is the same order with a payment: where time
     * is short it comes from one place, away from tables if it may.
     */
    everywhere(): readonly Row[] {
      const plain = Object.fromEntries(submissionFactors.map((factor) => [factor, levels[factor]?.[0] ?? '']));
      const { place: places = [], prepaid: ways = [] } = levels;
      const isFew = ways.length > 1 && places.length > 1 && isLeftOut(world, 'prepaid orders in other places');
      const placesOf = (prepaid: string) => (isFew && prepaid === 'yes' ? places.slice(-1) : places);
      return ways
        .flatMap((prepaid) => placesOf(prepaid).map((place) => ({ ...plain, place, prepaid })))
        .toSorted((one, other) => +(other.place === 'table') - +(one.place === 'table'));
    },
    /** What is sold out gives way to the next listing, and what is no price to the next amount that may be one. False where none is left. */
    passOver({ prepaid, result: { success, reasons } }: Submitted): boolean {
      if (success !== false) return false;
      const next = reasons.some((reason) => soldOut.includes(reason)) ? untried.shift() : undefined;
      one = next ?? one;
      const isGuess = next === undefined && prepaid && reasons.includes('PRICE_CHANGED');
      if (isGuess) guess = guess + 1 < Math.min(mostTried, pricesIn(menu, one).length) ? guess + 1 : 0;
      return next !== undefined || (isGuess && guess > 0);
    },
  };
};
