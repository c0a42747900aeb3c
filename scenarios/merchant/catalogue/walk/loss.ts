import type { CheckOutcome } from '#schemas';
import type { Catalogue } from './catalogue.ts';
import { describe, type Listed } from '#traffic/laws';
import { untilFamiliar } from './familiar.ts';
import { type Place, walk } from './walk.ts';
import { openWindow } from './window.ts';
import { failed, notExercised } from '../../../outcome.ts';

export interface Loss {
  /** How many the catalogue was taken to have at most. */
  readonly mostProducts: number;
  /** Where the stretch begins that was walked; undefined at the beginning of the catalogue. */
  readonly from: Place | undefined;
  readonly limit: number;
  /** From which the pages were asked for. */
  readonly places: readonly (Place | undefined)[];
  readonly lost: Listed | undefined;
  readonly changed: ReadonlyMap<string, Listed>;
  readonly exchanges: readonly number[];
}

/** It may still come: nothing states how soon a change is listed. */
export const unchanged = notExercised('the change did not set updatedAt (see catalogue/change-bumps-updated-at)');

/** A product that is really gone, or never was changed, or is lost without any change too, has not been lost here. */
export const confirmLoss = async (
  catalogue: Catalogue,
  { mostProducts, from, limit, places, lost, changed, exchanges }: Loss,
): Promise<CheckOutcome> => {
  const { stretch } = await openWindow(catalogue, mostProducts * 2, from);
  const now = stretch.products.find(({ id }) => id === lost?.id);
  const wasChanged = lost !== undefined && changed.has(lost.id);
  if (lost === undefined || (now === undefined && !wasChanged)) return notExercised('a product was removed meanwhile');
  if (now?.updatedAt === lost.updatedAt && wasChanged) return unchanged;
  const quiet = new Map<string, Listed>();
  await walk(catalogue.world, catalogue.tokens, { limit, from, visit: untilFamiliar(quiet, 2 * mostProducts) });
  if (stretch.products.some(({ id }) => !quiet.has(id)))
    return notExercised('a synchronisation with small pages loses products even when nothing changes');
  if (!wasChanged && !(await stillShown(catalogue, limit, places)).has(lost.id))
    return notExercised('a page leaves the product out even when nothing changes');
  return failed({
    expected: `${describe(now ?? lost)} in the synchronisation or in the next one`,
    actual: wasChanged ? `at most ${describe(lost)}` : 'not listed',
    exchanges,
    cause: wasChanged ? 'changed product lost' : 'unchanged product lost',
  });
};

/** What the pages after these places hold now. */
const stillShown = async (
  { world, tokens }: Catalogue,
  limit: number,
  places: Loss['places'],
): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  const visit = (listed: readonly Listed[]): 'enough' => {
    for (const { id } of listed) ids.add(id);
    return 'enough';
  };
  for (const from of places) await walk(world, tokens, { limit, from, visit });
  return ids;
};
