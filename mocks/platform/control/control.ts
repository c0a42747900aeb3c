import type { ControlPorts } from '../state/ports.ts';
import { createBasketChangeControl, basketChangeOperations } from './operations/basket-changes.ts';
import {
  type CertificationDeps,
  createCertificationControl,
  certificationOperations,
} from './operations/certification.ts';
import { createCheckoutControl, checkoutOperations } from './operations/checkouts.ts';
import { createClockControl, clockOperations } from './operations/clock.ts';
import { type CommandDeps, createCommandControl, commandOperations } from './operations/commands.ts';
import { createExchangeControl, exchangeOperations } from './operations/exchanges.ts';
import { createFaultControl, type FaultDeps, faultOperations } from './operations/faults.ts';
import { createLocationControl, type LocationDeps, locationOperations } from './operations/locations.ts';
import { createShapeControl, type ShapeDeps, shapeOperations } from './operations/shapes.ts';
import { createShopControl, type ShopDeps, shopOperations } from './operations/shops.ts';
import { type ControlOperation, controlOperations } from '#schemas';
import type { Run } from './declaration/fields.ts';

export type ControlDeps = LocationDeps &
  CommandDeps &
  ShapeDeps &
  CertificationDeps &
  Parameters<typeof createExchangeControl>[0] &
  FaultDeps &
  ShopDeps &
  Parameters<typeof createBasketChangeControl>[0] &
  Parameters<typeof createClockControl>[0] & { readonly ports: ControlPorts };

/** What the platform's operator can do, which is no part of the protocol. Misuse throws a ControlError. */
export type Control = ReturnType<typeof createControl>;

export const createControl = (deps: ControlDeps) => ({
  ...createLocationControl(deps),
  ...createCommandControl(deps),
  ...createShapeControl(deps),
  ...createCertificationControl(deps),
  ...createExchangeControl(deps),
  ...createFaultControl(deps),
  ...createShopControl(deps),
  ...createCheckoutControl(deps),
  ...createBasketChangeControl(deps),
  ...createClockControl(deps),
});

/** Every operation of the control API; the journal, which is a stream as well, has routes of its own. */
const operations: Readonly<Record<Exclude<keyof typeof controlOperations, 'GET /journal'>, Run<Control>>> = {
  ...locationOperations,
  ...commandOperations,
  ...shapeOperations,
  ...certificationOperations,
  ...exchangeOperations,
  ...faultOperations,
  ...shopOperations,
  ...checkoutOperations,
  ...basketChangeOperations,
  ...clockOperations,
};

export interface RoutedOperation extends ControlOperation {
  readonly method: string;
  /** Parameters in braces. */
  readonly path: string;
  readonly run: Run<Control>;
}

export const operationTable: readonly RoutedOperation[] = Object.entries(operations).map(([call, run]) => {
  const [method = '', path = ''] = call.split(' ', 2);
  return { method, path, run, ...controlOperations[call as keyof typeof operations] };
});
