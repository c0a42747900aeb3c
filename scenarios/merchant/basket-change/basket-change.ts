import type { CheckOutcome } from '#schemas';
import { defineMerchantScenario } from '../../define.ts';
import { openBasket, type OpenBasket, stockedLines } from '../../arrange/basket/open-basket.ts';
import { available, failed, notExercised, outcomeOf, passed, unlessUnmet, unmet } from '../../outcome.ts';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import type { MerchantWorld, PushedChange } from '../../context/merchant.ts';
import { productsOf, reducedBasket } from '../../arrange/basket/products.ts';
import { freshId } from '../../arrange/identity.ts';
import { pushedAsAnother } from './pushed-as-another.ts';
import { type Before, isAlike, unlikeRetrieved, unlikeTwice } from './pushed-as-retrieved.ts';

const covers = [
  'basket/answers-the-asked',
  'basket-change/body',
  'basket-change/deliverable',
  'basket-change/known-basket',
  'basket-change/survives-rejection',
] as const;
type World = MerchantWorld<(typeof covers)[number]>;

const patienceMs = 10_000;
/** What a push of another basket leaves for the right one to follow. */
const stragglerMs = 1_000;

export default defineMerchantScenario({
  id: 'merchant/basket-change',
  title: 'A basket change the merchant pushes can be shown to the customer',
  // Alone, since a shop that pushes no more after a rejection cannot be tried again; so before others could be under way.
  phase: 'read',
  needs: ['merchant.basketUrl', 'triggers.pushBasketChange'],
  covers,
  provokes: ['basket-change/called-right'],
  async run(world) {
    const opened = await openBasket(world, { lines: stockedLines(world, 2) });
    const change = await push(world, opened);
    const known = knownBasket(opened, change);
    if (known) world.check('basket-change/known-basket', known);
    const another = await pushedAsAnother(world, opened, change, () => push(world, opened));
    if (another) world.check('basket/answers-the-asked', another);
    const deliverable = deliverableOutcome(change);
    if (deliverable) world.check('basket-change/deliverable', deliverable);
    const unlike = await pushedUnlike(world, opened, change);
    if (unlike) world.check('basket-change/known-basket', unlike);
    world.check(
      'basket-change/survives-rejection',
      change.status < 400
        ? await outcomeOf(afterRejection(world, opened, change))
        : notExercised('every push of this shop is refused already (see the other rows)'),
    );
    if (change.status < 400) await unlessUnmet(pushWithCode(world));
  },
});

/** Has the target push a change of this basket, and waits for it. */
const push = async (world: World, opened: OpenBasket): Promise<PushedChange> => {
  const since = world.clock.now();
  const isNew = (change: PushedChange) => change.receivedAt >= since;
  const wish = { basketId: opened.basketId, platformUrl: world.platform.url };
  const seen = (withinMs: number) => world.platform.nextChange(isNew, withinMs);
  available(await world.triggers.fire('pushBasketChange', wish, seen));
  const first = await world.platform.nextChange(isNew, patienceMs);
  if (first === undefined) {
    const reason = `no push arrived at the basket change path within ${patienceMs / 1000} s after the trigger; look for a push to another path under unexpected traffic`;
    throw unmet(reason, 'platform.paths.basketChange');
  }
  if (isOf(opened, first)) return first;
  // A living shop may push a change of another basket of this run at the same moment.
  return (await world.platform.nextChange((change) => isNew(change) && isOf(opened, change), stragglerMs)) ?? first;
};

/** A push of a basket whose customer is logged in and has entered a code: what every push has to be is seen of it. */
const pushWithCode = async (world: World): Promise<void> => {
  const opened = await openBasket(world, { lines: stockedLines(world, 2) });
  const codes = (world.fixtures.discountCodes?.valid ?? []).slice(0, 1);
  const products = productsOf(opened.basket).slice(0, 1);
  const request = reducedBasket(opened.basketId, opened.basket, { products, codes, loggedUser: freshId() });
  const answer = await world.merchant.recalculate(request, { expect: 'any' });
  if (answer.kind !== 'answered') return;
  const changed = await world.merchant.retrieve(opened.basketId, { expect: 'any' });
  const change = await push(world, opened);
  const before = changed.kind === 'answered' ? readBasket(changed.body) : undefined;
  // Not every shop keeps what was recalculated.
  const isKept = before !== undefined && isAlike(before, readBasket(answer.body));
  const unlike = isKept ? await pushedUnlike(world, opened, change, { before, codes }) : undefined;
  if (unlike) world.check('basket-change/known-basket', unlike);
  const isOffered = (readBasket(answer.body).deliveryOptions ?? []).length > 0;
  const undeliverable = isOffered ? await laterFailure(world, opened, change, change) : undefined;
  if (undeliverable) world.check('basket-change/deliverable', undeliverable);
};

const isOf = (opened: OpenBasket, change: PushedChange): boolean => {
  const { id } = readBasket(change.body);
  return id !== undefined && (id === opened.basketId || id === opened.basket.id);
};

const knownBasket = (opened: OpenBasket, change: PushedChange): CheckOutcome | undefined => {
  const { id } = readBasket(change.body);
  if (id === undefined) return undefined;
  if (isOf(opened, change)) return passed;
  // The platform took it, so it is a basket some other scenario has loaded.
  if (change.status < 400) return notExercised(`the push that arrived is about another basket, "${id}"`);
  return failed({
    expected: `id "${opened.basket.id ?? opened.basketId}"`,
    actual: `id "${id}"`,
    exchanges: [opened.exchange, change.exchange],
    cause: 'push of an unknown basket',
  });
};

/** Only where one push is unlike the basket is another one asked for. */
const pushedUnlike = async (
  world: World,
  opened: OpenBasket,
  change: PushedChange,
  recalculated?: Omit<Before, 'outdated'>,
): Promise<CheckOutcome | undefined> => {
  if (!isOf(opened, change) || change.status >= 400) return undefined;
  const known: Before = recalculated ? { ...recalculated, outdated: opened.basket } : { before: opened.basket };
  const first = await unlikeRetrieved(world, opened, change, known);
  const again = first && (await unlessUnmet(push(world, opened)));
  if (first === undefined || again === undefined || !isOf(opened, again)) return undefined;
  const second = await unlikeRetrieved(world, opened, again, { ...known, before: first.now });
  // Whose value is right is judged by what else is seen of such lines.
  if (first.isPriceAlone === true || second?.isPriceAlone === true) return undefined;
  return second && unlikeTwice([first, second]);
};

/** No allowance for clocks that differ: a basket that is valid for less than two kept clocks are apart could not be ordered anyway. */
const deliverableOutcome = ({ body, receivedAt, exchange }: PushedChange): CheckOutcome | undefined => {
  const { deliveryOptions, expiresAt = '', expiresAtMs } = readBasket(body);
  if (deliveryOptions?.length === 0 && hasNoOptions(body))
    return failed({
      expected: 'at least one delivery option',
      actual: 'an empty deliveryOptions',
      exchanges: [exchange],
      cause: 'push without delivery options',
    });
  if (deliveryOptions === undefined || expiresAtMs === undefined) return undefined;
  if (expiresAtMs > receivedAt) return passed;
  return failed({
    message:
      'The pushed basket has already expired when it arrives; set expiresAt to the moment until which it can still be ordered, and check the time zone.',
    expected: `expiresAt after ${new Date(receivedAt).toISOString()}`,
    actual: `expiresAt ${expiresAt}`,
    exchanges: [exchange],
    cause: 'expired pushed basket',
  });
};

/** Options that merely cannot be read are a matter of the schema. */
const hasNoOptions = (body: unknown): boolean => {
  const { deliveryOptions } = body as { readonly deliveryOptions?: unknown };
  return Array.isArray(deliveryOptions) && deliveryOptions.length === 0;
};

/**
 * What is wrong with a later push of a basket that lives by what the first one said of it, and by what it is retrieved with: a shop
 * may tell by a push that a basket is over.
 */
const laterFailure = async (
  world: World,
  opened: OpenBasket,
  first: PushedChange,
  change: PushedChange,
): Promise<CheckOutcome | undefined> => {
  const until = readBasket(first.body).expiresAtMs;
  if (!isOf(opened, first) || !isOf(opened, change) || until === undefined || until <= change.receivedAt)
    return undefined;
  const outcome = deliverableOutcome(change);
  if (outcome?.status !== 'failed') return undefined;
  const answer = await world.merchant.retrieve(opened.basketId, { expect: 'any' });
  if (answer.kind !== 'answered') return undefined;
  const { expiresAtMs = 0, deliveryOptions = [] } = readBasket(answer.body);
  return expiresAtMs > world.clock.now() && deliveryOptions.length > 0 ? outcome : undefined;
};

const afterRejection = async (world: World, opened: OpenBasket, first: PushedChange): Promise<CheckOutcome> => {
  world.platform.rejectNext('InvalidBasketException');
  const rejected = await push(world, opened);
  const second = await laterFailure(world, opened, first, rejected);
  if (second) world.check('basket-change/deliverable', second);
  if (rejected.status !== 400) return notExercised('the platform did not reject the push that it was told to reject');
  const next = await outcomeOf(push(world, opened));
  const third = 'body' in next ? await laterFailure(world, opened, first, next) : undefined;
  if (third) {
    world.check('basket-change/deliverable', third);
    return notExercised('the platform refused the push after the rejected one because of its contents');
  }
  const expected = 'the next push arrives and the platform accepts it';
  const exchanges = [rejected.exchange];
  if (!('body' in next))
    return next.status === 'not-exercised' && next.unlock !== 'platform.paths.basketChange'
      ? next
      : failed({
          message:
            'After a push was answered 400 the next one did not come; treat a rejection as the end of that push only.',
          expected,
          actual: `no push within ${patienceMs / 1000} s`,
          exchanges,
        });
  if (next.status < 400) return passed;
  return failed({
    message:
      'After a push was answered 400 the next one came and was refused as well; push each change as it is, whatever became of the one before.',
    expected,
    actual: `a push the platform answered with ${next.status}`,
    exchanges: [...exchanges, next.exchange],
  });
};
