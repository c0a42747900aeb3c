import type { CheckOutcome, OrderContext } from '#schemas';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { atKiosk, atTable, forDelivery, forPickup } from '../../arrange/till/commands.ts';
import { blocked, type Blocked, notExercised, worstOutcome } from '../../outcome.ts';
import { menuOf } from '../../arrange/till/orders.ts';
import { openTable, type OpenTable } from '../../arrange/till/tables.ts';
import {
  orderAtTable,
  orderElsewhere,
  type SubmissionCheck,
  submissionCovers,
  submitOrder,
  type SubmissionOutcome,
} from './submission-check.ts';
import { lettersOutcomes } from './letters.ts';
import type { PosWorld } from '../../context/pos.ts';

const covers = [...submissionCovers, 'submission/contexts'] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineTillScenario({
  id: 'pos/submission',
  title: 'Orders of every claimed kind are accepted, prepaid and postpaid',
  phase: 'order',
  touches: [],
  needs: ['pos.fixtures.listings.inStock'],
  covers,
  async run(world) {
    const listings = world.fixtures.listings?.inStock ?? [];
    if (listings[0] === undefined)
      return notExercised('no listing in stock is configured', 'pos.fixtures.listings.inStock');
    const menu = await menuOf(world);
    const tried: SubmissionOutcome[] = [];
    let taken: SubmissionCheck | undefined;
    for (const prepaid of [false, true].filter((paid) => world.claims[paid ? 'prepaid' : 'postpaid']))
      for (const kind of kinds.filter((one) => world.claims[one])) {
        world.progress(`submitting a ${prepaid ? 'prepaid' : 'postpaid'} ${kind} order`);
        const place = await placeOf(world, kind, `${world.seed} ${world.scenario} ${kind} ${String(prepaid)}`);
        if (place.kind === 'blocked') tried.push({ kind: 'untried', outcome: place.outcome });
        else {
          const check = { prepaid, menu, listings, context: place.context };
          const outcome = await (place.seat ? orderAtTable(world, check, place.seat) : orderElsewhere(world, check));
          tried.push(outcome);
          // The later kinds say most of who orders.
          if (outcome.kind === 'accepted') taken = check;
        }
      }
    const letters = taken === undefined ? [] : await lettersIn(world, taken);
    for (const outcome of worstOutcome([...outcomesOf(tried), ...letters])) world.check('submission/contexts', outcome);
  },
});

const lettersIn = (world: World, check: SubmissionCheck): Promise<readonly CheckOutcome[]> =>
  lettersOutcomes(world, check.context, (context) => submitOrder(world, { ...check, context }));

const kinds = ['STATION', 'KIOSK', 'PICKUP', 'DELIVERY'] as const;

interface Place {
  readonly kind: 'place';
  readonly context: OrderContext;
  readonly seat?: OpenTable;
}

const placeOf = async (world: World, kind: (typeof kinds)[number], text: string): Promise<Place | Blocked> => {
  switch (kind) {
    case 'STATION': {
      const seat = await openTable(world, 'ordering');
      return seat.kind === 'blocked' ? seat : { kind: 'place', context: atTable(seat.tableId), seat };
    }
    case 'KIOSK': {
      const [kiosk] = world.fixtures.kiosks ?? [];
      if (kiosk === undefined) return blocked(notExercised('no kiosk is configured', 'pos.fixtures.kiosks'));
      return { kind: 'place', context: atKiosk(kiosk) };
    }
    case 'PICKUP':
      return { kind: 'place', context: forPickup(text) };
    case 'DELIVERY':
      return { kind: 'place', context: forDelivery(text) };
    default:
      return kind satisfies never;
  }
};

/**
 * The shape of an item is not finalised: a till that knows none of ours as one of its listings has not been asked
 * anything it could understand. Once it has accepted one, or gives another reason, it has understood.
 */
const outcomesOf = (tried: readonly SubmissionOutcome[]): readonly CheckOutcome[] => {
  const understood = tried.some(({ kind }) => kind === 'accepted' || kind === 'refused');
  return tried.map((one) => (one.kind === 'unknown-item' && !understood ? notUnderstood : one.outcome));
};

const notUnderstood = notExercised(
  'the till knows none of the items as a listing; if it names listings otherwise than { listingId, quantity }, say how',
  'assumptions.assume/unfinalised-shapes',
);
