import { defineFaults } from '#mocks/faults';
import { basketFaults } from './basket.ts';
import { recalculationFaults } from './recalculation.ts';
import { orderFaults } from './order.ts';
import { catalogueFaults } from './catalogue.ts';
import { basketChangeFaults } from './basket-change.ts';

/** The mistakes worth trying first, by id: one or two of every area. */
export const merchantFaults = defineFaults({
  ...basketFaults,
  ...recalculationFaults,
  ...orderFaults,
  ...catalogueFaults,
  ...basketChangeFaults,
});

export type MerchantFaultId = keyof typeof merchantFaults;
