import type { PlatformOptions } from '#mocks/platform';
import type { Config } from '#schemas';
import { defaultEventIdPlace, type EventIdPlace } from '#traffic';
import { shapeSettings } from './shape-settings.ts';

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
