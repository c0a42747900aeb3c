import type { Effort } from '#schemas';
import { answerProvokes, lock, recalculate } from '../../arrange/basket/basket-calls.ts';
import { unanswered } from '../../arrange/basket/open-basket.ts';
import { seedOf } from '../../arrange/seed.ts';
import { availableQuantity, limitOutcome, noShortage, priceOfMore } from '../../arrange/basket/shortages.ts';
import { lineOutcome } from '../../arrange/basket/reflection.ts';
import { defineMerchantScenario } from '../../define.ts';
import { notExercised, Unmet, warned } from '../../outcome.ts';
import { createAsking } from './asking.ts';
import { carryOut, noting } from '../carrying-out.ts';
import { createCoveringPlan, plannedIn, type Turn } from '../covering.ts';
import { firstRows } from './first-rows.ts';
import { apart, type Broken, plainRow, plannedLevels } from './levels.ts';
import { createTrying } from './trying.ts';
import { noCode } from './valid-codes.ts';
import type { Tried } from './wrongs.ts';

/** How many levels come together in every way there is, and how many requests that may take. */
const efforts = {
  quick: { strength: 2, rows: 42 },
  standard: { strength: 3, rows: 40 },
  thorough: { strength: 4, rows: 250 },
} as const;

export const recalculationsAt = (effort: Effort) =>
  plannedIn(plannedLevels(), { ...efforts[effort], avoided: apart, isSparing: true });

/** What comes to a shop at once is drawn; what fails is reduced to the fewest levels that still do. */
export const recalculationOccasions = defineMerchantScenario({
  id: 'merchant/recalculation-occasions',
  title: 'Whatever ordinary things come together in one request, each is answered as it is alone',
  phase: 'change',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  reads: ['limited products', 'discount codes'],
  changes: ['recalculations'],
  covers: [
    'recalculation/shortage-reported',
    'recalculation/available-quantity',
    'recalculation/change-reflected',
    'recalculation/bad-discount-reported',
    'recalculation/every-discount',
    'recalculation/good-discount-applied',
    'recalculation/logged-user',
    'recalculation/repeatable',
    'recalculation/path-independent',
  ],
  provokes: [...answerProvokes, 'basket/policies-omitted-when-none'],
  async run(world) {
    const asking = await createAsking(world, recalculate, (outcome) =>
      world.check('recalculation/good-discount-applied', outcome),
    );
    const { levels, shortages, valid, given } = asking;
    if ((world.fixtures.discountCodes?.valid ?? []).length === 0)
      world.check('recalculation/good-discount-applied', noCode);
    if (valid.length === 0) world.check('recalculation/every-discount', noCode);
    if (shortages.length === 0 && world.claims.limitedStock) world.check('recalculation/shortage-reported', noShortage);
    const key = world.triggers.has('createBasket') ? 'merchant.fixtures.products.inStock' : 'triggers.createBasket';
    if (levels['user']?.includes('letters') !== true)
      world.check('recalculation/logged-user', notExercised(`this check needs a new basket: set ${key}`, key));
    const { strength, rows } = efforts[world.effort];
    const seed = seedOf(`${world.seed}/${world.scenario}`);
    const plan = createCoveringPlan(levels, { strength, seed, avoided: apart, isSparing: true });
    const { check, isEnough } = noting<Broken>(world, (id, outcome) => world.check(`recalculation/${id}`, outcome));
    const tryRow = createTrying(asking, {
      check,
      avoid(odd) {
        plan.avoid(odd);
        // Two codes that do not go together are answered like any that cannot be applied.
        if (odd['bad'] !== undefined) plan.avoid({ good: 'two' });
        // Who does not recalculate for the user of a basket does so for nobody's.
        if (odd['user'] === 'own' && Object.keys(odd).length === 1) plan.avoid({ user: 'letters' });
      },
    });
    const taken = new Set<string>();
    const attempt = async ({ row: levelsOf, pick = 0 }: Partial<Turn>): Promise<Tried> => {
      const row = { ...plainRow, ...levelsOf };
      const tried = await tryRow({ row, pick });
      if (tried.replied.kind === 'not-replied') return tried;
      plan.answered(tried.judged);
      const { basket, exchange } = tried.replied;
      for (const one of tried.short) {
        taken.add(one.id);
        const quantity = availableQuantity(basket, one, [exchange]);
        if (quantity) world.check('recalculation/available-quantity', quantity);
      }
      return tried;
    };
    // One by one first, since what each comes to alone is what it has to come to beside others.
    for (const turn of firstRows(asking, world.triggers.has('createBasket', 'discountCodes'))) await attempt(turn);
    const refused = await asking.refusedAsScanned();
    if (refused) world.check('recalculation/change-reflected', refused);
    const limit = async (pick: number): Promise<Tried> => {
      const tried = await attempt({ row: { shortage: 'limit' }, pick });
      const { limit: one, replied } = tried;
      const outcome =
        one && replied.kind === 'replied'
          ? limitOutcome(one, lineOutcome(replied.basket, one.id, one.available), replied.exchange)
          : undefined;
      if (outcome) world.check('recalculation/change-reflected', outcome);
      return tried;
    };
    const [most] = shortages.toSorted((one, other) => other.available - one.available);
    if (most && levels['shortage']?.includes('limit')) {
      const pick = shortages.indexOf(most);
      const whole = await limit(pick);
      const more = await attempt({ row: { shortage: 'one' }, pick });
      if (whole.replied.kind === 'replied' && more.replied.kind === 'replied' && given.has(most.id)) {
        const exchanges = [whole.replied.exchange, more.replied.exchange];
        const price = priceOfMore(more.replied.basket, whole.replied.basket, most, exchanges);
        if (price) world.check('recalculation/available-quantity', price);
      }
      // What was short is there again when less is asked for.
      await limit(pick);
    }
    // What it can be asked for as a whole alone, it can beside others.
    for (const [pick, { id, available }] of shortages.entries()) if (available > 0 && !given.has(id)) await limit(pick);
    // What is charged of several that are short shows only without a code.
    for (const pick of [...shortages.keys()].slice(0, 2)) await attempt({ row: { shortage: 'one' }, pick });
    await carryOut(world, plan, { most: rows, basketOf: asking.basketOf, isEnough }, attempt);
    for (const [pick, { id }] of shortages.entries())
      if (!taken.has(id)) await attempt({ row: { shortage: 'one' }, pick });
    for (const { size, covered, all } of plan.shares())
      world.attempted(`${size === 2 ? 'pairs' : 'triples'} of ways to recalculate`, covered, all, size);
    await asking.end();
  },
});

/** How many locks that may take, each of a basket of its own. */
const locks = { quick: 9, standard: 14, thorough: 60 } as const;

/** Endpoints › Merchant-hosted › 3: the answer is that of a recalculation; what cannot be locked has an error code, and the rest is locked. */
export const lockOccasions = defineMerchantScenario({
  id: 'merchant/lock-occasions',
  title: 'Whatever ordinary things come together in one lock, it is answered as a recalculation is',
  // A fixture basket locked like this may be of no use to an order.
  phase: 'after',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  usesUp: 'limited products',
  changes: ['recalculations'],
  touches: ['limited products'],
  covers: ['lock/shortage-reported', 'lock/as-recalculated'],
  provokes: answerProvokes,
  async run(world) {
    if (!world.claims.lock) return;
    const asking = await createAsking(world, lock);
    const { levels, shortages } = asking;
    if (shortages.length === 0 && world.claims.limitedStock) world.check('lock/shortage-reported', noShortage);
    const { strength } = efforts[world.effort];
    const seed = seedOf(`${world.seed}/${world.scenario}`);
    const plan = createCoveringPlan(levels, { strength, seed, avoided: apart, isSparing: true });
    const { check, isEnough } = noting<Broken>(world, (breaks, outcome) => {
      if (outcome.status === 'warned') return;
      world.check(breaks === 'shortage-reported' ? 'lock/shortage-reported' : 'lock/as-recalculated', outcome);
    });
    const tryRow = createTrying(asking, { check, avoid: (odd) => plan.avoid(odd) });
    const attempt = async (turn: Turn): Promise<Tried> => {
      const tried = await tryRow(turn);
      if (tried.replied.kind === 'not-replied') return tried;
      plan.answered(tried.judged);
      for (const one of tried.short) {
        const quantity = availableQuantity(tried.replied.basket, one, [tried.replied.exchange]);
        if (quantity?.status === 'failed')
          world.check('lock/shortage-reported', warned(quantity, 'the line has an error, so it cannot be supplied'));
      }
      return tried;
    };
    const plain = await attempt({ row: plainRow, pick: 0 });
    if (plain.replied.kind === 'not-replied')
      throw new Unmet(unanswered('a plain lock fails as well', plain.replied.answer));
    // As it was recalculated, and with nothing beside it that is short.
    await attempt({ row: { ...plainRow, duplicates: 'twice', repeat: 'again' }, pick: 1 });
    if (asking.valid.length > 0 && world.triggers.has('createBasket', 'discountCodes'))
      await attempt({ row: { ...plainRow, made: 'coded' }, pick: 2 });
    await carryOut(world, plan, { most: locks[world.effort], basketOf: asking.basketOf, isEnough }, attempt);
    await asking.end();
  },
});
