import type { ControlCall } from '#schemas';
import type { Control } from './control.ts';
import type { Operation } from './declaration/operation.ts';
import { basketChangeOperations } from './operations/basket-changes.ts';
import { certificationOperations } from './operations/certification.ts';
import { checkoutOperations } from './operations/checkouts.ts';
import { clockOperations } from './operations/clock.ts';
import { commandOperations } from './operations/commands.ts';
import { exchangeOperations } from './operations/exchanges.ts';
import { faultOperations } from './operations/faults.ts';
import { locationOperations } from './operations/locations.ts';
import { shapeOperations } from './operations/shapes.ts';
import { shopOperations } from './operations/shops.ts';

/** Every operation of the control API; the journal, which is a stream as well, has routes of its own. */
const operations: Readonly<Record<Exclude<ControlCall, 'GET /journal'>, Operation<Control>>> = {
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

export interface RoutedOperation extends Operation<Control> {
  readonly method: string;
  /** Parameters in braces. */
  readonly path: string;
}

export const operationTable: readonly RoutedOperation[] = Object.entries(operations).map(([call, operation]) => {
  const [method = '', path = ''] = call.split(' ', 2);
  return { method, path, ...operation };
});
