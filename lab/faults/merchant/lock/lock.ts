import { withBody, alter, jsonOf } from '#mocks/faults';
import { isObject, type JsonObject, objectsIn, type Json, textOf } from '#mocks/json';
import { inFrontOf, onBody, carrying, inPlace } from '#mocks/merchant/faults/decorators';
import type { MerchantFault, FrontDecorator } from '#mocks/merchant/faults/merchant-fault';
import { unlocked } from '#mocks/merchant/faults/recalculation';

/** Answers as a recalculation would, and sets aside only some of it. */
const lockingOnly = (some: (lines: readonly JsonObject[]) => readonly JsonObject[]): FrontDecorator =>
  inFrontOf('lock', (next) => async (request) => {
    const asked = await jsonOf(request);
    const looked = await next(unlocked(request.clone()));
    const products = some(objectsIn(asked['products']));
    const locked = await next(carrying(request, { ...asked, products }));
    if (!looked.ok || !locked.ok) return locked;
    const { expiresAt } = (await locked.json()) as JsonObject;
    return withBody(looked, JSON.stringify({ ...((await looked.json()) as JsonObject), expiresAt }));
  });

export const lockFaults = {
  'lock:bad-code-dropped': {
    title: 'leaves codes that cannot be applied out of a lock',
    breaks: ['lock/as-recalculated'],
    front: onBody(['lock'], () => (body) => {
      const price = isObject(body['price']) ? body['price'] : {};
      return {
        ...body,
        price: { ...price, discounts: objectsIn(price['discounts']).filter(({ error }) => error === undefined) },
      };
    }),
  },
  'lock:bad-code-unsaid': {
    title: 'locks a basket with a bad code as if the code were applied',
    breaks: ['lock/as-recalculated'],
    front: onBody(['lock'], () => (body) => alter(body, '/price/discounts/*/error', () => undefined) ?? body),
  },
  'lock:dearer': {
    title: 'locks a basket at another price than it was shown at',
    breaks: ['lock/as-recalculated'],
    front: onBody(['lock'], () => (body) => alter(body, '/price/basketValue', (old) => Number(old) + 1) ?? body),
  },
  'lock:other-currency': {
    title: 'answers a lock in the currency of its books',
    breaks: ['lock/as-recalculated'],
    front: onBody(['lock'], () => (body) => alter(body, '/price/currency', () => 'CHF') ?? body),
  },
  'lock:second-has-expired': {
    title: 'answers whoever locks a basket again with the moment of the first lock',
    breaks: ['lock/expires-in-future'],
    front: onBody(['lock'], ({ clock }) => {
      const locked = new Map<Json | undefined, string>();
      return (body) => {
        const at = locked.get(body['id']);
        if (at !== undefined) body['expiresAt'] = at;
        else locked.set(body['id'], new Date(clock.now()).toISOString());
        return body;
      };
    }),
  },
  'lock:no-order-yet': {
    title: 'shows a basket that is locked with an oaOrderId of null',
    breaks: ['basket/oa-order-id'],
    front: onBody(['retrieval', 'lock'], () => {
      const locked = new Set<Json | undefined>();
      return (body, { url }) => {
        if (url.searchParams.has('lock')) locked.add(body['id']);
        else if (locked.has(body['id'])) body['oaOrderId'] ??= null;
        return body;
      };
    }),
  },
  'lock:second-expired': {
    title: 'answers the second lock of a basket with an expiresAt of a minute ago',
    breaks: ['lock/expires-in-future'],
    front: onBody(['lock'], () => {
      const locked = new Set<string>();
      return (body, { clock }) => {
        const id = textOf(body['id']);
        const isAgain = locked.has(id);
        locked.add(id);
        return isAgain ? { ...body, expiresAt: new Date(clock.now() - 60_000).toISOString() } : body;
      };
    }),
  },
  'lock:over-when-retrieved': {
    title: 'shows a locked basket with an expiresAt of a minute ago where it is retrieved',
    breaks: ['basket/expires-in-future'],
    front: onBody(['retrieval', 'lock'], () => {
      const locked = new Set<string>();
      return (body, { clock, url }) => {
        const id = textOf(body['id']);
        if (url.searchParams.get('lock') === 'true') locked.add(id);
        else if (locked.has(id)) return { ...body, expiresAt: new Date(clock.now() - 60_000).toISOString() };
        return body;
      };
    }),
  },
  'lock:first-line-only': {
    title: 'sets aside what its first line asks for and nothing else',
    breaks: ['lock/last-unit-once', 'lock/orderable'],
    front: lockingOnly((lines) => lines.slice(0, 1)),
  },
  'lock:last-of-two-lines': {
    title: 'locks what the last of two lines of a product asks for',
    breaks: ['lock/as-recalculated'],
    front: inFrontOf('lock', (next) => async (request) => {
      const asked = await jsonOf(request);
      const last = new Map(objectsIn(asked['products']).map((line) => [line['id'], line]));
      return await next(carrying(request, { ...asked, products: [...last.values()] }));
    }),
  },
  'lock:oversells': {
    title: 'never counts what was sold, and sets nothing aside for a lock',
    breaks: ['lock/last-unit-once'],
    front: lockingOnly(() => []),
    inventory: (inventory) => {
      const counted = new Map<string, number>();
      return {
        ...inventory,
        variant: (id) => {
          const goods = inventory.variant(id);
          if (goods !== undefined && !counted.has(id)) counted.set(id, goods.stock);
          return goods && { ...goods, stock: counted.get(id) ?? 0 };
        },
      };
    },
  },
  'lock:one-of-each': {
    title: 'sets one piece of each line aside, whatever quantity is locked',
    breaks: ['lock/last-unit-once', 'lock/orderable'],
    front: lockingOnly((lines) => lines.map((line) => ({ ...line, quantity: Math.min(1, Number(line['quantity'])) }))),
  },
  'lock:short-sets-nothing-aside': {
    title: 'sets nothing aside for a lock that asks for more than there is',
    breaks: ['lock/last-unit-once'],
    front: inFrontOf('lock', (next) => async (request) => {
      const asked = await jsonOf(request);
      const locked = await next(request);
      const shown = locked.ok ? ((await locked.clone().json()) as JsonObject) : {};
      if (objectsIn(shown['products']).some((line) => line['error'] !== undefined))
        await next(carrying(request, { ...asked, products: [] }));
      return locked;
    }),
  },
  'lock:in-its-own-way': {
    title: 'what a lock has just set aside counts against it, so that none of the last units is granted',
    breaks: ['lock/shortage-reported'],
    // The other shop recalculates without looking at what is locked.
    variants: ['granite'],
    front: inPlace(['lock'], (body, { inventory }) => {
      for (const line of objectsIn(body['products'])) {
        const quantity = Number(line['quantity']);
        const left = (inventory.variant(textOf(line['id']))?.stock ?? quantity * 2) - quantity;
        if (line['error'] !== undefined || left >= quantity) continue;
        const [granted, unitPrice] = [Math.max(0, left), Number(line['unitPrice'])];
        const linePrice = granted * unitPrice;
        alter(body, '/price/basketValue', (old) => Number(old) - Number(line['linePrice']) + linePrice);
        Object.assign(line, { quantity: granted, linePrice, originalLinePrice: linePrice, error: 'OUT_OF_STOCK' });
      }
    }),
  },
  'lock:counts-its-own': {
    title: 'what a basket has locked itself counts against it when it is locked again',
    breaks: ['lock/last-unit-once'],
    front: onBody(['lock'], () => {
      const locked = new Set<string>();
      return (body) => {
        const id = textOf(body['id']);
        if (locked.has(id)) alter(body, '/products/*/error', () => 'QUANTITY_TOO_BIG');
        locked.add(id);
        return body;
      };
    }),
  },
  'lock:let-go-early': {
    title: 'gives what is locked to the next basket after two seconds',
    breaks: ['lock/last-unit-once', 'lock/orderable'],
    front: onBody(['lock'], () => {
      const turnedAway = new Map<string, number>();
      return (body, { request, clock }) => {
        const id = textOf(body['id']);
        const short = objectsIn(body['products']).filter((product) => product['error'] !== undefined);
        const since = turnedAway.get(id);
        if (since === undefined && short.length > 0) turnedAway.set(id, clock.now());
        if (since === undefined || clock.now() - since < 2000) return body;
        for (const product of short) {
          const asked = objectsIn(request['products']).find((line) => line['id'] === product['id']);
          product['quantity'] = asked?.['quantity'] ?? 0;
          delete product['error'];
        }
        return body;
      };
    }),
  },
  'lock:locks-the-last-recalculation': {
    title: 'locks the quantities that the last recalculation asked for, whatever the lock asks for',
    breaks: ['lock/as-recalculated'],
    front: onBody(['recalculation', 'lock'], () => {
      const last = new Map<string, Json>();
      const keyOf = (body: JsonObject, line: JsonObject) => JSON.stringify([body['id'], line['id']]);
      return (body, { url }) => {
        for (const line of objectsIn(body['products']).filter(({ error }) => error === undefined)) {
          if (url.searchParams.get('lock') === 'true')
            line['quantity'] = last.get(keyOf(body, line)) ?? line['quantity'] ?? 0;
          else last.set(keyOf(body, line), line['quantity'] ?? 0);
        }
        return body;
      };
    }),
  },
  'lock:what-was-left-out': {
    title: 'locks what the basket was shown with last as well, where the lock leaves it out',
    breaks: ['lock/as-recalculated'],
    front: onBody(['retrieval', 'recalculation', 'lock'], () => {
      const shown = new Map<string, readonly JsonObject[]>();
      return (body, { url }) => {
        const lines = objectsIn(body['products']);
        const before = shown.get(textOf(body['id'])) ?? [];
        if (url.searchParams.get('lock') !== 'true') shown.set(textOf(body['id']), structuredClone(lines));
        else {
          const kept = lines.filter(({ quantity, error }) => Number(quantity) > 0 || error !== undefined);
          const left = before.filter((one) => kept.every((line) => line['id'] !== one['id']));
          body['products'] = [...kept, ...left];
        }
        return body;
      };
    }),
  },
  'lock:code-dropped': {
    title: 'loses the discount codes as it locks a basket',
    breaks: ['lock/as-recalculated'],
    front: onBody(['lock'], () => (body) => {
      alter(body, '/price/discounts', () => []);
      return body;
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
