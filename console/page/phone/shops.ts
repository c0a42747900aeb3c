import { signal } from '@preact/signals';
import { control } from '../live/control-api.ts';

export interface ShopSummary {
  readonly name: string;
  readonly settings: {
    readonly basketUrl?: string;
    readonly recalculateUrl?: string;
    readonly orderUrl?: string;
    readonly catalogueUrl?: string;
    readonly payments?: 'at-once' | 'by-hand';
  };
}

export const shops = signal<readonly ShopSummary[] | undefined>(undefined);

export const readShops = async (): Promise<void> => {
  const answer = await control<{ readonly shops: readonly ShopSummary[] }>('GET', '/shops');
  shops.value = answer.shops;
};
