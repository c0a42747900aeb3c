import type { CheckOutcome } from '#schemas';
import { type Answered, ask, type CommandWorld, type Unanswered } from '../../arrange/till/command-answer.ts';
import { listingsSync } from '../../arrange/till/commands.ts';
import { readListings } from '../../arrange/till/read-results.ts';
import { failed } from '../../outcome.ts';

/** The answer to a full sync. */
type Full = Answered | Unanswered;

export const fullSync = (world: CommandWorld): Promise<Full> => ask(world, listingsSync());

/**
 * Menu sync: null asks for all listings, and nothing says that a closed location has none: it takes no orders, and may open
 * for the next platform that begins by it. Asked again only where all of them were empty. Undefined where nothing is wrong.
 */
export const menuWhileClosed = async (
  world: CommandWorld,
  before: Full,
  closed: readonly Full[],
): Promise<CheckOutcome | undefined> => {
  const [first, ...others] = closed.flatMap((full) => (full.kind === 'answered' && countOf(full) === 0 ? [full] : []));
  // One that is empty may be cleared and filled again by somebody.
  if (first === undefined || others.length + 1 < closed.length || !hasSome(before)) return undefined;
  const after = await fullSync(world);
  if (!hasSome(after)) return undefined;
  return failed({
    message:
      'A full sync while the location was closed was answered without listings, and one before and one after with them; answer a checkpoint of null with all of them, open or closed.',
    expected: `listings, such as the ${countOf(after) ?? 0} of just after it opened`,
    actual: 'listings: []',
    pointer: '/listings',
    exchanges: [before.exchange, first.exchange, ...others.map(({ exchange }) => exchange), after.exchange],
    cause: 'no listings while closed',
  });
};

const countOf = ({ body }: Answered): number | undefined => readListings(body).listings?.length;

const hasSome = (full: Full): full is Answered => full.kind === 'answered' && (countOf(full) ?? 0) > 0;
