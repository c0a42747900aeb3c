import type { ControlPorts } from '../state/ports.ts';
import { type BasketChangeDeps, createBasketChangeControl } from './operations/basket-changes.ts';
import { type CertificationDeps, createCertificationControl } from './operations/certification.ts';
import { createCheckoutControl } from './operations/checkouts.ts';
import { type ClockDeps, createClockControl } from './operations/clock.ts';
import { type CommandDeps, createCommandControl } from './operations/commands.ts';
import { createExchangeControl, type ExchangeDeps } from './operations/exchanges.ts';
import { createFaultControl, type FaultDeps } from './operations/faults.ts';
import { createLocationControl, type LocationDeps } from './operations/locations.ts';
import { createShapeControl, type ShapeDeps } from './operations/shapes.ts';
import { createShopControl, type ShopDeps } from './operations/shops.ts';

export type ControlDeps = LocationDeps &
  CommandDeps &
  ShapeDeps &
  CertificationDeps &
  ExchangeDeps &
  FaultDeps &
  ShopDeps &
  BasketChangeDeps &
  ClockDeps & { readonly ports: ControlPorts };

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
