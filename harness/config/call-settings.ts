import type { PlatformOptions } from '#mocks/platform';
import type { Config, ShapeSettings } from '#schemas';
import { type CallSettings, type EventIdPlace, defaultEventIdPlace } from '#traffic';
import type { LawSettings } from '#traffic/laws';
import { unfinalisedShapes } from './assumed.ts';

/** What the configuration says about which call is which, where only one party's are looked at. */
export const callSettings = (party: 'merchant' | 'pos', { merchant = {}, platform = {} }: Config): CallSettings => ({
  eventId: eventIdPlace(platform),
  ...(platform.paths !== undefined && { paths: platform.paths }),
  ...(party === 'merchant' && { merchant }),
});

/** What the configuration says about the shapes of bodies. */
export const shapeSettings = (config: Config): ShapeSettings => ({
  deliveryOptionKeys: config.merchant?.deliveryOptionKeys,
  overlays: unfinalisedShapes(config),
});

/** What the laws of shops know beside the traffic. */
export const shopLawSettings = ({ merchant, platform }: Config): Pick<LawSettings, 'paths' | 'validCodes'> => ({
  paths: platform?.paths,
  validCodes: merchant?.fixtures?.discountCodes?.valid,
});

// Without the platform's own code, which takes a tenth of a second to load: most merchant runs do without it.

/** What a platform needs that only takes the pushes of a merchant. */
export const receivingSettings = (config: Config): Pick<PlatformOptions, 'paths' | 'shapes'> => ({
  ...(config.platform?.paths && { paths: config.platform.paths }),
  shapes: shapeSettings(config),
});

/** Where events carry their identifiers. */
export const eventIdPlace = ({ eventId: { header, field } = {} }: NonNullable<Config['platform']>): EventIdPlace => {
  if (field !== undefined) return { field };
  return header === undefined ? defaultEventIdPlace : { header };
};
