import type { CheckOutcome } from '#schemas';
import { codesOf, reducedBasket } from '../../arrange/basket/products.ts';
import { recalculate, type Replied } from '../../arrange/basket/basket-calls.ts';
import { openBasket, stockedLines } from '../../arrange/basket/open-basket.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { failed, shownBy, unlessUnmet } from '../../outcome.ts';
import { discountOf, madeUpCode } from '../../arrange/basket/codes.ts';
import { goodCodeOutcome } from './code-outcomes.ts';

type World = Pick<MerchantWorld, 'merchant' | 'fixtures' | 'baskets' | 'triggers'>;

/**
 * Endpoints › Merchant-hosted › 2: the codes of the request are those that are judged. A basket in which somebody tries one code after
 * another may rightly be closed to all; one that a single bad code spoils for a valid one has kept the error.
 * @returns what a basket of its own says of the code, if there can be one: passed, or failed where the error has stuck.
 */
export const freshCodeOutcome = async (world: World, code: string): Promise<CheckOutcome | undefined> => {
  const ask = world.triggers.has('createBasket') ? await asking(world) : undefined;
  if (ask === undefined) return undefined;
  const first = await ask(code);
  const outcome = goodCodeOutcome(first, code);
  if (first.kind !== 'replied' || outcome.status !== 'passed') return undefined;
  const bad = await ask(madeUpCode());
  const again = await ask(code);
  const stuck = again.kind === 'replied' ? goodCodeOutcome(again, code) : outcome;
  if (bad.kind !== 'replied' || again.kind !== 'replied' || stuck.status !== 'failed') return outcome;
  // Nor has anybody used it up meanwhile.
  const other = await (await asking(world))?.(code);
  if (other === undefined || goodCodeOutcome(other, code).status !== 'passed') return outcome;
  return failed({
    ...shownBy(stuck),
    expected: `discount "${code}" without an error, as before the bad code`,
    actual: `discount "${code}" with error ${discountOf(again.basket, code)?.error ?? 'unknown'}`,
    exchanges: [first.exchange, bad.exchange, again.exchange],
    cause: 'valid code spoilt by a bad one',
  });
};

/** Asks for a code in a basket that nobody has asked about. */
const asking = async (world: World): Promise<((code: string) => Promise<Replied>) | undefined> => {
  const opened = await unlessUnmet(openBasket(world, { lines: stockedLines(world), linesRequired: true }));
  if (opened === undefined) return undefined;
  const { basketId, basket } = opened;
  return (code) =>
    recalculate(world, reducedBasket(basketId, basket, { codes: [...codesOf(basket), code] }), { expect: 'any' });
};
