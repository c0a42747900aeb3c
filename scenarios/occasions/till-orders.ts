import type { OrderContext, OrderItem } from '#schemas';
import {
  atKiosk,
  atTable,
  forDelivery,
  forPickup,
  item,
  orderSubmission,
  paymentOf,
} from '../arrange/till/commands.ts';
import { menuAsTold, pricesIn } from '../arrange/till/orders.ts';
import type { CommandToSend, PosWorld } from '../context/pos.ts';
import { unmet } from '../outcome.ts';
import type { Row } from './levels.ts';

const dozen = 12;
/** Of two, three and four bytes. */
const letters = 'Proszę dzwonić — 東門, 𠮷郎 🛒👍🏽';
const notes: Readonly<Record<string, string>> = {
  plain: 'Please call first',
  letters,
  longest: `${letters}\n${'The bell does not work, so please call when you are at the door.\r\n'.repeat(16)}${letters}`,
};
/** Orders with what a row says of them. */
export const createTillOrders = async (world: PosWorld<never>) => {
  const { claims, fixtures, clock } = world;
  const { inStock = [], outOfStock = [], delisted = [] } = fixtures.listings ?? {};
  const [one, other = one] = inStock;
  if (one === undefined || other === undefined)
    throw unmet('no listing in stock is configured', 'pos.fixtures.listings.inStock');
  const [bad = delisted.at(-1)] = outOfStock;
  const menu = claims.prepaid ? await menuAsTold(world) : [];
  const itemsOf: Readonly<Record<string, readonly OrderItem[]>> = {
    one: [item(one)],
    several: [item(one), item(other, 2)],
    dozen: Array.from({ length: dozen }, (_, at) => item(inStock[at % inStock.length] ?? one)),
    ...(bad !== undefined && { rejected: [item(bad)], partly: [item(one), item(bad)] }),
  };
  const text = `${world.seed} ${world.scenario}`;
  const contextOf = ({ place, note }: Row, tableId: string): OrderContext => {
    const isAway = place === 'pickup' || (place === 'table' && !claims.STATION && claims.PICKUP);
    const isSent = place === 'delivery' || (place === 'table' && !claims.STATION);
    const context: OrderContext = isAway
      ? forPickup(text)
      : isSent
        ? forDelivery(text)
        : place === 'kiosk'
          ? atKiosk(fixtures.kiosks?.[0] ?? '')
          : atTable(tableId);
    const { customerNote: _, ...bare } = { customerNote: '', ...context };
    const customerNote = notes[note ?? ''];
    return { ...bare, ...(customerNote !== undefined && { customerNote }) };
  };
  const paymentFor = (items: readonly OrderItem[]) => {
    const priced = items.map(({ listingId, quantity }) => {
      const [price] = pricesIn(menu, String(listingId));
      return { value: (price?.money.value ?? 1000) * Number(quantity), currency: price?.money.currency ?? 'PLN' };
    });
    const value = priced.reduce((sum, money) => sum + money.value, 0);
    return paymentOf({ value, currency: priced[0]?.currency ?? 'PLN' }, clock.now());
  };
  const orderOf = (row: Row, tableId: string): CommandToSend => {
    const items = itemsOf[row['items'] ?? ''] ?? [];
    const isPaid = row['prepaid'] === 'yes' || !claims.postpaid;
    return orderSubmission(contextOf(row, tableId), items, isPaid ? paymentFor(items) : undefined);
  };
  return { orderOf, hasBad: bad !== undefined };
};
