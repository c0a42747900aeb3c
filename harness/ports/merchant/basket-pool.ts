import type { MerchantFixtures } from '#schemas';
import type { BasketLease, BasketPool, Line, MerchantPort, MerchantTriggerInputs, TriggerPort } from '#scenarios';
import { type BasketWish, type MadeBaskets, madeBasket } from './made-baskets.ts';

export interface BasketPoolDeps {
  readonly fixtures: MerchantFixtures;
  readonly triggers: TriggerPort<MerchantTriggerInputs>;
  readonly retrieve: MerchantPort['retrieve'];
  readonly made: Pick<MadeBaskets, 'note'>;
}

type Unavailable = Extract<BasketLease, { kind: 'unavailable' }>;

/**
 * The baskets of a run. Reading scenarios share the fixture baskets; a basket that will be ordered is leased once and
 * never again, and is made by the createBasket trigger where there is one, so that the few fixture baskets last.
 */
export const createBasketPool = (deps: BasketPoolDeps): BasketPool => {
  const { fixtures, triggers } = deps;
  const known = fixtures.baskets ?? [];
  const touched = new Set<string>();
  const ordered = new Set<string>();
  const shared = {
    turn: 0,
    made: undefined as Promise<BasketLease> | undefined,
    lines: undefined as Promise<readonly Line[]> | undefined,
  };

  const fromFixture = (basketId: string, toOrder: boolean): BasketLease => {
    touched.add(basketId);
    if (toOrder) ordered.add(basketId);
    return { kind: 'leased', basketId, origin: 'fixture' };
  };
  const make = async (
    lines: readonly Line[] | undefined,
    wish: Omit<BasketWish, 'lines'> = {},
  ): Promise<BasketLease> => {
    const wanted = lines ?? (await (shared.lines ??= defaultLines(deps)));
    if (wanted.length === 0)
      return unavailable('no product is known that could fill a basket', 'merchant.fixtures.products.inStock');
    const lease = await madeBasket(triggers, { lines: wanted, ...wish });
    if (lease.kind === 'leased') deps.made.note(lease.basketId, wish.loggedUser);
    return lease;
  };

  return {
    lease: async ({ toOrder = false, fresh = false, lines, discountCodes, loggedUser }) => {
      if (lines !== undefined || discountCodes !== undefined) return await make(lines, { discountCodes, loggedUser });
      const made = toOrder || fresh ? await madeIfPossible(triggers, make) : undefined;
      if (made?.kind === 'leased') return made;
      const free = known.filter((id) => !ordered.has(id) && (!fresh || !touched.has(id)));
      // For an order the last basket goes first: readers start with the first.
      const basketId = toOrder ? free.at(-1) : free[shared.turn++ % Math.max(1, free.length)];
      if (basketId !== undefined) return fromFixture(basketId, toOrder);
      if (made !== undefined) return made;
      if (!toOrder && !fresh && triggers.has('createBasket')) return await (shared.made ??= make(undefined));
      return exhausted(known.length, { toOrder, fresh });
    },
  };
};

const madeIfPossible = async (
  triggers: BasketPoolDeps['triggers'],
  make: (lines: undefined) => Promise<BasketLease>,
): Promise<BasketLease | undefined> => (triggers.has('createBasket') ? await make(undefined) : undefined);

const exhausted = (baskets: number, wish: { readonly toOrder: boolean; readonly fresh: boolean }): Unavailable => {
  if (baskets === 0) return unavailable('no basket is known', 'merchant.fixtures.baskets');
  return unavailable(
    wish.fresh && !wish.toOrder
      ? `no unused fixture basket is left (${baskets} configured)`
      : `no fixture basket is left for another order (${baskets} configured)`,
    'triggers.createBasket',
  );
};

/** One product in stock; without such a fixture, the lines of a fixture basket. */
const defaultLines = async ({ fixtures, retrieve }: BasketPoolDeps): Promise<readonly Line[]> => {
  const inStock = fixtures.products?.inStock?.[0];
  if (inStock !== undefined) return [{ variantId: inStock, quantity: 1 }];
  const basketId = fixtures.baskets?.[0];
  if (basketId === undefined) return [];
  const answer = await retrieve(basketId, { expect: 'any' });
  const products = answer.kind === 'answered' ? (answer.body as { products?: unknown } | null)?.products : undefined;
  return Array.isArray(products) ? products.flatMap(toLine) : [];
};

const toLine = (product: unknown): readonly Line[] => {
  const { id, quantity, error } = (product ?? {}) as Readonly<Record<string, unknown>>;
  const usable = typeof id === 'string' && typeof quantity === 'number' && quantity > 0 && error === undefined;
  return usable ? [{ variantId: id, quantity }] : [];
};

const unavailable = (reason: string, unlock: string): Unavailable => ({ kind: 'unavailable', reason, unlock });
