import type { Clock } from '#mocks/time';
import type { Config, MerchantCall } from '#schemas';
import type { CatalogueSteps } from './catalogue-steps.ts';
import type { Assortment } from './inventory/assortment.ts';
import type { Inventory } from './inventory/inventory.ts';

/** What a shop is built from; faults replace parts. */
export interface ShopParts {
  readonly clock: Clock;
  readonly assortment: Assortment;
  readonly inventory: Inventory;
  readonly catalogue: CatalogueSteps;
  /** How a pushed basket change leaves the shop. */
  readonly send: (request: Request) => Promise<Response>;
}

export interface Shop {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Which of the five calls a request is; undefined for the test-control ones. */
  readonly operationOf: (url: URL) => MerchantCall | undefined;
  readonly configuration: (baseUrl: string) => Config;
}

export interface ShopKind {
  readonly defaultSize: number;
  readonly assortment: (size: number) => Assortment;
  readonly open: (parts: ShopParts) => Shop;
}
