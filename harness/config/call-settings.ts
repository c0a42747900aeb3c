import type { Config } from '#schemas';
import type { CallSettings } from '#traffic';
import { eventIdPlace } from './receiving-settings.ts';

/** What the configuration says about which call is which, where only one party's are looked at. */
export const callSettings = (party: 'merchant' | 'pos', { merchant = {}, platform = {} }: Config): CallSettings => ({
  eventId: eventIdPlace(platform),
  ...(platform.paths !== undefined && { paths: platform.paths }),
  ...(party === 'merchant' && { merchant }),
});
