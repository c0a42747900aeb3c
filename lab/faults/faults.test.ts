import { expect, test } from 'vitest';
import { merchantFaults } from './merchant/index.ts';
import { posFaults } from './pos/index.ts';
import type { MerchantFault } from '#mocks/merchant';
import type { PosFault } from '#mocks/pos';

test('every fault names what it breaks and does something', () => {
  const idle = [
    ...Object.entries<MerchantFault>(merchantFaults).filter(
      ([, { breaks, front, catalogue, inventory, send }]) =>
        breaks.length === 0 || !(front ?? catalogue ?? inventory ?? send),
    ),
    ...Object.entries<PosFault>(posFaults).filter(([, { breaks }]) => breaks.length === 0),
  ];
  expect(idle.map(([id]) => id)).toEqual([]);
});
