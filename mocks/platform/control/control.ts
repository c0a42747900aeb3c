import type { ControlPorts } from '../state/ports.ts';
import {
  type CertificationDeps,
  createCertificationControl,
  certificationOperations,
} from './operations/certification.ts';
import { createCheckoutControl, checkoutOperations } from './operations/checkouts.ts';
import { type CommandDeps, createCommandControl, commandOperations } from './operations/commands.ts';
import { createLocationControl, type LocationDeps, locationOperations } from './operations/locations.ts';
import { partOperations, type Parts } from './operations/parts.ts';
import { createShapeControl, type ShapeDeps, shapeOperations } from './operations/shapes.ts';
import { createShopControl, type ShopDeps, shopOperations } from './operations/shops.ts';
import { type ControlOperation, controlOperations } from '#schemas';
import type { Run } from './declaration/fields.ts';

export type ControlDeps = LocationDeps &
  CommandDeps &
  ShapeDeps &
  CertificationDeps &
  Parts &
  ShopDeps & { readonly ports: ControlPorts };

/** What the platform's operator can do, which is no part of the protocol. Misuse throws a ControlError. */
export type Control = ReturnType<typeof createControl>;

export const createControl = (deps: ControlDeps) => ({
  ...partsOf(deps),
  ...createLocationControl(deps),
  ...createCommandControl(deps),
  ...createShapeControl(deps),
  ...createCertificationControl(deps),
  ...createShopControl(deps),
  ...createCheckoutControl(deps),
});

const partsOf = ({ basketChanges, clock, exchanges, faults, apiFaults }: Parts): Parts => ({
  basketChanges,
  clock,
  exchanges,
  faults,
  apiFaults,
});

/** Every operation of the control API; the journal, which is a stream as well, has routes of its own. */
const operations: Readonly<Record<Exclude<keyof typeof controlOperations, 'GET /journal'>, Run<Control>>> = {
  ...locationOperations,
  ...commandOperations,
  ...shapeOperations,
  ...certificationOperations,
  ...partOperations,
  ...shopOperations,
  ...checkoutOperations,
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
