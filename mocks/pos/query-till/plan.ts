import type { RestaurantPlan } from '../restaurant/plan.ts';

const numbered = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A food hall: long ids with every sign that ids may have. */
export const quartzPlan: RestaurantPlan = {
  currency: 'PLN',
  listings: [
    { id: '90071992547409931', name: '🍜 Ramen "shoyu" <duży> & mały', price: 4250 },
    { id: 'a/b?c=d&e#f%20', name: 'Herbata', price: 990 },
    ...numbered(2).map((index) => ({ id: `ex-${index}`, name: `Wycofane ${index}`, price: 100, delisted: true })),
    ...numbered(6).map((index) => ({ id: `ś:${index}`, name: `Danie ${index}`, price: 2000 + index })),
    ...numbered(2).map((index) => ({ id: `0${index}`, name: `Wyprzedane ${index}`, price: 700, stock: 0 })),
    ...numbered(12).map((index) => ({
      id: `limit+${index}`,
      name: `Ostatnie ${index}`,
      price: 1110,
      stock: (index % 3) + 1,
    })),
  ],
  tables: [
    ...numbered(40).map((index) => ({ id: `hala 1/stół ${index}`, number: `H${index}`, state: 'open' as const })),
    ...numbered(6).map((index) => ({ id: `wolny-${index}`, number: `W${index}`, state: 'empty' as const })),
    ...numbered(2).map((index) => ({ id: `c1b2-${index}`, number: `Z${index}`, state: 'closed' as const })),
    ...numbered(2).map((index) => ({ id: `d3e4-${index}`, number: `Y${index}`, state: 'closing' as const })),
  ],
  kiosks: ['kiosk ☕'],
};
