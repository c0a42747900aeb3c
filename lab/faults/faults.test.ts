import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultsFile, faultsText } from './main.ts';
import { merchantFaults } from './merchant/index.ts';
import { platformFaults } from './platform/index.ts';
import { posFaults } from './pos/index.ts';
import type { MerchantFault } from '#mocks/merchant';
import type { PlatformFault } from '#mocks/platform';
import type { PosFault } from '#mocks/pos';

test('every fault names what it breaks and does something', () => {
  const idle = [
    ...Object.entries<MerchantFault>(merchantFaults).filter(
      ([, { breaks, front, catalogue, inventory, send }]) =>
        breaks.length === 0 || !(front ?? catalogue ?? inventory ?? send),
    ),
    ...[...Object.entries<PosFault>(posFaults), ...Object.entries<PlatformFault>(platformFaults)].filter(
      ([, { breaks }]) => breaks.length === 0,
    ),
  ];
  expect(idle.map(([id]) => id)).toEqual([]);
});

test('faults.json is up to date: npm run faults', () => {
  expect(readFileSync(faultsFile, 'utf8')).toBe(faultsText);
});
