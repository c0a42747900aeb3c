import type { CheckOutcome, LimitedProduct } from '#schemas';
import { reducedBasket } from '../arrange/baskets.ts';
import type { Replied } from '../asking.ts';
import { lock } from '../asking.ts';
import { defineMerchantScenario } from '../define.ts';
import type { OpenBasket } from '../opening.ts';
import { answerInWords, openBasket } from '../opening.ts';
import { failed, notExercised, passed } from '../outcome.ts';
import { fateOf } from '../reflection.ts';
import type { MerchantWorld } from '../world.ts';

const covers = ['basket/request-id-echo', 'lock/last-unit-once', 'lock/shortage-reported'] as const;
type World = MerchantWorld<(typeof covers)[number]>;

/** First in its phase: any lock of a limited product leaves less to compete for. */
export default defineMerchantScenario({
  id: 'merchant/lock-last-unit',
  title: 'Of two baskets that lock the last of a product at once, one gets it',
  phase: 'lock',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl', 'triggers.createBasket'],
  covers,
  async run(world) {
    if (!world.claims.lock) return;
    const limited = (world.fixtures.products?.limited ?? []).filter(({ max }) => max > 0);
    if (limited.length === 0)
      world.check(
        'lock/last-unit-once',
        notExercised('no limited product is known', 'merchant.fixtures.products.limited'),
      );
    for (const product of limited) world.check('lock/last-unit-once', await compete(world, product));
  },
});

const compete = async (world: World, { id, max }: LimitedProduct): Promise<CheckOutcome> => {
  const wish = { lines: [{ variantId: id, quantity: max }], linesRequired: true };
  const one = await openBasket(world, wish);
  if (one.kind === 'blocked') return one.outcome;
  const other = await openBasket(world, wish);
  // A target that sets stock aside as soon as it is in a basket leaves nothing to compete for.
  if (other.kind === 'blocked') return other.outcome;
  const request = (opened: OpenBasket) =>
    reducedBasket(opened.basketId, opened.basket, { products: [{ id, quantity: max }] });
  const contenders = [one, other].map((opened) => ({ opened, request: request(opened) }));
  const replies = await Promise.all(contenders.map(({ request }) => lock(world, request, { expect: 'any' })));
  const winners = replies.filter((replied) => got(replied, id, max));
  if (winners.length === 0)
    return notExercised(`"${id}" is used up: neither basket got it`, 'merchant.fixtures.products.limited');
  if (winners.length > 1)
    return failed({
      message:
        'Two baskets locked the same last units without an error, so one of two paying customers gets nothing; set stock aside as it is locked.',
      expected: `"${id}" with quantity ${max} and no error in one of the two locks`,
      actual: 'both locks have it',
      pointer: '/products',
      exchanges: winners.flatMap((replied) => (replied.kind === 'replied' ? [replied.exchange] : [])),
      cause: 'last units locked twice',
    });
  for (const [index, replied] of replies.entries()) {
    const contender = contenders[index];
    if (replied.kind === 'not-replied' && contender) await judgeLoser(world, contender.request, id);
  }
  return passed;
};

const got = (replied: Replied, id: string, max: number): boolean =>
  replied.kind === 'replied' && fateOf(replied.basket, id, max).kind === 'as-asked';

/** Turned away in the race, which may be for the race alone; asked again alone there is only the shortage to tell. */
const judgeLoser = async (world: World, request: ReturnType<typeof reducedBasket>, id: string): Promise<void> => {
  const again = await lock(world, request, { expect: 'any' });
  if (again.kind === 'replied' || again.answer.kind === 'unsent') return;
  world.check(
    'lock/shortage-reported',
    failed({
      message:
        'A lock of what another basket had just locked was not answered with a basket; answer 2xx with the available part and an error code on the product.',
      expected: `2xx with "${id}" carrying an error`,
      actual: answerInWords(again.answer),
      exchanges: [again.answer.exchange],
      cause: `shortage ${again.answer.kind}`,
    }),
  );
};
