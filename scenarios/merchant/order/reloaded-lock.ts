import type { CheckOutcome, Finding } from '#schemas';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import { lineOutcome } from '../../arrange/basket/reflection.ts';
import { failed } from '../../outcome.ts';
import type { OrderWorld } from './order-echo.ts';
import type { ReadyOrder } from './prepared-order.ts';

/** Loads the page of a locked basket once more. The exchange, where it shows the basket as it was locked and still to live. */
export const reloaded = async (
  world: OrderWorld,
  { locked, order, scannedAs, basket }: ReadyOrder,
): Promise<number | undefined> => {
  if (!locked) return undefined;
  const answer = await world.merchant.retrieve(scannedAs ?? order.basket.id, { expect: 'any' });
  if (answer.kind !== 'answered') return undefined;
  const shown = readBasket(answer.body);
  const isAlike = order.basket.products.every(
    ({ id, quantity }) => lineOutcome(shown, id, quantity).kind === 'as-asked',
  );
  const isAlive = (shown.expiresAtMs ?? 0) > world.clock.now();
  return isAlike && isAlive && shown.basketValue === basket.basketValue ? answer.exchange : undefined;
};

/** An order of a locked basket that was declined, and one that was confirmed. */
export interface Lost {
  readonly declined: { readonly ready: ReadyOrder; readonly finding: Finding };
  /** The exchange of the page that was loaded in between. */
  readonly shown: number;
  readonly twin: { readonly ready: ReadyOrder; readonly exchange: number };
}

/**
 * Endpoints › Merchant-hosted › 3: until its expiresAt a basket is valid and locked, also where its page is loaded again. One that was
 * shown as it was locked, and declined, while another locked one is confirmed, had lost its lock.
 */
export const lockLost = (
  world: Pick<OrderWorld, 'clock'>,
  { declined: { ready, finding }, shown, twin }: Lost,
): CheckOutcome | undefined => {
  const { expiresAt, expiresAtMs = 0 } = ready.basket;
  if (!twin.ready.locked || twin.ready.delivery !== ready.delivery || expiresAtMs <= world.clock.now())
    return undefined;
  return failed({
    ...finding,
    expected: `2xx with a confirmation before ${expiresAt}`,
    exchanges: [twin.exchange, shown, ...(finding.exchanges ?? [])],
    cause: 'lock lost with a retrieval',
  });
};
