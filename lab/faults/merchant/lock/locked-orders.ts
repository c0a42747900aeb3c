import { jsonOf, refusal } from '#mocks/faults';
import { isObject, type JsonObject, objectsIn, textOf } from '#mocks/json';
import type { Call, FrontDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';

const orderedBasket = (order: JsonObject): string => (isObject(order['basket']) ? textOf(order['basket']['id']) : '');

const sumOf = (products: unknown): number =>
  objectsIn(products).reduce((sum, { quantity }) => sum + Number(quantity), 0);

/** An order of a basket that was locked before goes to `answer` instead. */
const afterLock =
  (answer: (request: Request, next: Call, lockedAt: number, now: number) => Promise<Response>): FrontDecorator =>
  (next, { clock }) => {
    const locked = new Map<string, number>();
    return async (request, operation) => {
      if (operation === 'lock') locked.set(await askedBasket(request), clock.now());
      const lockedAt = operation === 'order' ? locked.get(orderedBasket(await jsonOf(request))) : undefined;
      return lockedAt === undefined ? next(request, operation) : answer(request, next, lockedAt, clock.now());
    };
  };

const askedBasket = async (request: Request): Promise<string> => textOf((await jsonOf(request))['id']);

/** A lock is forgotten where an operation is asked for its basket, as `idIn` finds it, and the order is refused then. */
const forgettingLocks =
  (forgetting: 'retrieval' | 'recalculation', idIn: typeof askedBasket): FrontDecorator =>
  (next) => {
    const [locked, lost] = [new Set<string>(), new Set<string>()];
    return async (request, operation) => {
      if (operation === 'lock') {
        const id = await askedBasket(request);
        lost.delete(id);
        locked.add(id);
      }
      const asked = operation === forgetting ? await idIn(request) : undefined;
      if (asked !== undefined && locked.has(asked)) lost.add(asked);
      if (operation !== 'order') return next(request, operation);
      const ordered = orderedBasket(await jsonOf(request));
      locked.delete(ordered);
      return lost.has(ordered) ? refusal(409) : next(request, operation);
    };
  };

/** An order is refused where its lines are `refused`, unless it was placed before. */
const unlessPlaced =
  (refused: (lines: readonly JsonObject[], parts: Parameters<FrontDecorator>[1]) => boolean): FrontDecorator =>
  (next, parts) => {
    const placed = new Set<string>();
    return async (request, operation) => {
      if (operation !== 'order') return next(request, operation);
      const body = await jsonOf(request);
      const lines = objectsIn(isObject(body['basket']) ? body['basket']['products'] : []);
      if (!placed.has(textOf(body['oaOrderId'])) && refused(lines, parts)) return refusal(409);
      placed.add(textOf(body['oaOrderId']));
      return next(request, operation);
    };
  };

/** Orders, and changes, that are refused for a lock or for want of one. */
export const lockedOrderFaults = {
  'order:changed-needs-a-lock': {
    title: 'refuses the order of a basket that was recalculated to hold less and not locked',
    breaks: ['order/confirmed'],
    front: (next) => {
      const held = new Map<string, number>();
      const changed = new Set<string>();
      const note = ({ id, products }: JsonObject): void => {
        const [key, pieces] = [textOf(id), sumOf(products)];
        if (pieces < (held.get(key) ?? 0)) changed.add(key);
        held.set(key, pieces);
      };
      return async (request, operation) => {
        const body = operation === 'retrieval' ? {} : await jsonOf(request);
        if (operation === 'recalculation') note(body);
        if (operation === 'lock') changed.delete(textOf(body['id']));
        if (operation === 'order' && changed.has(orderedBasket(body))) return refusal(409);
        const response = await next(request, operation);
        if (operation === 'retrieval' && response.ok) note(await jsonOf(response));
        return response;
      };
    },
  },
  'recalculation:locked-crashes': {
    title: 'crashes on the recalculation of a basket that is locked',
    breaks: ['recalculation/answers'],
    front: (next) => {
      const locked = new Set<string>();
      return async (request, operation) => {
        const id = textOf((await jsonOf(request))['id']);
        if (operation === 'lock') locked.add(id);
        return operation === 'recalculation' && locked.has(id) ? refusal(500) : next(request, operation);
      };
    },
  },
  'lock:blocks-order': {
    title: 'a locked basket cannot be ordered',
    breaks: ['lock/orderable'],
    front: afterLock(async () => refusal(423)),
  },
  'lock:crashes-order': {
    title: 'the order of a locked basket crashes',
    breaks: ['lock/orderable', 'order/confirmed'],
    front: afterLock(async () => refusal(500)),
  },
  'lock:lost-with-a-change': {
    title: 'refuses the order of a locked basket at the price it had before a change',
    breaks: ['lock/orderable'],
    front: unlessPlaced((lines, { inventory }) => {
      const isAsNow = ({ id, unitPrice }: JsonObject): boolean =>
        inventory.variant(textOf(id))?.unitPrice === unitPrice || Number(unitPrice) === 0;
      return !lines.every(isAsNow);
    }),
  },
  'lock:lost-with-a-retrieval': {
    title: 'forgets the lock of a basket that is retrieved again, and then refuses its order',
    breaks: ['lock/orderable'],
    front: forgettingLocks('retrieval', async ({ url }) => new URL(url).searchParams.get('basketId') ?? ''),
  },
  'lock:lost-with-a-recalculation': {
    title: 'forgets the lock of a basket that is recalculated after it, and then refuses its order',
    breaks: ['lock/orderable'],
    front: forgettingLocks('recalculation', askedBasket),
  },
  'lock:lost-with-another-basket': {
    title: 'locks one basket of a customer at a time, and refuses the order of one that was locked before',
    breaks: ['lock/orderable'],
    front: (next) => {
      const last = new Map<string, string>();
      const [lost, ordered] = [new Set<string>(), new Set<string>()];
      return async (request, operation) => {
        const body = await jsonOf(request);
        const [id, user] = [textOf(body['id']), textOf(body['loggedUser'])];
        // Somebody logged in, and no name for guests.
        if (operation === 'lock' && user.length > 10) {
          const before = last.get(user) ?? id;
          if (before !== id && !ordered.has(before)) lost.add(before);
          last.set(user, id);
        }
        if (operation !== 'order') return next(request, operation);
        ordered.add(orderedBasket(body));
        return lost.has(orderedBasket(body)) ? refusal(409) : next(request, operation);
      };
    },
  },
  'lock:changed-not-ordered': {
    title: 'refuses the order of a locked basket whose product was ever changed, whenever it was locked',
    breaks: ['lock/orderable'],
    front: unlessPlaced((lines, { inventory }) =>
      lines.some(({ id }) => (inventory.variant(textOf(id))?.product.revision ?? 0) > 0),
    ),
  },
  'lock:holds-against-its-order': {
    title: 'counts what a basket has locked itself against the order of it',
    breaks: ['lock/orderable'],
    front: (next, { inventory }) => {
      const held = new Map<string, number>();
      const keyOf = (basket: string, line: JsonObject) => JSON.stringify([basket, line['id']]);
      return async (request, operation) => {
        const body = await jsonOf(request);
        const lines = objectsIn(isObject(body['basket']) ? body['basket']['products'] : body['products']);
        if (operation === 'lock')
          for (const line of lines) held.set(keyOf(textOf(body['id']), line), Number(line['quantity']));
        const isShort = (line: JsonObject): boolean => {
          const own = held.get(keyOf(orderedBasket(body), line));
          const stock = inventory.variant(textOf(line['id']))?.stock;
          return own !== undefined && stock !== undefined && stock - own < Number(line['quantity']);
        };
        return operation === 'order' && lines.some(isShort) ? refusal(409) : next(request, operation);
      };
    },
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
