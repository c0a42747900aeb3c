import { objectsIn } from '#mocks/json';
import type { Product } from '#mocks/merchant/inventory/inventory';
import { onBody } from '#mocks/merchant/faults/decorators';
import type { MerchantFault } from '#mocks/merchant/faults/merchant-fault';
import { alter } from '#mocks/faults';
import { editing, isRemoval } from '#mocks/merchant/faults/catalogue';
import { behindRemovals } from './behind-removals.ts';
import { lateCommits } from './late-commits.ts';
import { selectingAfter } from './selection.ts';

export const keyOf = ({ updatedAt, id }: Pick<Product, 'updatedAt' | 'id'>) => `${updatedAt}:${id}`;

const wasRemoved = ({ revision, delisted }: Product): boolean => revision > 0 && delisted;

/** Changes to products that the platform does not get to know. */
export const catalogueChangeFaults = {
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
  'catalogue:removed-unbumped': {
    title: 'shows what was removed as DELISTED and without stock, and leaves updatedAt as it was',
    breaks: ['catalogue/change-bumps-updated-at'],
    // The other shop shows nothing of what it removed.
    variants: ['granite'],
    inventory: editing((inventory, edit) => inventory.edit(isRemoval(edit) ? { ...edit, bump: false } : edit)),
  },
  'catalogue:second-variants-unbumped': {
    title: 'lets the price of second variants rise with each order, without a bump',
    breaks: ['catalogue/change-bumps-updated-at'],
    // The other shop has one variant of each product.
    variants: ['willow'],
    front: onBody(['catalogue', 'order'], () => {
      let orders = 0;
      return (body, { request }) => {
        if (request['oaOrderId'] !== undefined) orders += 1;
        for (const { variants } of objectsIn(body['products'])) {
          const [, second] = objectsIn(variants);
          if (second) second['unitPrice'] = Number(second['unitPrice']) + orders;
        }
        return body;
      };
    }),
  },
  'catalogue:bumps-once': {
    title: 'bumps updatedAt with the first change of a product only',
    breaks: ['catalogue/change-bumps-updated-at'],
    inventory: (inventory) => {
      const bumped = new Set<string>();
      return {
        ...inventory,
        edit: (edit) => {
          const bump = edit.bump && (isRemoval(edit) || !bumped.has(edit.productId));
          bumped.add(edit.productId);
          return inventory.edit({ ...edit, bump });
        },
      };
    },
  },
  'catalogue:changes-an-hour-behind-removals': {
    title: 'stamps removals by a clock that is an hour ahead of the one for changes',
    breaks: ['catalogue/change-bumps-updated-at'],
    // The other shop shows nothing of what it removed.
    variants: ['granite'],
    inventory: behindRemovals,
  },
  'catalogue:late-commits': {
    title: 'stamps changes as they begin, and shows them 3.5 s later, behind others',
    breaks: ['catalogue/change-bumps-updated-at', 'catalogue/change-during-walk'],
    inventory: lateCommits,
  },
  'catalogue:stock-without-bump': {
    title: 'counts the stock down and leaves updatedAt as it was',
    breaks: ['catalogue/change-bumps-updated-at'],
    variants: ['granite'],
    inventory: (inventory) => ({
      ...inventory,
      take: (variantId, quantity) => inventory.take(variantId, quantity, false),
    }),
  },
  'catalogue:prices-of-the-moment': {
    title: 'works out prices as it is asked, and leaves updatedAt as it was',
    breaks: ['catalogue/change-bumps-updated-at'],
    front: onBody(['catalogue'], () => {
      let asked = 0;
      return (body) => {
        asked++;
        alter(body, '/products/*/variants/*/unitPrice', (old) => Number(old) + (asked % 3));
        return body;
      };
    }),
  },
  'catalogue:changes-only-in-full': {
    title: 'shows changes in full synchronisations only',
    breaks: ['catalogue/change-bumps-updated-at'],
    catalogue: selectingAfter((page, { walkIsFull }) =>
      walkIsFull ? page : page.filter(({ revision }) => revision === 0),
    ),
  },
  'catalogue:removal-as-change': {
    title: 'shows a removed product as changed and still ACTIVE',
    breaks: ['catalogue/removal-visible'],
    inventory: editing((inventory, edit) => inventory.edit({ ...edit, change: 'price' })),
  },
  'catalogue:removal-lost-behind-a-change': {
    title: 'goes on showing a product that was changed before it was removed',
    breaks: ['catalogue/removal-visible'],
    inventory: editing(
      (inventory, edit) =>
        (isRemoval(edit) && (inventory.product(edit.productId)?.revision ?? 0) > 0) || inventory.edit(edit),
    ),
  },
  'catalogue:delisted-only-in-full': {
    title: 'shows what was removed as DELISTED in full synchronisations only',
    breaks: ['catalogue/strictly-after-checkpoint'],
    // The other shop shows nothing of what it removed.
    variants: ['granite'],
    // The last pages of a full one hold what nobody changed as well.
    catalogue: selectingAfter((page) =>
      page.some(({ revision }) => revision === 0) ? page : page.filter((one) => !wasRemoved(one)),
    ),
  },
  'catalogue:removals-before-changes': {
    title: 'leaves what was changed out of an increment in which something was removed',
    breaks: ['catalogue/strictly-after-checkpoint'],
    variants: ['granite'],
    catalogue: selectingAfter((page, { walkIsFull }) =>
      walkIsFull || !page.some(wasRemoved) ? page : page.filter((one) => one.revision === 0 || wasRemoved(one)),
    ),
  },
  'catalogue:looks-the-checkpoint-up': {
    title: 'refuses the checkpoint of a product that it no longer has',
    breaks: ['catalogue/strictly-after-checkpoint'],
    // The other shop keeps what it removes as DELISTED.
    variants: ['willow'],
    catalogue: (steps, { inventory }) => {
      const had = new Set<string>();
      return {
        ...steps,
        decode: (text) => {
          const position = steps.decode(text);
          if (position === undefined || inventory.product(position.id)) {
            if (position) had.add(position.id);
            return position;
          }
          return had.has(position.id) ? undefined : position;
        },
      };
    },
  },
  'catalogue:changed-are-dropped-meanwhile': {
    title: 'drops what changed during a walk, until the next full synchronisation',
    breaks: ['catalogue/change-during-walk'],
    catalogue: (steps, { inventory }) => {
      const lost = new Set<string>();
      let before = new Map<string, Product>();
      let walking = false;
      const all = () => inventory.after(undefined, Number.MAX_SAFE_INTEGER);
      const remember = () => {
        lost.clear();
        before = new Map(all().map((product) => [product.id, product]));
      };
      const isChanged = ({ id, revision }: Product): boolean => before.get(id)?.revision !== revision;
      return {
        ...steps,
        select: (position, count) => {
          if (!position) remember();
          // What came after something that was dropped is dropped too, sales as well, so that only walks are hurt and no order of changes.
          else if (lost.size > 0 || (walking && all().some(isChanged)))
            for (const product of all())
              if (before.get(product.id)?.updatedAt !== product.updatedAt) lost.add(keyOf(product));
          const page = steps.select(position, count + lost.size).filter((product) => !lost.has(keyOf(product)));
          walking = page.length > 0;
          return page.slice(0, count);
        },
      };
    },
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
