import type { CheckOutcome } from '#schemas';
import { freshId, freshOrderId } from '../../arrange/identity.ts';
import type { Answer } from '../../context/merchant.ts';
import { failed, unlessUnmet } from '../../outcome.ts';
import type { OrderWorld } from './order-echo.ts';
import type { ReadyOrder } from './prepared-order.ts';

/** Limits: of the platform's other ids. */
const longest = 36;

/** Letters, digits and dashes in ASCII: whatever an id is kept in, it has room for these. */
const isPlain = (oaOrderId: string): boolean => /^[A-Za-z0-9-]+$/u.test(oaOrderId) && oaOrderId.length <= longest;

/**
 * Resources › Order placement request › oaOrderId: a string. How orders are declined is not shown, so that a 5xx says nothing by itself;
 * it does where the same order is confirmed under an id in the form of the others, and the same comes of a second order.
 */
export const crashingId = async (
  { merchant }: Pick<OrderWorld, 'merchant'>,
  ready: ReadyOrder,
  { oaOrderId, answer }: { readonly oaOrderId: string; readonly answer: Answer },
  prepare: () => Promise<ReadyOrder>,
): Promise<CheckOutcome | undefined> => {
  if (!isPlain(oaOrderId) || !isCrash(answer)) return undefined;
  const place = (of: ReadyOrder, id: string): Promise<Answer> =>
    merchant.order({ ...of.order, oaOrderId: id }, { expect: 'any' });
  const twin = await place(ready, freshOrderId());
  if (twin.kind !== 'answered') return undefined;
  const other = await unlessUnmet(prepare());
  if (other === undefined) return undefined;
  const otherId = alike(oaOrderId);
  const again = await place(other, otherId);
  if (!isCrash(again) || (await place(other, freshOrderId())).kind !== 'answered') return undefined;
  return failed({
    expected: '2xx with a confirmation',
    actual: `HTTP ${again.status} for oaOrderId "${otherId}"`,
    pointer: '/oaOrderId',
    exchanges: [answer.exchange, twin.exchange, again.exchange],
    cause: '5xx for the form of an id',
  });
};

/** Another id of the same form. */
const alike = (oaOrderId: string): string => {
  const digits = freshId().replaceAll('-', '');
  const isCapital = oaOrderId === oaOrderId.toUpperCase();
  return oaOrderId.replace(/[\da-f]{20,}/iu, ({ length }) => {
    const fresh = digits.slice(0, length);
    return isCapital ? fresh.toUpperCase() : fresh;
  });
};

const isCrash = (answer: Answer): answer is Extract<Answer, { kind: 'refused' }> =>
  answer.kind === 'refused' && answer.status >= 500;
