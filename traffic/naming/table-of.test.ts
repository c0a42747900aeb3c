import { expect, test } from 'vitest';
import { tableOf } from './about.ts';

test.for([
  [{ payload: { tableId: 'T1' } }, { tableId: 'T1' }],
  [{ payload: { orderContext: { type: 'STATION', stationKind: 'TABLE', stationId: 'T1' } } }, { tableId: 'T1' }],
  [{ payload: { orderContext: { type: 'STATION', stationKind: 'KIOSK', stationId: 'K1' } } }, { kioskId: 'K1' }],
  [{ payload: { orderContext: { type: 'PICKUP', pickupDetails: {} } } }, {}],
  [{ payload: { tableId: 7 } }, {}],
  ['no envelope', {}],
] as const)('the table of %j', ([envelope, table]) => {
  expect(tableOf(envelope)).toEqual(table);
});
