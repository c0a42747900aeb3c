import type { CheckOutcome, LimitedListing } from '#schemas';
import { atKiosk } from '../../arrange/till/commands.ts';
import { unanswered } from '../../arrange/till/command-answer.ts';
import { excerpt, mentions, standsIn } from '../../arrange/json-compare.ts';
import { menuOf } from '../../arrange/till/orders.ts';
import type { Submitted } from '../../arrange/till/submitted.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed, passed, usedUp, warned } from '../../outcome.ts';
import { type AcceptedOrderBaseline, accepted, type Expected, judgeRejection } from './rejection-check.ts';

type World = PosWorld<'submission/rejection-reasons'>;

/** An order that was accepted, and how others like it are sent. */
type Baseline = Pick<AcceptedOrderBaseline, 'exchange' | 'menu' | 'send'>;

/** A listing of which there are so many and no more. */
interface Limited {
  readonly listingId: string;
  readonly max: number;
}

interface OverLimit {
  readonly outcome?: CheckOutcome;
  /** Rejected as it has to be. */
  readonly tooMany?: Limited & { readonly submitted: Submitted };
}

/** One more than there are, of the last listing that an earlier run has not sold out. */
export const overLimit = async (world: World, baseline: Baseline): Promise<OverLimit> => {
  let last: OverLimit = {};
  for (const limited of (world.fixtures.listings?.limited ?? []).toReversed()) {
    last = await overLimitOf(baseline, limited);
    if (last.outcome?.status !== 'not-exercised' || last.outcome.usedUp !== true) break;
  }
  return last;
};

/** Whether any are left is only asked where the till says none are: asking uses one up. */
const overLimitOf = async (baseline: Baseline, { id: listingId, max }: LimitedListing): Promise<OverLimit> => {
  const submitted = await baseline.send([{ listingId, quantity: max + 1 }]);
  if (submitted.kind !== 'submitted') return { outcome: unanswered(submitted) };
  const expected: Expected = {
    what: `${max + 1} of a listing of which there are ${max}`,
    right: ['INSUFFICIENT_STOCK'],
  };
  const saysNone = submitted.result.reasons.includes('OUT_OF_STOCK');
  if (saysNone && !accepted(await baseline.send([{ listingId, quantity: 1 }])))
    return {
      outcome: usedUp('every limited listing is sold out; restock them', 'pos.fixtures.listings.limited'),
    };
  const outcome = judgeRejection(baseline, submitted, expected);
  // Of what was asked just now one is gone, and of what it was rejected for perhaps all that there is.
  const isUntouched = !saysNone && (submitted.result.accepted?.length ?? 0) === 0;
  return outcome.status === 'passed' && isUntouched ? { outcome, tooMany: { listingId, max, submitted } } : { outcome };
};

/** Only together more than there are, and just as many. This may well sell the last. */
export const atLimit = async (
  world: World,
  baseline: Baseline,
  limited: NonNullable<OverLimit['tooMany']>,
): Promise<readonly CheckOutcome[]> => {
  const { listingId, max, submitted: tooMany } = limited;
  const outcomes: CheckOutcome[] = [];
  // What the menu calls the stock is known by being as many as there are.
  const place = placeOfStock(baseline.menu, limited);
  const left = async (): Promise<number | undefined> =>
    place === undefined ? undefined : stockAt(await menuOf(world), listingId, place);
  const afterRejection = await left();
  if (afterRejection !== undefined && afterRejection < max)
    outcomes.push(
      warned(
        {
          expected: `${max} of listing ${excerpt(listingId)}, as before`,
          actual: `${afterRejection}, at ${place ?? ''} of its listing`,
          exchanges: [baseline.exchange, tooMany.exchange],
          cause: 'a rejected order uses up the stock',
        },
        'another guest may have bought it in the meantime',
      ),
    );
  const split = await baseline.send([
    { listingId, quantity: max },
    { listingId, quantity: 1 },
  ]);
  if (split.kind !== 'submitted') return outcomes;
  const onlyTogether: Expected = {
    what: `An order with two items of one listing, ${max} and 1 of it, of which there are ${max},`,
    right: ['INSUFFICIENT_STOCK'],
  };
  if (split.result.success === true) return [...outcomes, judgeRejection(baseline, split, onlyTogether)];
  const shown = afterRejection === undefined ? undefined : await left();
  if (shown === undefined || shown < 1) return outcomes;
  // Of what the first item may have taken the menu may not know yet.
  if (shown >= max && (split.result.accepted?.length ?? 0) > 0) return outcomes;
  const [kiosk] = world.claims.KIOSK ? (world.fixtures.kiosks ?? []) : [];
  const rest = await justAsMany(baseline, { listingId, max: shown }, left, kiosk);
  if (rest[0]?.status === 'passed')
    world.leaves?.(`Listing ${excerpt(listingId)} is sold out: restock it before the next run.`);
  return [...outcomes, ...rest];
};

/** What is sold in one place can be had in no other. */
const justAsMany = async (
  baseline: Baseline,
  { listingId, max }: Limited,
  left: () => Promise<number | undefined>,
  kiosk: string | undefined,
): Promise<readonly CheckOutcome[]> => {
  const all = await baseline.send(
    [{ listingId, quantity: max }],
    kiosk === undefined ? {} : { context: atKiosk(kiosk) },
  );
  if (all.kind !== 'submitted') return [];
  if (all.result.success === true) {
    const more = await baseline.send([{ listingId, quantity: 1 }]);
    if (more.kind !== 'submitted' || more.result.success !== true) return [passed];
    const found = {
      expected: `success false for one more of listing ${excerpt(listingId)}, of which all ${max} were sold`,
      actual: 'success true',
      exchanges: [all.exchange, more.exchange],
      cause: 'accepted after the last was sold',
    };
    return [warned(found, 'when what was sold is taken off the stock is not stated')];
  }
  const isShort = all.result.reasons.some((reason) => reason === 'INSUFFICIENT_STOCK' || reason === 'OUT_OF_STOCK');
  // Somebody else may have bought one meanwhile.
  if (!isShort || (await left()) !== max) return [];
  return [
    failed({
      expected: `success true for ${max} of listing ${excerpt(listingId)}`,
      actual: `rejected as ${excerpt(all.result.reasons)}`,
      exchanges: [baseline.exchange, all.exchange],
      cause: 'just as many as there are rejected',
    }),
  ];
};

const stockNames = /stock|quantity|qty|avail|remain|left|inventory/iu;

/** Where a listing of unknown shape says how many there are; undefined where no place, or more than one, does. */
const placeOfStock = (menu: readonly unknown[], { listingId, max }: Limited): string | undefined => {
  const places = numbersIn(listingIn(menu, listingId)).filter(
    ([path, value]) => value === max && stockNames.test(path),
  );
  return places.length === 1 ? places[0]?.[0] : undefined;
};

const stockAt = (menu: readonly unknown[], listingId: string, place: string): number | undefined =>
  numbersIn(listingIn(menu, listingId)).find(([path]) => path === place)?.[1];

const listingIn = (menu: readonly unknown[], listingId: string): unknown =>
  menu.find((listing) => standsIn(listing, listingId)) ?? menu.find((listing) => mentions(listing, listingId));

const numbersIn = (value: unknown, path = ''): readonly (readonly [path: string, value: number])[] => {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => numbersIn(inner, `${path}/${key}`));
};
