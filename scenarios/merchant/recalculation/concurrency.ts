import type { CheckOutcome } from '#schemas';
import { reducedBasket } from '../../arrange/basket/products.ts';
import { answerProvokes, recalculate, type Replied, restore } from '../../arrange/basket/basket-calls.ts';
import { defineMerchantScenario } from '../../define.ts';
import { difference } from './basket-difference.ts';
import { openBasket, type OpenBasket, stockedLines } from '../../arrange/basket/open-basket.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import type { MerchantPort, MerchantWorld } from '../../context/merchant.ts';

const covers = ['recalculation/repeatable'] as const;
type World = MerchantWorld<(typeof covers)[number]>;

const rounds = { quick: 2, standard: 4, thorough: 12 } as const;

/** Two customers change their baskets at the same moment: whatever the shop keeps while it answers, it keeps per request. */
export default defineMerchantScenario({
  id: 'merchant/recalculation-concurrency',
  title: 'Two baskets recalculated at the same moment each get their own answer',
  phase: 'change',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  touches: ['recalculations'],
  covers,
  provokes: answerProvokes,
  async run(world) {
    const one = await openBasket(world, { lines: stockedLines(world) });
    const other = await openBasket(world, { lines: stockedLines(world, 1) });
    // With a single basket there is nothing to mix up.
    if (one.kind === 'blocked' || other.kind === 'blocked' || one.basketId === other.basketId) return;
    world.check('recalculation/repeatable', await together(world, [one, other]));
    for (const opened of [one, other]) if (opened.origin === 'fixture') await restore(world, opened);
  },
});

const together = async (world: World, baskets: readonly OpenBasket[]): Promise<CheckOutcome> => {
  const ask = (opened: OpenBasket, by: Pick<World, 'merchant'> = world): Promise<Replied> =>
    recalculate(by, reducedBasket(opened.basketId, opened.basket));
  const alone: Replied[] = [];
  for (const opened of baskets) alone.push(await ask(opened));
  for (let round = 0; round < rounds[world.effort]; round++) {
    const answers = await world.merchant.atOnce(
      baskets.map((opened) => async (merchant: MerchantPort) => await ask(opened, { merchant })),
    );
    for (const [index, opened] of baskets.entries()) {
      const [before, answer] = [alone[index], answers[index]];
      if (before?.kind !== 'replied' || answer?.kind !== 'replied') continue;
      // An answer about another basket is charged to the id it carries.
      if (answer.basket.id !== before.basket.id) continue;
      const found = difference(before.basket, answer.basket);
      if (found === undefined) continue;
      const after = await ask(opened);
      if (after.kind !== 'replied' || difference(before.basket, after.basket))
        return notExercised('the same request is answered differently even when it comes alone');
      return failed({
        message:
          'A request was answered differently while another basket was recalculated at the same moment; keep nothing of a request where another one can reach it.',
        expected: found.first,
        actual: found.second,
        pointer: found.pointer,
        exchanges: [before.exchange, answer.exchange, after.exchange],
        cause: 'mixed up with another basket',
      });
    }
  }
  return alone.every(({ kind }) => kind === 'replied') ? passed : notExercised('the baskets were not answered alone');
};
