import { isObject, type JsonObject } from '../../../json.ts';
import { discountsOf, linesIn, objectsIn } from '../../../ledgers/shop/answers.ts';
import type { Try } from '../../../ledgers/shop/orders.ts';
import { createMemory } from '../../../retention/memory.ts';
import { shortened } from '../../../retention/shortened.ts';
import type { ShopRow } from '../../by-rows.ts';

/**
 * Endpoints › Merchant-hosted › 4: an order is confirmed. One that is answered 5xx twice, as another one of the same kind was
 * confirmed before, is not declined for what it holds: its basket was last shown whole, and lives. A 4xx may be right, and so may
 * a 5xx to copies or beside other orders be a matter of these.
 */
export const orderConfirmed: ShopRow = {
  requirement: 'order/confirmed',
  cause: 'declined though others were confirmed',
  look: (_, budget) => {
    const [confirmed, told] = [createMemory<number>(budget, { most: 2_000 }), createMemory<true>(budget)];
    return (step) => {
      if (step.kind !== 'order') return undefined;
      const { oaOrderId, heard, n, answeredAt, basket } = step;
      const { tries, isUnheard } = step.before;
      const kind = kindOf(step.request);
      if (heard.kind === 'answered') confirmed.set(kind, n);
      const [alike, before] = [confirmed.get(kind), tries.at(-1)];
      const isGood = basket?.isWhole === true && (basket.until ?? 0) > answeredAt;
      if (before === undefined || alike === undefined || !isGood || told.has(oaOrderId)) return undefined;
      if (isUnheard || step.isUnheard || heard.kind !== 'refused' || ![step, ...tries].every(isCrashAlone))
        return undefined;
      told.set(oaOrderId, true);
      return {
        unlike: oaOrderId,
        expected: '2xx with a confirmation, as before',
        actual: `HTTP ${heard.status}`,
        exchanges: [alike, before.n, n],
      };
    };
  },
};

const isCrashAlone = ({ heard, isAlone }: Pick<Try, 'heard' | 'isAlone'>): boolean =>
  isAlone && heard.kind === 'refused' && heard.status >= 500;

/** What orders have in common that differ in their ids, prices and people alone. */
const kindOf = (order: JsonObject): string => {
  const [basket, delivery] = [order['basket'], order['deliveryDetails']].map((one) => (isObject(one) ? one : {}));
  const lines = (linesIn(basket ?? {}) ?? []).map(({ id, quantity }) => JSON.stringify([id, quantity]));
  const codes = discountsOf(basket?.['price']).map(({ code }) => JSON.stringify(code));
  const texts = JSON.stringify([delivery, order['billingDetails']]).replaceAll(/[\w .,@:{}[\]"-]/gu, '');
  return shortened(
    JSON.stringify([
      lines.toSorted(),
      codes.toSorted(),
      [delivery?.['type'], delivery?.['method'], delivery?.['subType'], texts],
      [
        order['billingDetails'] !== undefined,
        (objectsIn(order['consents']) ?? []).length,
        basket?.['loggedUser'] !== undefined,
      ],
    ]),
  );
};
