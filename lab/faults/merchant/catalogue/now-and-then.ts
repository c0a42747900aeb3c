import { refusal } from '#mocks/faults';
import { objectsIn } from '#mocks/json';
import { inFrontOf, onBody } from '#mocks/merchant/faults/decorators';
import type { CatalogueDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';
import type { Position, Product } from '#mocks/merchant/inventory/inventory';

const everyFifthPage =
  (spoil: (page: readonly Product[], position: Position | undefined) => readonly Product[]): CatalogueDecorator =>
  (steps) => {
    let pages = 0;
    const select: typeof steps.select = (position, count) => {
      const page = steps.select(position, count);
      // Of the last products alone nothing may stay, and what is left out at the end comes on the next page.
      return page.length > 2 && ++pages % 5 === 0 ? spoil(page, position) : page;
    };
    return { ...steps, select };
  };

const after = ['catalogue/strictly-after-checkpoint'] as const;

/** Pages that are right most of the time. */
export const catalogueNowAndThenFaults = {
  'catalogue:every-second-is-lost': {
    title: 'answers every second request for a page with 502',
    breaks: ['catalogue/page'],
    front: inFrontOf('catalogue', (next) => {
      let requests = 0;
      return async (request) => (++requests % 2 === 0 ? refusal(502) : next(request));
    }),
  },
  'catalogue:all-of-it-now-and-then': {
    title: 'answers the end of the catalogue with everything, every second time',
    breaks: after,
    catalogue: (steps) => {
      const asked = new Map<string, number>();
      const select: typeof steps.select = (position, count) => {
        const page = steps.select(position, count);
        if (page.length > 0 || position === undefined) return page;
        const times = (asked.get(position.id) ?? 0) + 1;
        asked.set(position.id, times);
        return times % 2 === 0 ? steps.select(undefined, count) : page;
      };
      return { ...steps, select };
    },
  },
  'catalogue:drops-now-and-then': {
    title: 'leaves the second product out of every fifth page',
    breaks: after,
    catalogue: everyFifthPage((page) => [...page.slice(0, 1), ...page.slice(2)]),
  },
  'catalogue:late-now-and-then': {
    title: 'leaves the first product out of every fifth page after a checkpoint',
    breaks: after,
    catalogue: everyFifthPage((page, position) => (position === undefined ? page : page.slice(1))),
  },
  'catalogue:first-variant-later': {
    title: 'gives products their first variant only on every other page after a checkpoint',
    breaks: ['catalogue/change-bumps-updated-at'],
    // The other shop has one variant of each product.
    variants: ['willow'],
    front: onBody(['catalogue'], () => {
      let pages = 0;
      return (body, { url }) => {
        if (!url.searchParams.has('checkpoint') || ++pages % 2 === 0) return body;
        for (const product of objectsIn(body['products']))
          product['variants'] = objectsIn(product['variants']).slice(0, 1);
        return body;
      };
    }),
  },
  'catalogue:single-ends-with-404': {
    title: 'ends with 404 instead of an empty page where pages are of one product',
    breaks: ['catalogue/limit-independent'],
    front: onBody(
      ['catalogue'],
      () =>
        (body, { url }) =>
          objectsIn(body['products']).length === 0 && url.searchParams.get('limit') === '1' ? refusal(404) : body,
    ),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
