import { decoratedBy } from '#mocks/faults';
import { fetchRequest } from '#mocks/hosting';
import type { Clock } from '#mocks/time';
import { catalogueSteps } from './catalogue-steps.ts';
import { type MerchantFaultId, merchantFaults } from './faults/index.ts';
import type { FaultKit, MerchantFault, Send } from './faults/merchant-fault.ts';
import { statefulShop } from './stateful-shop/stateful-shop.ts';
import { createInventory } from './inventory/inventory.ts';
import type { ShopKind } from './shop.ts';
import { statelessShop } from './stateless-shop/stateless-shop.ts';

/** Two shops that differ in every choice the specification leaves open, and are both conformant. */
const shops = { granite: statefulShop, willow: statelessShop } satisfies Readonly<Record<string, ShopKind>>;

export type MerchantVariant = keyof typeof shops;
export const merchantVariants = Object.keys(shops) as readonly MerchantVariant[];

export interface ReferenceMerchantOptions {
  readonly variant: MerchantVariant;
  /** Ids of published faults, or faults of one's own. */
  readonly faults?: readonly (MerchantFaultId | MerchantFault)[];
  readonly clock: Clock;
  /** What every one of the five calls takes longer. */
  readonly latencyMs?: number;
  /** Number of generated products; a million take no more memory than forty. */
  readonly catalogueSize?: number;
  /** How pushed basket changes leave. */
  readonly send?: Send;
}

export type ReferenceMerchant = ReturnType<typeof createReferenceMerchant>;

/** A conformant web shop, or one with just the faults it is given. */
export const createReferenceMerchant = (options: ReferenceMerchantOptions) => {
  const { clock, variant, latencyMs = 0 } = options;
  const kind: ShopKind = shops[variant];
  const decorated = decoratedBy<MerchantFault>(
    (options.faults ?? []).map((fault) => (typeof fault === 'string' ? merchantFaults[fault] : fault)),
  );
  const assortment = kind.assortment(options.catalogueSize ?? kind.defaultSize);

  const stocked = createInventory(assortment, () => clock.now());
  const inventory = decorated('inventory', stocked, { clock, inventory: stocked });
  const kit: FaultKit = { clock, inventory };
  const catalogue = decorated('catalogue', catalogueSteps(inventory), kit);
  const send = decorated('send', options.send ?? fetchRequest, kit);
  const shop = kind.open({ clock, assortment, inventory, catalogue, send });
  const call = decorated('front', (request) => shop.fetch(request), kit);

  return {
    fetch: async (request: Request) => {
      const operation = shop.operationOf(new URL(request.url));
      if (operation === undefined) return shop.fetch(request);
      if (latencyMs > 0) await clock.sleep(latencyMs);
      return call(request, operation);
    },
    /** A complete configuration: addresses, token, fixtures and triggers. */
    configuration: shop.configuration,
  };
};
