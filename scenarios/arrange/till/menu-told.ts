import type { ProductListingsSyncRequested } from '#schemas';
import { acceptedOf, lifecycleIn } from '#traffic/laws';
import { type ChoosingWorld, isLeftOut } from '../sampling.ts';
import type { PosWorld, RecordedCommand, TrafficOf } from '../../context/pos.ts';

type World = ChoosingWorld & Pick<PosWorld, 'till'>;

/** The last result with the whole menu, where no change of it was told since; undefined where there is time to ask for it again. */
export const menuToldLast = (world: World): TrafficOf<'callback'> | undefined => {
  const { till } = world;
  const asked = till.sent().findLast(asksForAll);
  const lifecycle = asked && lifecycleIn(till.traffic(), asked.messageId);
  const told = lifecycle && acceptedOf(lifecycle);
  if (told === undefined) return undefined;
  const isOld = till
    .traffic()
    .some((seen) => seen.kind === 'event' && seen.messageKind === 'ProductListingsUpdated' && seen.n > told.n);
  return !isOld && isLeftOut(world, 'the whole menu once more') ? told : undefined;
};

const asksForAll = ({ messageKind, payload }: RecordedCommand): boolean =>
  messageKind === 'ProductListingsSyncRequested' && (payload as ProductListingsSyncRequested).checkpoint === null;
