import { lawByRows } from '../../by-rows.ts';
import { orderConfirmed } from './confirmed.ts';
import { orderIds } from './ids.ts';
import { orderRepeats } from './repeats.ts';
import { orderStock } from './stock.ts';

/** What a shop owes to orders: each is confirmed, once, under its own ids, whoever sends it again. */
export const orders = lawByRows('shop/orders', [...orderRepeats, orderStock, orderConfirmed, ...orderIds], {
  'order/idempotent': ['no order was sent again'],
  'order/idempotent-concurrently': ['no copies of an order were under way at once'],
  'order/oa-order-id-echo': ['no confirmation carries an oaOrderId'],
  'order/distinct-orders': ['fewer than two orders were confirmed', 'triggers.createBasket'],
});
