import type { CheckOutcome } from '#schemas';
import {
  mostLines,
  openBasket,
  type OpenBasket,
  scan,
  stockedLines,
  unanswered,
} from '../../arrange/basket/open-basket.ts';
import { productsOf } from '../../arrange/basket/products.ts';
import { someOf } from '../../arrange/sampling.ts';
import { readBasket } from '../../arrange/basket/read-basket.ts';
import type { Line, MerchantWorld } from '../../context/merchant.ts';
import { defineMerchantScenario } from '../../define.ts';
import { failed, notExercised, passed, unlessUnmet } from '../../outcome.ts';
import { holdsAsMade, otherFinding, otherQuantity } from './other-quantity.ts';
import { shownInPart } from './shown-in-part.ts';

const provokes = ['basket/answers-the-asked', 'basket/expires-in-future', 'basket/variant-ids'] as const;

/** Every answer's shape is judged by the harness, so retrieving each basket the configuration names is the point. */
export default defineMerchantScenario({
  id: 'merchant/basket-retrieval',
  title: 'Every basket that is scanned can be retrieved, and is still valid and there when it is scanned again',
  phase: 'read',
  needs: ['merchant.basketUrl'],
  reads: ['fixture baskets'],
  covers: ['basket/kept', 'recalculation/change-reflected'],
  provokes,
  async run(world) {
    const scanned: OpenBasket[] = [];
    const fixtures = someOf(world, 'baskets', world.fixtures.baskets ?? []);
    for (const basketId of fixtures) {
      const opened = await unlessUnmet(scan(world, basketId, 'fixture'));
      if (opened) scanned.push(opened);
    }
    const lines = stockedLines(world);
    if (fixtures.length === 0 || world.triggers.has('createBasket')) {
      const opened = await unlessUnmet(openBasket(world, { lines }), (outcome) => {
        for (const id of provokes) world.unprovoked(id, outcome);
      });
      if (opened) scanned.push(opened);
    }
    // The first once more, as a page is loaded again: it must not be gone by then, nor have become one of the others.
    const first = scanned.find(holdsSomething) ?? scanned[0];
    const own = scanned.find(({ origin }) => origin === 'trigger');
    if (first === undefined) world.check('basket/kept', nothingHeld);
    for (const opened of new Set([first, own]))
      if (opened !== undefined) world.check('basket/kept', await scannedOften(world, opened, lines));
    const many = stockedLines(world, mostLines);
    const { kept, reflected } = many.length > lines.length ? await shownInPart(world, many) : {};
    if (kept) world.check('basket/kept', kept);
    if (reflected) world.check('recalculation/change-reflected', reflected);
  },
});

const nothingHeld = notExercised('none of the retrieved baskets holds a product', 'merchant.fixtures.baskets');

const holdsSomething = ({ basket }: OpenBasket): boolean => productsOf(basket).length > 0;

type ScanningWorld = Pick<MerchantWorld, 'merchant' | 'clock' | 'baskets' | 'triggers'>;

/** Whoever is interrupted scans a code a third and a fourth time. */
const scannedOften = async (world: ScanningWorld, first: OpenBasket, lines: readonly Line[]): Promise<CheckOutcome> => {
  let outcome = await scannedAgain(world, first, lines);
  for (let time = 0; time < 2 && outcome.status === 'passed'; time++) outcome = await scannedAgain(world, first, lines);
  return outcome;
};

/** Resources › Basket › expiresAt: until then the basket is valid, so looking at it uses up nothing. */
const scannedAgain = async (world: ScanningWorld, first: OpenBasket, lines: readonly Line[]): Promise<CheckOutcome> => {
  const answer = await world.merchant.retrieve(first.basketId);
  if (answer.kind !== 'answered') return unanswered('the basket could not be retrieved again', answer);
  if (!holdsSomething(first)) return nothingHeld;
  const again = readBasket(answer.body);
  if (again.lines === undefined || again.lines.some(({ error }) => error !== undefined)) return passed;
  const isEmptied = productsOf(again).length === 0;
  const other = isEmptied ? undefined : otherQuantity(first, again, lines);
  if (!isEmptied && other === undefined) return passed;
  const { expiresAt, expiresAtMs } = first.basket;
  if (expiresAtMs === undefined || expiresAtMs <= world.clock.now())
    return notExercised('the basket expired before it was retrieved again');
  if (other !== undefined)
    return (await holdsAsMade(world, first, lines)) ? failed(otherFinding(other, first, answer.exchange)) : passed;
  return failed({
    expected: `the products of the first retrieval, until ${expiresAt ?? 'expiresAt'}`,
    actual: `${again.lines.length} lines, none with a quantity`,
    exchanges: [first.exchange, answer.exchange],
    cause: 'emptied by a retrieval',
  });
};
