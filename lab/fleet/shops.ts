import { peers } from '../faults/index.ts';
import { serve } from '#mocks/hosting';
import { systemClock } from '#mocks/time';
import type { Config, RequirementId } from '#schemas';

/** A simulated shop: one of the reference shops, perhaps with a fault, as slow as others are. */
export interface Shop extends AsyncDisposable {
  readonly name: string;
  readonly config: Config;
  readonly fault: string | undefined;
  /** What it has to be found to break. */
  readonly breaks: readonly RequirementId[];
}

export interface FleetDraw {
  readonly count: number;
  readonly seed: number;
  /** An answer takes up to this many milliseconds longer. */
  readonly slowest: number;
}

/** As many as asked for, drawn by a seed; three of ten have a fault. */
export const openShops = async ({ count, seed, slowest }: FleetDraw): Promise<readonly Shop[]> => {
  const draw = drawing(seed);
  const { variants, faults, create } = peers.merchant;
  const known = Object.keys(faults).filter((id) => !isLeftOut.test(id));
  const shops: Shop[] = [];
  for (let number = 0; number < count; number++) {
    const variant = variants[draw(variants.length)] ?? '';
    const fitting = known.filter((id) => faults[id]?.variants?.includes(variant) ?? true);
    const fault = draw(10) < 3 ? fitting[draw(fitting.length)] : undefined;
    const peer = create(variant, systemClock, {
      faults: fault === undefined ? [] : [fault],
      latencyMs: draw(slowest + 1),
    });
    const host = await serve(peer.fetch);
    shops.push({
      name: `shop-${String(number).padStart(5, '0')}`,
      config: peer.configuration(host.url),
      fault,
      breaks: fault === undefined ? [] : (faults[fault]?.breaks ?? []),
      [Symbol.asyncDispose]: async () => await host[Symbol.asyncDispose](),
    });
  }
  return shops;
};

/** Of which a run waits for the time limit again and again, or which no run begins with: an address that leads elsewhere is sent back. */
const isLeftOut = /slow|silent|late|hang|stall|wait|drop|:redirect/u;

/** Mulberry32: enough to draw shops with, and the same everywhere. */
const drawing = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
};
