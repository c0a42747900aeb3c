import type { Finding } from '#schemas';
import { defineMerchantScenario } from '../../define.ts';
import { expiresInFuture } from '../../arrange/basket/expiry.ts';
import { openBasket, stockedLines } from '../../arrange/basket/open-basket.ts';
import { failed, passed } from '../../outcome.ts';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

/** Every answer's shape is judged by the harness, so retrieving each basket the configuration names is the point. */
export default defineMerchantScenario({
  id: 'merchant/basket-retrieval',
  title: 'Every basket that is scanned can be retrieved and is still valid',
  phase: 'read',
  needs: ['merchant.basketUrl'],
  covers: ['basket/expires-in-future', 'basket/retrieval-answers'],
  async run(world) {
    const named = world.fixtures.baskets ?? [];
    const scanned: Scanned[] = [];
    for (const basketId of named) {
      const answer = await world.merchant.retrieve(basketId);
      if (answer.kind !== 'answered') continue;
      const basket = readBasket(answer.body);
      scanned.push({ basketId, id: basket.id, exchange: answer.exchange });
      world.check('basket/expires-in-future', expiresInFuture(basket, world.clock.now(), answer.exchange, 'basket'));
    }
    if (named.length === 0 || world.triggers.has('createBasket')) {
      const opened = await openBasket(world, { lines: stockedLines(world) });
      const { kind } = opened;
      if (kind === 'open' && opened.origin === 'trigger')
        scanned.push({ basketId: opened.basketId, id: opened.basket.id, exchange: opened.exchange });
      world.check(
        'basket/expires-in-future',
        kind === 'open' ? expiresInFuture(opened.basket, world.clock.now(), opened.exchange, 'basket') : opened.outcome,
      );
    }
    await askAgain(world, scanned);
  },
});

interface Scanned {
  readonly basketId: string;
  /** Undefined where it cannot be read. */
  readonly id: string | undefined;
  readonly exchange: number;
}

/**
 * Endpoints › Merchant-hosted › 1: `basketId` says which basket. That `id` equals it is nowhere stated, so the first
 * basket is asked for again after the others: it must not have become one of them.
 */
const askAgain = async (
  world: MerchantWorld<'basket/retrieval-answers'>,
  [first, ...others]: readonly Scanned[],
): Promise<void> => {
  if (first === undefined || others.length === 0) return;
  const known = [...others];
  for (let attempt = 0; attempt < 3; attempt++) {
    const answer = await world.merchant.retrieve(first.basketId);
    if (answer.kind !== 'answered') return;
    const { id } = readBasket(answer.body);
    const other = known.find((one) => one.id === id && id !== undefined && id !== first.id);
    if (other !== undefined) {
      world.check('basket/retrieval-answers', failed(mistaken(first, other, answer.exchange)));
      return;
    }
    if (id === first.id) break;
    // Some scenario beside this one may have made the basket that came, so one more is made here.
    const opened = await openBasket(world, { lines: stockedLines(world) });
    if (opened.kind === 'blocked' || opened.origin === 'fixture') break;
    known.push({ basketId: opened.basketId, id: opened.basket.id, exchange: opened.exchange });
  }
  world.check('basket/retrieval-answers', passed);
};

const mistaken = (first: Scanned, other: Scanned, exchange: number): Finding => ({
  message:
    'Asked for one basket again after another had been asked for, the shop answered with that other one: basketId has to decide which basket is returned.',
  expected: `the basket ${JSON.stringify(first.id)}, as the first time`,
  actual: `the basket ${JSON.stringify(other.id)}, which basketId=${other.basketId} had returned`,
  pointer: '/id',
  exchanges: [first.exchange, other.exchange, exchange],
});
