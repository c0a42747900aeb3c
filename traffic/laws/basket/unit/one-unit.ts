import { broken, defineMerchantLaw, holds, untold } from '../../define.ts';
import { pricedBasket, pushedBasket } from '../../../ledgers/shop/answers.ts';
import { createDeliveryUnits } from './delivery-unit.ts';
import { createDiscountUnits } from './discount-unit.ts';
import { createLinePriceThatStays } from './line-price-that-stays.ts';
import { createCurrencies } from './other-currency.ts';
import { createCompareAmounts } from './other-unit.ts';
import { overflownLine } from './overflown-line.ts';
import { requestIn } from '../../../ledgers/shop/requested-basket.ts';
import { undiscountedBasket } from '../../../ledgers/shop/undiscounted.ts';
import { createUnitPriceOfLine } from './unit-price-of-line.ts';
import { createWrappedLines } from './wrapped-line.ts';

const id = 'basket/one-unit';

const mostProducts = 50;

/**
 * Resources › Conventions: amounts are in 1/100 of the currency unit, in answers to whichever call and in pushes. What a product
 * costs may change from one to the next; that all of a basket costs just a hundredth, or a hundred times, of what it did is the
 * other unit. A single product or one price say nothing, since that may be an offer. Nor is an amount that ran over in any unit, nor
 * one that has changed its currency alone; nor the price of a line as that of one, or one that stays.
 */
export const oneUnit = defineMerchantLaw({
  id: 'basket/one-unit',
  covers: [id],
  start: ({ budget }) => {
    const compare = createCompareAmounts(budget);
    const currencies = createCurrencies(budget);
    const unitPrices = createUnitPriceOfLine(budget);
    const linePrices = createLinePriceThatStays(budget);
    const deliveries = createDeliveryUnits(budget);
    const discounts = createDiscountUnits();
    const wrapped = createWrappedLines();
    return {
      see(exchange) {
        const other = currencies.see(exchange) ?? overflownLine(exchange) ?? wrapped.see(exchange);
        if (other !== undefined) return [broken(id, other)];
        const [delivery, discount] = [deliveries.see(exchange), discounts.see(exchange)];
        if (delivery !== undefined) return [broken(id, delivery)];
        if (discount !== undefined) return [broken(id, discount)];
        const undiscounted = undiscountedBasket(exchange);
        if (undiscounted !== undefined) {
          const [one, line] = [unitPrices.see(exchange, undiscounted), linePrices.see(exchange, undiscounted)];
          if (one !== undefined) return [broken(id, one)];
          if (line !== undefined) return [broken(id, line)];
        }
        const basket = pricedBasket(exchange) ?? pushedBasket(exchange);
        if (basket === undefined) return [];
        const paid = basket.lines.filter(({ unitPrice }) => unitPrice > 0).slice(0, mostProducts);
        const prices = new Map(paid.map((line) => [line.id, line.unitPrice]));
        // What somebody who has logged in pays may be as much less.
        const user = exchange.call.name === 'basketChange' ? undefined : requestIn(exchange)['loggedUser'];
        const asked = JSON.stringify([basket.id, user ?? null]);
        const { both = [], ratio, exchange: earlier = 0 } = compare(asked, prices, exchange.n) ?? {};
        const [first] = both;
        if (first === undefined) return [];
        if (ratio === undefined) return [holds(id)];
        return [
          broken(id, {
            message: `The same products cost ${ratio} of what they cost in an earlier answer to the same user about this basket: one of the two is not in 1/100 of the currency unit. Write amounts in one unit wherever a basket is answered or pushed.`,
            expected: `unitPrice ${first.then} of ${JSON.stringify(first.what)}, as before`,
            actual: `unitPrice ${first.now}`,
            pointer: '/products',
            exchanges: [earlier, exchange.n],
            cause: `${exchange.call.name} in another unit`,
          }),
        ];
      },
      end: () => [
        untold(
          id,
          'no basket was answered twice with a product in common that costs anything',
          'merchant.fixtures.products.inStock',
        ),
      ],
    };
  },
});
