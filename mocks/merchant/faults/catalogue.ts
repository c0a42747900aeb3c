import { bodyFaults, refusal } from '#mocks/faults';
import { objectsIn, textOf } from '../../json.ts';
import type { Edit, Inventory, Position, Product } from '../inventory/inventory.ts';
import { answering, onBody } from './decorators.ts';
import type { CatalogueDecorator, FaultKit, InventoryDecorator, MerchantFault } from './merchant-fault.ts';

type Select = (position: Position | undefined, count: number) => readonly Product[];

/** Another way to choose the products of a page. */
export const selecting =
  (make: (select: Select, kit: FaultKit) => Select): CatalogueDecorator =>
  (steps, kit) => ({ ...steps, select: make(steps.select, kit) });

/** Writes checkpoints its own way, and understands its own and standard ones. */
export const writing =
  (write: (last: Product, standard: string) => string): CatalogueDecorator =>
  (steps) => {
    const own = new Map<string, Position>();
    return {
      ...steps,
      encode: (last) => {
        const text = write(last, steps.encode(last));
        own.set(text, { epochMs: last.updatedAt, id: last.id });
        return text;
      },
      decode: (text) => own.get(text) ?? steps.decode(text),
    };
  };

export const editing =
  (edit: (inventory: Inventory, asked: Edit) => boolean): InventoryDecorator =>
  (inventory) => ({ ...inventory, edit: (asked) => edit(inventory, asked) });

export const isRemoval = ({ change }: Edit) => change !== 'price';

export const keyOf = ({ updatedAt, id }: Pick<Product, 'updatedAt' | 'id'>) => `${updatedAt}:${id}`;

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
  'catalogue:ends-with-404': {
    title: 'ends with 404 instead of an empty page',
    breaks: ['catalogue/empty-page-ends'],
    front: onBody(['catalogue'], () => (body) => (objectsIn(body['products']).length === 0 ? refusal(404) : body)),
  },
  'catalogue:base64url': {
    title: 'writes Base64 in the URL alphabet',
    breaks: ['catalogue/next-checkpoint-encoding'],
    catalogue: writing((_, text) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')),
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
  'catalogue:offset-paging': {
    title: 'counts products instead of reading the checkpoint, so changes shift the pages',
    breaks: ['catalogue/change-during-walk'],
    catalogue: (steps, { inventory }) => {
      const all = () => inventory.after(undefined, Number.MAX_SAFE_INTEGER);
      const offsets = new Map<string, number>();
      return {
        ...steps,
        encode: (last) => {
          const offset = all().findIndex(({ id }) => id === last.id) + 1;
          // The end of the catalogue is read from the checkpoint again, so that only a walk under way is hurt.
          if (offset < all().length) offsets.set(keyOf(last), offset);
          return steps.encode(last);
        },
        select: (position, count) => {
          const offset = position && offsets.get(keyOf({ updatedAt: position.epochMs, id: position.id }));
          return offset === undefined ? steps.select(position, count) : all().slice(offset, offset + count);
        },
      };
    },
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
