import type { Clock } from '#mocks/time';
import type { Fault } from '#mocks/faults';
import type { CatalogueSteps } from '../catalogue-steps.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { ShopOperation } from '../shop.ts';

/** One of the five calls, on its way through the shop. */
export type Call = (request: Request, operation: ShopOperation) => Promise<Response>;
export type Send = (request: Request) => Promise<Response>;

/** What a fault may look at. */
export interface FaultKit {
  readonly clock: Clock;
  readonly inventory: Inventory;
}

export type FrontDecorator = (next: Call, kit: FaultKit) => Call;
export type CatalogueDecorator = (steps: CatalogueSteps, kit: FaultKit) => CatalogueSteps;
export type InventoryDecorator = (inventory: Inventory) => Inventory;
export type SendDecorator = (next: Send, kit: FaultKit) => Send;

/** A defect is put around a conformant shop, or in place of one of its parts; the shops know nothing of it. */
export interface MerchantFault extends Fault {
  /** The shops it can be seen at, when not both. */
  readonly variants?: readonly ('granite' | 'willow')[];
  readonly front?: FrontDecorator;
  readonly catalogue?: CatalogueDecorator;
  readonly inventory?: InventoryDecorator;
  /** Around every basket change pushed. */
  readonly send?: SendDecorator;
}
