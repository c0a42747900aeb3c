import { defineFaults } from '#mocks/faults';
import { connectionFaults } from './connection.ts';
import { queueFaults } from './queue.ts';
import { repeatsFaults } from './repeats.ts';
import { listingsFaults } from './listings.ts';
import { tableFaults } from './table.ts';
import { orderFaults } from './order.ts';
import { billFaults } from './bill.ts';
import { paymentFaults } from './payment.ts';
import { eventsFaults } from './events.ts';
import { tipsFaults } from './tips.ts';

/** The mistakes worth trying first, by id: one or two of every area. */
export const posFaults = defineFaults({
  ...connectionFaults,
  ...queueFaults,
  ...repeatsFaults,
  ...listingsFaults,
  ...tableFaults,
  ...orderFaults,
  ...billFaults,
  ...paymentFaults,
  ...eventsFaults,
  ...tipsFaults,
});

export type PosFaultId = keyof typeof posFaults;
