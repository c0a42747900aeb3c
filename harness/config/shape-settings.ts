import type { Config, ShapeSettings } from '#schemas';
import { unfinalisedShapes } from './assumed.ts';

/** What the configuration says about the shapes of bodies. */
export const shapeSettings = (config: Config): ShapeSettings => ({
  deliveryOptionKeys: config.merchant?.deliveryOptionKeys,
  overlays: unfinalisedShapes(config),
});
