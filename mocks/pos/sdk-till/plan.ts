import type { RestaurantPlan } from '../restaurant/plan.ts';

const numbered = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A bistro: short ids, amounts in złoty. */
export const copperPlan: RestaurantPlan = {
  currency: 'PLN',
  listings: [
    ...['Żurek', 'Pierogi', 'Kompot', 'Kotlet', 'Sernik', 'Kawa'].map((name, index) => ({
      id: `L-${101 + index}`,
      name,
      price: 1200 + 350 * index,
    })),
    { id: 'L-201', name: 'Gazpacho', price: 1900, stock: 0 },
    { id: 'L-202', name: 'Ostrygi', price: 8900, stock: 0 },
    ...numbered(12).map((index) => ({
      id: `L-${300 + index}`,
      name: `Ciasto dnia ${index}`,
      price: 1500 + index,
      stock: index < 9 ? 1 : 3,
    })),
    { id: 'L-401', name: 'Zupa z zeszłego roku', price: 900, delisted: true },
    { id: 'L-402', name: 'Karp', price: 3900, delisted: true },
  ],
  tables: [
    ...numbered(40).map((index) => ({ id: `T${index}`, number: String(index), state: 'open' as const })),
    ...numbered(6).map((index) => ({ id: `E${index}`, number: `E${index}`, state: 'empty' as const })),
    ...numbered(2).map((index) => ({ id: `C${index}`, number: `C${index}`, state: 'closed' as const })),
    ...numbered(2).map((index) => ({ id: `X${index}`, number: `X${index}`, state: 'closing' as const })),
  ],
  kiosks: ['K1', 'K2'],
};
