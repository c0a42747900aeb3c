import { unpolledMs } from '#traffic/laws';
import type { PosRequirementId } from '#schemas';
import { type Definition, definePosScenario, type Need, type PosPhase, type PosScenario } from '../../define.ts';
import { listingsSync, tableSnapshot } from './commands.ts';
import { unmet } from '../../outcome.ts';
import type { CommandToSend, PosWorld, TillTraffic, TrafficOf } from '../../context/pos.ts';

/** The first activation call that was answered with success. */
export const activationIn = (traffic: readonly TillTraffic[]): TrafficOf<'activation'> | undefined =>
  traffic.find((seen): seen is TrafficOf<'activation'> => seen.kind === 'activation' && seen.success);

/** A command that costs any till little and changes nothing. */
export const harmless = ({ claims, fixtures }: Pick<PosWorld, 'claims' | 'fixtures'>): CommandToSend => {
  const { open = [], empty = [], closed = [] } = fixtures.tables ?? {};
  const [tableId] = [...open, ...empty, ...closed];
  return claims.listings || tableId === undefined ? listingsSync() : tableSnapshot(tableId);
};

type World = Pick<PosWorld, 'till' | 'clock' | 'claims' | 'fixtures'>;

/** A scenario for a till that is active and polls its queue; with any other nothing of it can be tried. */
export const defineTillScenario = <const Covers extends PosRequirementId>(
  definition: Omit<Definition<PosPhase, Covers, PosWorld<Covers>>, 'needs'> & { readonly needs?: readonly Need[] },
): PosScenario<Covers> =>
  definePosScenario({
    ...definition,
    needs: ['triggers.activatePos', ...(definition.needs ?? [])],
    async run(world) {
      const reason = world.outOfTime?.();
      if (reason !== undefined) throw unmet(reason);
      await requirePolling(world);
      return await definition.run(world);
    },
  });

/** One of those that order, each at tables of its own: what others share it leaves as it is. */
export const defineOrderScenario = <const Covers extends PosRequirementId>(
  definition: Omit<Parameters<typeof defineTillScenario<Covers>>[0], 'phase' | 'touches'>,
): PosScenario<Covers> => defineTillScenario({ phase: 'order', touches: [], ...definition });

/** The activation of the till. */
export const requireActive = ({ till }: Pick<PosWorld, 'till'>): TrafficOf<'activation'> => {
  const activation = activationIn(till.traffic());
  if (activation === undefined) throw unmet('the till was never activated', 'triggers.activatePos');
  return activation;
};

/** Whatever is asked through the queue needs a till that is active and polls it. */
export const requirePolling = async (world: World): Promise<true> => {
  if (await hasPolled(world, requireActive(world))) return true;
  throw unmet('the till was activated but never polled its queue');
};

export const hasPolled = async (world: World, activation: TrafficOf<'activation'>): Promise<boolean> => {
  const { till, clock } = world;
  if (till.traffic().some(({ kind }) => kind === 'receive')) return true;
  const withinMs = activation.at + unpolledMs - clock.now();
  if (withinMs <= 0) return false;
  // An open long poll cannot be seen, so it is given something to return with.
  await till.send(harmless(world));
  return (await till.next('receive', { from: activation.n, withinMs })) !== undefined;
};
