import { bodyFaults } from '#mocks/faults';
import { textOf } from '../../json.ts';
import type { Edit, Inventory, Position, Product } from '../inventory/inventory.ts';
import { answering } from './decorators.ts';
import type { CatalogueDecorator, FaultKit, InventoryDecorator, MerchantFault } from './merchant-fault.ts';

type Select = (position: Position | undefined, count: number) => readonly Product[];

/** Another way to choose the products of a page. */
export const selecting =
  (make: (select: Select, kit: FaultKit) => Select): CatalogueDecorator =>
  (steps, kit) => ({ ...steps, select: make(steps.select, kit) });

export const editing =
  (edit: (inventory: Inventory, asked: Edit) => boolean): InventoryDecorator =>
  (inventory) => ({ ...inventory, edit: (asked) => edit(inventory, asked) });

export const isRemoval = ({ change }: Edit) => change !== 'price';

export const catalogueFaults = {
  ...bodyFaults(answering('catalogue'), {
    'catalogue:price-as-string': [
      'unitPrice as a string',
      'catalogue/variant',
      '/products/*/variants/*/unitPrice',
      (old) => textOf(old),
    ],
  }),
  'catalogue:neighbours-swapped': {
    title: 'does not sort the page it fetched',
    breaks: ['catalogue/ascending-order'],
    catalogue: selecting((select) => (position, count) => {
      const [first, second, third, ...rest] = select(position, count);
      if (!first || !second) return first ? [first] : [];
      return third ? [second, first, third, ...rest] : [first, second];
    }),
  },
  'catalogue:limit-plus-one': {
    title: 'gives the product it looked ahead to as well',
    breaks: ['catalogue/limit'],
    catalogue: selecting((select) => (position, count) => select(position, count + 1)),
  },
  'catalogue:no-bump': {
    title: 'changes a price and leaves updatedAt as it was',
    breaks: ['catalogue/change-bumps-updated-at'],
    inventory: editing((inventory, edit) => inventory.edit(isRemoval(edit) ? edit : { ...edit, bump: false })),
  },
  'catalogue:removal-forgotten': {
    title: 'goes on showing removed products as before',
    breaks: ['catalogue/removal-visible'],
    inventory: editing((inventory, edit) => isRemoval(edit) || inventory.edit(edit)),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
