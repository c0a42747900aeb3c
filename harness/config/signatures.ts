import type { MerchantSignature, SchemeSettings } from '#mocks/platform';
import type { Config } from '#schemas';
import { UsageError } from './usage-error.ts';
import { timingOf } from './timing.ts';

// Loaded only where something is signed: a run without signatures starts without the platform.
const platform = () => import('#mocks/platform');

/** Signs the calls to the merchant; undefined where none are signed. `now`: epoch ms. */
export const merchantSignature = async (config: Config, now: () => number): Promise<MerchantSignature | undefined> => {
  const settings = config.merchant?.signature;
  if (settings === undefined) return undefined;
  const { createMerchantSignature } = await platform();
  return createMerchantSignature(settings, { now, skewMs: timingOf(config).clockSkewMs });
};

/** Throws a UsageError for a signature scheme that makes no sense, and for a module that cannot be used. */
export const checkSignatures = async (config: Config, file: string): Promise<void> => {
  const schemes = {
    'merchant.signature': config.merchant?.signature,
    'merchant.signature.responses': config.merchant?.signature?.responses,
    'platform.signature': config.platform?.signature,
    'platform.signature.responses': config.platform?.signature?.responses,
  };
  for (const [key, scheme] of Object.entries(schemes)) {
    try {
      if (scheme !== undefined) await tryScheme(scheme);
    } catch (error) {
      throw new UsageError(`${file}: ${key}: ${error instanceof Error ? error.message : String(error)}`, key);
    }
  }
};

const tryScheme = async (settings: SchemeSettings): Promise<void> => {
  const { loadMessageSignatures, loadScheme, toScheme } = await platform();
  toScheme(settings);
  if (settings.messageSignatures !== undefined) await loadMessageSignatures();
  if (settings.module !== undefined) await loadScheme(settings.module);
};
