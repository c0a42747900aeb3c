import type { Submitted } from './submitted.ts';
import type { Money, OrderContext, OrderItem, Payment } from '#schemas';
import { atKiosk, forDelivery, forPickup, item, listingsSync, orderSubmission, paymentOf } from './commands.ts';
import type { ChoosingWorld } from '../sampling.ts';
import { ask, type CommandWorld, type Unanswered } from './command-answer.ts';
import { anyPrice, pricesIn } from './amounts.ts';
import { readListings, readOpen, readOrderTypes, readSubmission } from './read-results.ts';
import { menuToldLast } from './menu-told.ts';
import type { PosWorld } from '../../context/pos.ts';

export type OrderWorld = CommandWorld & Pick<PosWorld, 'claims' | 'fixtures'>;

/** Wherever somebody orders who is not at a table. */
export const contextsAway = ({ claims, fixtures, seed, scenario }: PosWorld<never>): readonly OrderContext[] => {
  const [kiosk] = fixtures.kiosks ?? [];
  const text = `${seed} ${scenario}`;
  return [
    ...(claims.PICKUP ? [forPickup(text)] : []),
    ...(claims.DELIVERY ? [forDelivery(text)] : []),
    ...(claims.KIOSK && kiosk !== undefined ? [atKiosk(kiosk)] : []),
  ];
};

export const submit = async (
  world: CommandWorld,
  order: { readonly context: OrderContext; readonly items: readonly OrderItem[]; readonly payment?: Payment },
): Promise<Submitted | Unanswered> => {
  const { context, items, payment } = order;
  const answer = await ask(world, orderSubmission(context, items, payment));
  if (answer.kind !== 'answered') return answer;
  const { body, exchange, sent } = answer;
  const result = readSubmission(body);
  return { kind: 'submitted', context, prepaid: payment !== undefined, paid: payment?.amount, result, exchange, sent };
};

/** All listings as the till has them now; none where it has no menu to tell of. */
export const menuOf = async (world: OrderWorld): Promise<readonly unknown[]> => {
  if (!world.claims.listings) return [];
  const answer = await ask(world, listingsSync());
  return answer.kind === 'answered' ? (readListings(answer.body).listings ?? []) : [];
};

/** The same, which need not be asked for again where the till takes its time and has told of it before. */
export const menuAsTold = async (world: OrderWorld & ChoosingWorld): Promise<readonly unknown[]> => {
  const told = world.claims.listings ? menuToldLast(world) : undefined;
  return told ? (readListings(told.body).listings ?? []) : await menuOf(world);
};

const mostPrices = 3;
/**
 * Submits one piece of one listing. Prepaid it costs what the menu says; where several amounts of the menu may be the
 * price, and the till calls one PRICE_CHANGED, the next is tried.
 */
export const submitOne = async (
  world: CommandWorld,
  order: {
    readonly context: OrderContext;
    readonly listingId: string;
    readonly prepaid: boolean;
    readonly menu: readonly unknown[];
  },
): Promise<Submitted | Unanswered> => {
  const { context, listingId, prepaid, menu } = order;
  const items = [item(listingId)];
  if (!prepaid) return await submit(world, { context, items });
  const prices = pricesIn(menu, listingId).map(({ money }) => money);
  const tried = prices.length > 0 ? prices.slice(0, mostPrices) : [anyPrice];
  let last: Submitted | Unanswered | undefined;
  for (const price of tried) {
    last = await submit(world, { context, items, payment: paymentOf(price, world.clock.now()) });
    if (last.kind !== 'submitted' || !last.result.reasons.includes('PRICE_CHANGED')) break;
  }
  return last ?? { kind: 'stopped', reason: 'nothing was submitted' };
};

/** What a prepaid order of one piece is paid with; undefined where the menu has no price that can be read. */
export const priceOf = async (world: OrderWorld, listingId: string): Promise<Money | undefined> =>
  world.claims.listings ? pricesIn(await menuOf(world), listingId)[0]?.money : anyPrice;

/**
 * Why new orders of this type need not be accepted now, going by what the till has pushed: it is closed, or the type is
 * paused.
 */
export const notAccepting = ({ till }: Pick<PosWorld, 'till'>, type: OrderContext['type']): string | undefined => {
  let open = true;
  let accepting = true;
  for (const seen of till.traffic()) {
    if (seen.kind !== 'event') continue;
    if (seen.messageKind === 'PosLocationAvailabilityChanged') open = readOpen(seen.body) !== false;
    if (seen.messageKind === 'PosOrderTypeAvailabilityChanged')
      for (const { orderType, state } of readOrderTypes(seen.body))
        if (orderType === type) accepting = state !== 'PAUSED';
  }
  if (!open) return 'the till has pushed that its location is closed';
  return accepting ? undefined : `the till has pushed that ${type} orders are paused`;
};
