import type { CheckOutcome } from '#schemas';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { atKiosk, atTable, forDelivery, forPickup } from '../../arrange/till/commands.ts';
import { notExercised, worstOutcome } from '../../outcome.ts';
import { menuOf } from '../../arrange/till/orders.ts';
import { openTable } from '../../arrange/till/tables.ts';
import {
  orderAtTable,
  orderElsewhere,
  type SubmissionCheck,
  submissionCovers,
  type SubmissionOutcome,
} from './submission-check.ts';
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
    if (world.fixtures.listings?.inStock?.[0] === undefined)
      return notExercised('no listing in stock is configured', 'pos.fixtures.listings.inStock');
    const menu = await menuOf(world);
    const tried: SubmissionOutcome[] = [];
    for (const prepaid of [false, true].filter((paid) => world.claims[paid ? 'prepaid' : 'postpaid']))
      for (const kind of kinds.filter((one) => world.claims[one]))
        tried.push(await orderFor(world, { kind, prepaid, menu }));
    for (const outcome of worstOutcome(outcomesOf(tried))) world.check('submission/contexts', outcome);
  },
});

const kinds = ['STATION', 'KIOSK', 'PICKUP', 'DELIVERY'] as const;
type Kind = (typeof kinds)[number];
type Wish = Pick<SubmissionCheck, 'prepaid' | 'menu'> & { readonly kind: Kind };

const orderFor = async (world: World, { kind, prepaid, menu }: Wish): Promise<SubmissionOutcome> => {
  const listings = world.fixtures.listings?.inStock ?? [];
  world.progress(`submitting a ${prepaid ? 'prepaid' : 'postpaid'} ${kind} order`);
  const text = `${world.seed} ${world.scenario} ${kind} ${String(prepaid)}`;
  const wish = { prepaid, menu, listings };
  switch (kind) {
    case 'STATION': {
      const seated = await openTable(world, 'ordering');
      if (seated.kind === 'blocked') return { kind: 'untried', outcome: seated.outcome };
      return await orderAtTable(world, { ...wish, context: atTable(seated.tableId) }, seated);
    }
    case 'KIOSK': {
      const [kiosk] = world.fixtures.kiosks ?? [];
      const missing = notExercised('no kiosk is configured', 'pos.fixtures.kiosks');
      if (kiosk === undefined) return { kind: 'untried', outcome: missing };
      return await orderElsewhere(world, { ...wish, context: atKiosk(kiosk) });
    }
    case 'PICKUP':
      return await orderElsewhere(world, { ...wish, context: forPickup(text) });
    case 'DELIVERY':
      return await orderElsewhere(world, { ...wish, context: forDelivery(text) });
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
