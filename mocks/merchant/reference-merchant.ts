import type { Clock } from '#mocks/time';
import type { Config } from '#schemas';
import { catalogueSteps } from './catalogue-steps.ts';
import { granite } from './granite/granite.ts';
import { createShelves } from './shelves/shelves.ts';
import type { ShopKind } from './shop.ts';
import { willow } from './willow/willow.ts';

/** Two shops that differ in every choice the specification leaves open, and are both conformant. */
const shops = { granite, willow } satisfies Readonly<Record<string, ShopKind>>;

export type MerchantVariant = keyof typeof shops;
export const merchantVariants = Object.keys(shops) as readonly MerchantVariant[];

export interface ReferenceMerchantOptions {
  readonly variant: MerchantVariant;
  readonly clock: Clock;
  /** What every one of the five calls takes longer. */
  readonly latencyMs?: number;
  /** Number of generated products; a million take no more memory than forty. */
  readonly catalogueSize?: number;
  /** How pushed basket changes leave. */
  readonly send?: (request: Request) => Promise<Response>;
}

export interface ReferenceMerchant {
  readonly fetch: (request: Request) => Promise<Response>;
  /** A complete configuration: addresses, token, fixtures and triggers. */
  readonly configuration: (baseUrl: string) => Config;
}

/** A conformant web shop, or one with just the faults it is given. */
export const createReferenceMerchant = (options: ReferenceMerchantOptions): ReferenceMerchant => {
  const { clock, variant, latencyMs = 0 } = options;
  const kind: ShopKind = shops[variant];
  const assortment = kind.assortment(options.catalogueSize ?? kind.defaultSize);
  const shelves = createShelves(assortment, clock.now);
  const shop = kind.open({
    clock,
    assortment,
    shelves,
    catalogue: catalogueSteps(shelves),
    send: options.send ?? ((request) => fetch(request)),
  });
  return {
    fetch: async (request) => {
      if (latencyMs > 0 && shop.operationOf(new URL(request.url))) await clock.sleep(latencyMs);
      return shop.fetch(request);
    },
    configuration: shop.configuration,
  };
};
