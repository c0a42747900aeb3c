import type { OrderPlacement } from '#schemas';
import { readConfirmation } from '../../arrange/basket/read-basket.ts';
import type { Answer, MerchantWorld } from '../../context/merchant.ts';
import { failed, passed } from '../../outcome.ts';

/** What every order placed shows, whatever it is about. */
export const orderCovers = ['order/confirmed', 'order/oa-order-id-echo'] as const;
export type OrderWorld = MerchantWorld<(typeof orderCovers)[number]>;

/** Whether a confirmation is of this order. */
export const checkEcho = (
  world: MerchantWorld<'order/oa-order-id-echo'>,
  { oaOrderId: sent }: OrderPlacement,
  answer: Extract<Answer, { kind: 'answered' }>,
): void => {
  const { oaOrderId } = readConfirmation(answer.body);
  if (oaOrderId === undefined) return;
  world.check(
    'order/oa-order-id-echo',
    oaOrderId === sent
      ? passed
      : failed({
          message: 'The confirmation carries another oaOrderId than the order; copy it from the order unchanged.',
          expected: `oaOrderId "${sent}"`,
          actual: `oaOrderId "${oaOrderId}"`,
          pointer: '/oaOrderId',
          exchanges: [answer.exchange],
          cause: 'another oaOrderId',
        }),
  );
};
