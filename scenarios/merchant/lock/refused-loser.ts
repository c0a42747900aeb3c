import type { ReducedBasket } from '#schemas';
import { lock } from '../../arrange/basket/basket-calls.ts';
import { answerInWords } from '../../arrange/basket/open-basket.ts';
import type { MerchantWorld } from '../../context/merchant.ts';
import { failed } from '../../outcome.ts';

type World = MerchantWorld<'lock/shortage-reported'>;

/** Turned away in the race, which may be for the race alone; asked again alone there is only the shortage to tell. */
export const judgeLoser = async (world: World, request: ReducedBasket, id: string): Promise<void> => {
  const again = await lock(world, request, { expect: 'any' });
  if (again.kind === 'replied' || again.answer.kind === 'unsent') return;
  world.check(
    'lock/shortage-reported',
    failed({
      expected: `2xx with "${id}" carrying an error`,
      actual: answerInWords(again.answer),
      exchanges: [again.answer.exchange],
      cause: `locked before, ${again.answer.kind}`,
    }),
  );
};
