import { runMerchantSuite, startMerchant } from '../bench/processes.ts';
import type { Curve, Point } from './curve.ts';

/** Whole runs of the catalogue's walk: what starting and ending cost is in them, and is most of the smallest. */
export const shops = async (most: number): Promise<Curve> => {
  const points: Point[] = [];
  for (const size of [1_000, 10_000, 100_000, 1_000_000]) {
    if (size > most) break;
    await using merchant = await startMerchant({ size });
    const config = { ...merchant.config, reports: { formats: [] } };
    const options = ['--ci', '--seed', '1', '--only', 'merchant/catalogue-full-sync'];
    const { wallMs, cpuMs, peakMiB } = await runMerchantSuite(config, options);
    points.push({ size, wallMs, cpuMs, residentMiB: peakMiB, units: size });
  }
  return { title: 'Shops: a full synchronisation', sizes: 'products', unit: 'product', points };
};
