import type { CatalogueProduct } from '#schemas';

export interface SyncReport {
  readonly kind: 'full' | 'incremental';
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly pages: number;
  readonly products: number;
  readonly delisted: readonly string[];
  readonly failure?: string;
}

/** What the platform knows of a shop's products. */
export interface KnownCatalogue {
  readonly checkpoint?: string | undefined;
  readonly products: readonly CatalogueProduct[];
  /** Oldest first. */
  readonly reports?: readonly SyncReport[];
}
