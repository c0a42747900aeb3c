import { createExchanges } from '#console';
import { createPlatform, type Platform, type PlatformOptions } from '#mocks/platform';
import type { ShapeSettings } from '#schemas';
import type { Exchange } from '#traffic';

type Options = PlatformOptions & {
  /** How many exchanges are kept. */
  readonly most?: number;
  /** assume/health-path-and-interval */
  readonly healthIntervalMs?: number;
};

/** The mock platform with its exchanges kept, judged and shown by the control API. */
export const createRecordedPlatform = ({ most, healthIntervalMs, tap, ...options }: Options): Platform => {
  // A shop has delivery options of its own.
  const shapesOf = ({ facts: { shop } }: Exchange): ShapeSettings =>
    shop === undefined
      ? { ...options.shapes }
      : { ...options.shapes, deliveryOptionKeys: platform.control.shop(shop).settings.deliveryOptionKeys };
  const exchanges = createExchanges({
    ...(most !== undefined && { most }),
    shapes: shapesOf,
    secrets: () => platform.secrets(),
    laws: {
      ...(healthIntervalMs !== undefined && { healthIntervalMs }),
      signatures: options.signature?.mode !== 'off',
    },
  });
  const platform = createPlatform({
    ...options,
    ports: { ...options.ports, exchanges },
    tap(exchange, caused) {
      exchanges.add(exchange);
      tap?.(exchange, caused);
    },
  });
  return platform;
};
