import type { PlatformOptions } from '#mocks/platform';
import { type Config, type ShapeSettings, visibilityMs } from '#schemas';
import { type CallSettings, defaultEventIdPlace, type EventIdPlace } from '#traffic';
import type { LawSettings } from '#traffic/laws';
import { unfinalisedShapes } from './assumed.ts';
import { timingOf } from './timing.ts';

/** What the configuration says about which call is which, where only one party's are looked at. */
export const callSettings = (party: 'merchant' | 'pos', { merchant = {}, platform = {} }: Config): CallSettings => ({
  eventId: eventIdPlace(platform),
  ...(platform.paths !== undefined && { paths: platform.paths }),
  ...(party === 'merchant' && { merchant }),
});

export const shapeSettings = (config: Config): ShapeSettings => ({
  deliveryOptionKeys: config.merchant?.deliveryOptionKeys,
  overlays: unfinalisedShapes(config),
});

/** What the laws know beside the traffic. `signatures`: only whoever issued the secret can check what is signed with it. */
export const lawSettings = (config: Config, { signatures = false } = {}): LawSettings => ({
  healthIntervalMs: timingOf(config).healthIntervalMs,
  visibilityMs,
  signatures,
  paths: config.platform?.paths,
  validCodes: config.merchant?.fixtures?.discountCodes?.valid,
});

// Without the platform's own code, which takes a tenth of a second to load: most merchant runs do without it.

/** What a platform needs that only takes the pushes of a merchant. */
export const receivingSettings = (config: Config): Pick<PlatformOptions, 'paths' | 'shapes'> => ({
  ...(config.platform?.paths && { paths: config.platform.paths }),
  shapes: shapeSettings(config),
});

export const eventIdPlace = ({ eventId: { header, field } = {} }: NonNullable<Config['platform']>): EventIdPlace => {
  if (field !== undefined) return { field };
  return header === undefined ? defaultEventIdPlace : { header };
};
