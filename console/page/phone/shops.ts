import { signal } from '@preact/signals';
import type { ShopSummary } from '#schemas';
import { control } from '../live/control-api.ts';

export const shops = signal<readonly ShopSummary[] | undefined>(undefined);

export const readShops = async (): Promise<void> => {
  const answer = await control('GET /shops');
  shops.value = answer.shops;
};
