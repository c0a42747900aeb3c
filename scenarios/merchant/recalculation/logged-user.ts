import { freshId } from '../../arrange/identity.ts';
import { reducedBasket } from '../../arrange/basket/products.ts';
import { answerProvokes, recalculate, restore } from '../../arrange/basket/basket-calls.ts';
import { defineMerchantScenario } from '../../define.ts';
import {
  answerInWords,
  hasOwnBaskets,
  openBasket,
  type OpenBasket,
  stockedLines,
  unanswered,
} from '../../arrange/basket/open-basket.ts';
import { isCrash } from '../../arrange/basket/crashes.ts';
import type { Answer, MerchantWorld } from '../../context/merchant.ts';
import type { CheckOutcome } from '#schemas';
import { failed, notExercised, passed, unlessUnmet } from '../../outcome.ts';

/** Limits: loggedUser in a Basket. */
const longest = 255;
/** Two bytes each in UTF-8, one in every count of characters. */
const beyondAscii = 'żółć';

export default defineMerchantScenario({
  id: 'merchant/recalculation-logged-user',
  title: 'A logged-in user with the longest allowed id can recalculate, in whatever letters',
  phase: 'change',
  needs: ['merchant.basketUrl', 'merchant.recalculateUrl'],
  changes: ['recalculations'],
  covers: ['recalculation/logged-user'],
  provokes: answerProvokes,
  async run(world) {
    const judge = (outcome: CheckOutcome): void => world.check('recalculation/logged-user', outcome);
    if (!(await recalculatesOwn(world)))
      return judge(notExercised('a basket that was made for a user is not recalculated'));
    const opened = await unlessUnmet(openBasket(world, { lines: stockedLines(world) }), judge);
    if (!opened) return;
    // It might stay with the user it is given, and others need it without one.
    if (opened.origin === 'fixture' && opened.basket.loggedUser === undefined)
      return judge(notExercised('a basket for it alone is needed', 'triggers.createBasket'));
    const as = (loggedUser: string, where = opened, expect: 'any' | 'success' = 'any') =>
      recalculate(world, reducedBasket(where.basketId, where.basket, { loggedUser }), { expect });
    const user = freshId();
    const letters = user.padEnd(longest, beyondAscii);
    // First of all, since a basket may stay with the first user it is given.
    const replied = await as(letters);
    if (replied.kind === 'replied') judge(passed);
    else if (replied.answer.kind === 'unsent') judge(notExercised(replied.answer.reason, replied.answer.unlock));
    else {
      const where = (await unlessUnmet(openBasket(world, { lines: stockedLines(world) }))) ?? opened;
      const twin = await as(user, where);
      if (twin.kind === 'not-replied') return judge(await strangerOutcome(world, where, twin.answer));
      const plain = await as(user.padEnd(longest, 'x'), where);
      const isLetters = plain.kind === 'replied';
      // Resources › Conventions: bodies are JSON. A 2xx that cannot be read is no refusal of the user.
      if (isLetters && replied.answer.kind === 'unreadable') await as(letters, opened, 'success');
      judge(
        failed({
          message: isLetters
            ? `A loggedUser of ${longest} characters with letters outside ASCII was not accepted though one in plain letters was; count characters rather than bytes, and take them all.`
            : `A loggedUser of ${longest} characters was not accepted though a shorter one was; make room for ${longest}.`,
          expected: '2xx with a basket',
          actual: answerInWords(replied.answer),
          exchanges: [isLetters ? plain.exchange : twin.exchange, replied.answer.exchange],
        }),
      );
    }
    if (opened.origin === 'fixture') await restore(world, opened);
  },
});

type World = MerchantWorld<'recalculation/logged-user'>;

/**
 * Endpoints › Merchant-hosted › 1 and 2: a basket that was made for a user is retrieved and recalculated as any other one is,
 * with the user that it shows.
 */
const recalculatesOwn = async (world: World): Promise<boolean> => {
  if (!hasOwnBaskets(world) || !world.triggers.has('createBasket', 'loggedUser')) return true;
  const wish = { lines: stockedLines(world), linesRequired: true, loggedUser: freshId() };
  const opened = await unlessUnmet(openBasket(world, wish));
  if (opened?.basket.loggedUser === undefined) return true;
  const replied = await recalculate(world, reducedBasket(opened.basketId, opened.basket));
  return replied.kind === 'replied' || replied.answer.kind === 'unsent';
};

/** A basket may belong to one user, so a stranger can be turned away whatever the length; but not by a crash. */
const strangerOutcome = async (
  world: World,
  { basketId, basket }: OpenBasket,
  answer: Exclude<Answer, { kind: 'answered' }>,
): Promise<CheckOutcome> => {
  const open = unanswered('a user of ours was not accepted', answer);
  if (!isCrash(answer)) return open;
  const without = await recalculate(world, reducedBasket(basketId, basket), { expect: 'any' });
  if (without.kind === 'not-replied') return open;
  return failed({
    expected: '2xx with a basket',
    actual: answerInWords(answer),
    exchanges: [answer.exchange, without.exchange],
    cause: 'crash on a user',
  });
};
