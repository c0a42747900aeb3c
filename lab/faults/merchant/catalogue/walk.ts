import { refusal, alter, jsonOf } from '#mocks/faults';
import { objectsIn, textOf } from '#mocks/json';
import type { Inventory, Product } from '#mocks/merchant/inventory/inventory';
import { onBody, inFrontOf, inPlace } from '#mocks/merchant/faults/decorators';
import type { CatalogueDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';
import { selecting } from '#mocks/merchant/faults/catalogue';
import { fixtureCount } from '#mocks/merchant/fixtures';
import { onNonFixtureProducts } from './non-fixture-products.ts';

const everything = (inventory: Inventory) => inventory.after(undefined, Number.MAX_SAFE_INTEGER);

const ties = (inventory: Inventory, epochMs: number): readonly Product[] =>
  inventory.after({ epochMs, id: '' }, 200).filter(({ updatedAt }) => updatedAt === epochMs);

/** Ties chosen by another order of ids than the lexicographic one. */
const comparing = (isAfter: (id: string, than: string) => boolean): CatalogueDecorator =>
  selecting((select, { inventory }) => (position, count) => {
    if (!position) return select(position, count);
    const chosen = ties(inventory, position.epochMs).filter(({ id }) => isAfter(id, position.id));
    return [...chosen, ...select({ epochMs: position.epochMs + 1, id: '' }, count)].slice(0, count);
  });

const after = ['catalogue/strictly-after-checkpoint'] as const;

const showingSku = onNonFixtureProducts((product) => alter(product, '/variants/*/id', (old) => `SKU ${textOf(old)}`));

const refusingUnknown = inFrontOf('recalculation', (next) => async (request) => {
  const unknown = objectsIn((await jsonOf(request))['products']).some(({ id }) => textOf(id).startsWith('SKU '));
  return unknown ? refusal(404) : next(request);
});

/** Walks that repeat, lose, reorder or never end. */
export const catalogueWalkFaults = {
  'catalogue:ends-with-404': {
    title: 'ends with 404 instead of an empty page',
    breaks: ['catalogue/empty-page-ends'],
    front: onBody(['catalogue'], () => (body) => (objectsIn(body['products']).length === 0 ? refusal(404) : body)),
  },
  'catalogue:limit-ignored': {
    title: 'takes no notice of limit',
    breaks: ['catalogue/limit'],
    catalogue: selecting((select) => (position) => select(position, 50)),
  },
  'catalogue:limit-only-at-first': {
    title: 'forgets limit once a checkpoint is given',
    breaks: ['catalogue/limit'],
    catalogue: selecting((select) => (position, count) => select(position, position ? 50 : count)),
  },
  'catalogue:sorted-by-name': {
    title: 'sorts the page by id alone',
    breaks: ['catalogue/ascending-order'],
    catalogue: selecting((select) => (position, count) => {
      const page = select(position, count);
      return [...page.slice(0, -1).sort((one, other) => (one.id < other.id ? 1 : -1)), ...page.slice(-1)];
    }),
  },
  'catalogue:inclusive': {
    title: 'at or after the checkpoint: the last product comes again',
    breaks: after,
    catalogue: selecting((select, { inventory }) => (position, count) => {
      const last = position && inventory.product(position.id);
      const again = last && last.updatedAt === position.epochMs ? [last] : [];
      return [...again, ...select(position, count)].slice(0, Math.max(count, 2));
    }),
  },
  'catalogue:ties-lost': {
    title: 'compares updatedAt only, and loses ties across pages',
    breaks: after,
    // Pages of seven would lose products of the fixtures.
    variants: ['granite'],
    catalogue: comparing(() => false),
  },
  'catalogue:ties-repeated': {
    title: 'compares updatedAt only, and repeats ties',
    breaks: after,
    catalogue: selecting((select) => (position, count) => {
      if (position === undefined) return select(position, count);
      const from = { ...position, id: '' };
      // What is repeated comes on top, so that the walk gets on.
      const next = select(position, 1)[0]?.id;
      const tie = select(from, 20);
      const repeated = tie.findIndex(({ id }) => id === next);
      return select(from, count + (repeated < 0 ? tie.length : repeated));
    }),
  },
  'catalogue:ids-as-numbers': {
    title: 'compares ids as numbers',
    breaks: after,
    variants: ['granite'],
    catalogue: comparing((id, than) =>
      Number.isNaN(Number(id)) || Number.isNaN(Number(than)) ? id > than : Number(id) > Number(than),
    ),
  },
  'catalogue:ids-without-case': {
    title: 'compares ids in a case-insensitive collation',
    breaks: after,
    variants: ['granite'],
    catalogue: comparing((id, than) => id.toLowerCase() > than.toLowerCase()),
  },
  'catalogue:only-issued-checkpoints': {
    title: 'keeps cursors, and starts again at one it has not issued',
    breaks: after,
    variants: ['granite'],
    catalogue: (steps) => {
      const issued = new Set<string>();
      return {
        ...steps,
        encode: (last) => {
          issued.add(`${last.updatedAt}:${last.id}`);
          return steps.encode(last);
        },
        select: (position, count) =>
          steps.select(position && issued.has(`${position.epochMs}:${position.id}`) ? position : undefined, count),
      };
    },
  },
  'catalogue:middling-pages-lose': {
    title: 'loses a product of a page when limit is between 11 and 90',
    breaks: ['catalogue/limit-independent'],
    front: inPlace(['catalogue'], (body, { url }) => {
      const products = objectsIn(body['products']);
      const limit = Number(url.searchParams.get('limit'));
      if (limit > 10 && limit <= 90 && products.length > 2)
        body['products'] = products.filter((_, index) => index !== 1);
    }),
  },
  'catalogue:small-pages-skip': {
    title: 'steps over a product between pages of three or fewer',
    breaks: ['catalogue/limit-independent'],
    // Willow's pages are that small of themselves.
    variants: ['granite'],
    catalogue: selecting(
      (select) => (position, count) =>
        count > 3 || !position ? select(position, count) : select(position, count + 1).slice(1),
    ),
  },
  'catalogue:without-the-sold-out': {
    title: 'leaves what is sold out out of pages that list something else',
    breaks: ['catalogue/limit-independent'],
    catalogue: selecting((select) => (position, count) => {
      const page = select(position, count);
      const rest = page.filter(({ stock }) => stock > 0);
      return rest.length > 0 ? rest : page;
    }),
  },
  'catalogue:never-ends': {
    title: 'repeats the last page for ever',
    breaks: ['catalogue/empty-page-ends'],
    catalogue: selecting((select, { inventory }) => (position, count) => {
      const page = select(position, count);
      return page.length === 0 ? everything(inventory).slice(-1) : page;
    }),
  },
  'catalogue:starts-again': {
    title: 'starts from the beginning after the last page',
    breaks: ['catalogue/empty-page-ends'],
    catalogue: selecting((select) => (position, count) => {
      const page = select(position, count);
      return page.length === 0 ? select(undefined, count) : page;
    }),
  },
  'catalogue:full-without-the-oldest': {
    title: 'gives a full synchronisation of recent products only',
    breaks: ['catalogue/full-sync-complete'],
    catalogue: selecting(
      (select) => (position, count) => (position ? select(position, count) : select(undefined, count + 3).slice(3)),
    ),
  },
  'catalogue:full-only-active': {
    title: 'leaves delisted products out of a full synchronisation',
    breaks: ['catalogue/full-sync-complete'],
    variants: ['granite'],
    catalogue: (steps) => {
      let full = true;
      return {
        ...steps,
        select: (position, count) => {
          full = position ? full : true;
          const page = steps.select(position, full ? count + 5 : count);
          return full ? page.filter(({ delisted }) => !delisted).slice(0, count) : page;
        },
        // A checkpoint made by hand, at the very beginning, is not part of the walk.
        decode: (text) => {
          const position = steps.decode(text);
          full = position !== undefined && position.epochMs > 0;
          return position;
        },
      };
    },
  },
  'catalogue:export-stamps-the-last': {
    title: 'stamps the last product as exported, so that it is new again',
    breaks: ['catalogue/nothing-changed'],
    catalogue: selecting((select, { inventory }) => (position, count) => {
      const page = select(position, count);
      const last = page.length === 0 && position ? inventory.product(position.id) : undefined;
      if (last) inventory.edit({ productId: last.id, change: 'price', bump: true });
      return page;
    }),
  },
  'catalogue:export-touches': {
    title: 'touches a product whenever a synchronisation has ended',
    breaks: ['catalogue/nothing-changed'],
    catalogue: selecting((select, { inventory }) => (position, count) => {
      const page = select(position, count);
      const [first] = inventory.after(undefined, 1);
      if (page.length === 0 && first) inventory.edit({ productId: first.id, change: 'price', bump: true });
      return page;
    }),
  },
  'catalogue:unsellable-ids': {
    title: 'shows stock-keeping numbers as variant ids of its newer products',
    breaks: ['catalogue/variant-can-be-ordered'],
    front: (next, kit) => refusingUnknown(showingSku(next, kit), kit),
  },
  'catalogue:not-in-the-till': {
    title: 'refuses to recalculate the newest products of the catalogue',
    breaks: ['catalogue/variant-can-be-ordered'],
    front: inFrontOf('recalculation', (next, { inventory }) => async (request) => {
      const unknown = objectsIn((await jsonOf(request))['products']).some(
        ({ id }) => (inventory.variant(textOf(id))?.product.index ?? 0) >= fixtureCount,
      );
      return unknown ? refusal(422) : next(request);
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
