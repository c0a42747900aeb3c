import type { ReducedBasket } from '#schemas';
import type { MerchantWorld } from '../../context/merchant.ts';
import { recalculate } from './basket-calls.ts';
import type { Asked } from './products.ts';
import type { ReadBasket } from './read-basket.ts';
import { lineOutcome, isAsAsked, isLost } from './reflection.ts';

/** What a shortage was asked for with. */
export interface Requested {
  /** More was asked for than is available. */
  readonly shortage: { readonly id: string; readonly asked: number; readonly available: number };
  readonly others: readonly Asked[];
  readonly request: (extra: readonly Asked[], besides?: readonly Asked[]) => ReducedBasket;
}

/**
 * Whether what can be supplied comes back as it was asked for, so that it is the shortage which is answered wrongly and
 * not every change: in the twin of the request, and behind a product that came back with another quantity.
 */
export const reflects = async (
  world: Pick<MerchantWorld, 'merchant'>,
  twin: { readonly added: Asked | undefined; readonly basket: ReadBasket },
  answer: ReadBasket,
  requested: Requested,
): Promise<boolean> => {
  const { shortage, others } = requested;
  if (!others.some((other) => isAsAsked(twin.basket, other))) return false;
  if (twin.added?.id === shortage.id && isLost(twin.basket, twin.added)) return false;
  const isSilent = lineOutcome(answer, shortage.id, shortage.asked).kind === 'differs';
  return !isSilent || (await changesLaterLines(world, requested));
};

/** Whether another quantity of another product, behind the short one, comes back. */
const changesLaterLines = async (
  world: Pick<MerchantWorld, 'merchant'>,
  { shortage: { id, available }, others, request }: Requested,
): Promise<boolean> => {
  const [other, ...rest] = others;
  if (other === undefined) return true;
  const changed = { ...other, quantity: other.quantity > 1 ? other.quantity - 1 : other.quantity + 1 };
  const ahead = available > 0 ? [{ id, quantity: available }, ...rest] : rest;
  const replied = await recalculate(world, request([changed], ahead), { expect: 'any' });
  return replied.kind === 'not-replied' || !isLost(replied.basket, changed);
};
