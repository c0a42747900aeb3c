import fc from 'fast-check';
import type { CheckOutcome, RequirementId } from '#schemas';
import { productsOf } from '../../arrange/basket/products.ts';
import { choose, type Selection, selections } from './choices.ts';
import { holds } from '../../arrange/property.ts';
import { madeAhead } from '../../arrange/prefetch.ts';
import { answerProvokes, restore } from '../../arrange/basket/basket-calls.ts';
import { change, changeCovers } from './product-change.ts';
import { difference } from './basket-difference.ts';
import { defineMerchantScenario } from '../../define.ts';
import { openBasket, type OpenBasket, stockedLines, unanswered } from '../../arrange/basket/open-basket.ts';
import { failed, passed } from '../../outcome.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

const covers = [
  ...changeCovers,
  'recalculation/repeatable',
  'recalculation/path-independent',
] as const satisfies readonly RequirementId[];
type World = MerchantWorld<(typeof covers)[number]>;

/** A request, and what the customer did before asking for just that again. */
interface Detour {
  readonly target: Selection;
  readonly by: readonly Selection[];
}

/** Over more than is wanted, and back in an odd and in an even number of requests: what alternates shows in one of the two. */
const shortDetours: readonly Detour[] = [
  { target: ['held'], by: [[5]] },
  { target: ['held'], by: [[5], [1]] },
];

export default defineMerchantScenario({
  id: 'merchant/recalculation-paths',
  title: 'The same request gives the same basket, at once and after any detour',
  phase: 'change',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  // So that nothing comes between two requests that are to be answered alike.
  touches: ['recalculations'],
  covers,
  provokes: answerProvokes,
  async run(world) {
    const repeats = { quick: 2, standard: 4, thorough: 20 };
    const detoured = { quick: 2, standard: 5, thorough: 30 };
    const planned = repeats[world.effort] + detoured[world.effort];
    const opened = madeAhead(world, { planned }, async () => await openBasket(world, { lines: stockedLines(world) }));
    const repeat = {
      name: 'same-request-twice',
      runs: repeats,
      attempt: async (target: Selection) => await attempt(world, await opened(), { target, by: [] }),
    };
    world.check('recalculation/repeatable', await holds(world, repeat, selections));
    const detour = {
      name: 'any-detour',
      runs: detoured,
      // Each takes several requests, one after the other.
      enough: Math.ceil(detoured[world.effort] / 3),
      attempt: async (plan: Detour) => await attempt(world, await opened(), plan),
    };
    const detours = fc.record({ target: selections, by: fc.array(selections, { minLength: 1, maxLength: 3 }) });
    world.check('recalculation/path-independent', await holds(world, detour, detours, shortDetours));
  },
});

const attempt = async (world: World, opened: OpenBasket, { target, by }: Detour): Promise<CheckOutcome> => {
  const outcome = await walkRound(world, opened, { target, by });
  if (opened.origin === 'fixture') await restore(world, opened);
  return outcome;
};

const walkRound = async (world: World, opened: OpenBasket, { target, by }: Detour): Promise<CheckOutcome> => {
  const held = productsOf(opened.basket);
  const ask = (selection: Selection) => change(world, opened, held, choose(held, selection).asked);
  const first = await ask(target);
  if (first.kind === 'not-replied') return unanswered('the request was not answered', first.answer);
  for (const selection of by) {
    const step = await ask(selection);
    if (step.kind === 'not-replied') return unanswered('a step of the detour was not answered', step.answer);
  }
  const again = await ask(target);
  if (again.kind === 'not-replied') return unanswered('the repeated request was not answered', again.answer);
  const found = difference(first.basket, again.basket);
  if (found === undefined) return passed;
  return failed({
    message:
      by.length === 0
        ? 'The same request sent twice gave two different baskets; unless the shop changed its prices or stock in between, calculate from the request alone.'
        : 'The same request was answered with another basket after other requests had come in between. Work each answer out from the request alone. Only a change of prices or stock in between would explain it.',
    expected: found.first,
    actual: found.second,
    pointer: found.pointer,
    exchanges: [first.exchange, again.exchange],
    cause: found.pointer,
  });
};
