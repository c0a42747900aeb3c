import type { Config } from '#schemas';
import { runMerchantSuite, startMerchant } from './processes.ts';
import { median, type Row } from './row.ts';

const small = 10_000;
const large = 1_000_000;

/**
 * V8 lets a process with much garbage grow by some 160 MiB before it collects, the bare loop of the walk's benchmark
 * included (115 MiB over 10 thousand products, 274 MiB over a million). With these it collects at once, and the peak
 * shows what is kept.
 */
const eager = ['--optimize-for-size', '--max-semi-space-size=2'];

/** The peak of the whole command over a catalogue a hundred times as large, without and with the optional reports. */
export const memory = async (): Promise<readonly Row[]> => {
  const peak = async (size: number, formats: Formats): Promise<number> => {
    await using merchant = await startMerchant({ size });
    const options = ['--ci', '--seed', '1', '--only', 'merchant/catalogue-full-sync'];
    const config = { ...merchant.config, ...(formats === undefined ? {} : { reports: { formats } }) };
    return (await runMerchantSuite(config, options, { nodeOptions: eager })).peakMiB;
  };
  const compared = async (name: string, formats: Formats): Promise<Row> => {
    const few = median([await peak(small, formats), await peak(small, formats), await peak(small, formats)]);
    // Ten thousand requests take half a minute, so these are run once.
    const many = await peak(large, formats);
    return {
      name: `memory: peak over ${large} products more than over ${small}, ${name}`,
      measured: many - few,
      unit: ' MiB',
      bound: { atMost: 64 },
      detail: `${Math.round(few)} MiB, ${Math.round(many)} MiB, garbage collected eagerly`,
    };
  };
  return [await compared('journal and results only', []), await compared('all reports', undefined)];
};

/** Undefined: what is written by default. */
type Formats = NonNullable<Config['reports']>['formats'];
