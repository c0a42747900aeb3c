import type { MerchantCall } from '#schemas';
import type { Decorator, Fault } from '#mocks/faults';
import type { Clock } from '#mocks/time';
import type { CatalogueSteps } from '../catalogue-steps.ts';
import type { Inventory } from '../inventory/inventory.ts';

/** One of the five calls, on its way through the shop. */
export type Call = (request: Request, operation: MerchantCall) => Promise<Response>;
export type Send = (request: Request) => Promise<Response>;

/** What a fault may look at. */
export interface FaultKit {
  readonly clock: Clock;
  readonly inventory: Inventory;
}

export type FrontDecorator = Decorator<Call, FaultKit>;
export type CatalogueDecorator = Decorator<CatalogueSteps, FaultKit>;
export type InventoryDecorator = Decorator<Inventory, FaultKit>;
export type SendDecorator = Decorator<Send, FaultKit>;

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
