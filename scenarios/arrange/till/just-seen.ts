import { type ChoosingWorld, isLeftOut } from '../sampling.ts';
import { sameElements } from '../json-compare.ts';
import type { ReadSnapshot, ShownTable } from './read-results.ts';

/** What was seen of a table that nobody has touched since; undefined where there is time to look at it again. */
export const justSeen = <Seen>(world: ChoosingWorld, seen: Seen | undefined): Seen | undefined =>
  seen !== undefined && isLeftOut(world, 'another look at a table that was just seen') ? seen : undefined;

/** A table as the result of an order shows it, which a till may leave out, and which may be from before the order. */
export const shownWith = <Before extends Pick<ShownTable, 'tableId' | 'snapshot'>>(
  world: ChoosingWorld,
  seat: Before,
  told: { readonly result: { readonly snapshot: ReadSnapshot | undefined }; readonly exchange: number },
): Before | undefined => {
  const { tableId, snapshot: before } = seat;
  const { snapshot } = told.result;
  if (snapshot?.lines === undefined || snapshot.tableId !== tableId || snapshot.status !== 'OPEN') return undefined;
  const isNewer = (snapshot.updatedAtMs ?? 0) > (before.updatedAtMs ?? Number.POSITIVE_INFINITY);
  if (!isNewer || sameElements(snapshot.lines, before.lines ?? [])) return undefined;
  return justSeen(world, { ...seat, snapshot, exchange: told.exchange });
};
