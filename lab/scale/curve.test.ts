import { expect, test } from 'vitest';
import { curveText, kneeOf, type Point } from './curve.ts';

const point = (size: number, cpuMs: number): Point => ({ size, wallMs: cpuMs, cpuMs, residentMiB: 100, units: size });

test('the knee is where a unit costs half as much again as at a smaller size', () => {
  expect(kneeOf([point(10, 100), point(100, 500), point(1000, 5000)])).toBeUndefined();
  expect(kneeOf([point(10, 100), point(100, 500), point(1000, 8000)])).toBe(1000);
});

test('a curve says what a unit takes at each size', () => {
  const text = curveText({
    title: 'Shops',
    sizes: 'products',
    unit: 'product',
    points: [point(10, 100), point(100, 500)],
  });
  expect(text).toContain('| 100 | 0.5 s | 5000 us | 5000 us | 100 MiB |');
  expect(text).toContain('No knee up to 100');
});
