import { alter, jsonOf, raceWindow, withBody } from '#mocks/faults';
import { isObject, type Json, type JsonObject, objectsIn, textOf } from '#mocks/json';
import { carrying, inFrontOf, onBody } from '#mocks/merchant/faults/decorators';
import type { FrontDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';

/** Changes each answer by how often its basket has been recalculated. */
const everyTime = (change: (body: JsonObject, times: number) => unknown): FrontDecorator =>
  onBody(['recalculation'], () => {
    const counts = new Map<Json | undefined, number>();
    return (body) => {
      const times = (counts.get(body['id']) ?? 0) + 1;
      counts.set(body['id'], times);
      change(body, times);
      return body;
    };
  });

/** Some of a request is kept where the next one overwrites it. */
const mixing = (operation: 'recalculation' | 'lock', names: readonly string[]): FrontDecorator =>
  inFrontOf(operation, (next, kit) => {
    let current: JsonObject = {};
    return async (request) => {
      const body = await jsonOf(request);
      current = body;
      await raceWindow(kit.clock);
      const mixed = Object.fromEntries(
        names.flatMap((name) => (name in current ? [[name, current[name] ?? null]] : [])),
      );
      return await next(carrying(request, { ...body, ...mixed }));
    };
  });

/** A recalculation that knows more than its request: of earlier ones, or of the one beside it. */
/** A code is in force in so many answers about a basket. */
const usedUpAfter = (most: number): FrontDecorator =>
  onBody(['recalculation'], () => {
    const seen = new Map<string, number>();
    return (body) => {
      for (const discount of objectsIn(isObject(body['price']) ? body['price']['discounts'] : undefined)) {
        if (discount['error'] !== undefined) continue;
        const key = JSON.stringify([body['id'], discount['code']]);
        const times = (seen.get(key) ?? 0) + 1;
        seen.set(key, times);
        if (times > most) discount['error'] = 'USED';
      }
      return body;
    };
  });

export const recalculationMemoryFaults = {
  'recalculation:bad-code-undoes-changes': {
    title: 'answers the products of the request before when a code is bad',
    breaks: ['recalculation/bad-discount-reported'],
    front: onBody(['recalculation'], () => {
      const kept = new Map<Json | undefined, Json>();
      return (body) => {
        const { id, price, products } = body;
        const isBad = objectsIn(isObject(price) ? price['discounts'] : undefined).some(
          ({ error }) => error !== undefined,
        );
        if (!isBad && products !== undefined) kept.set(id, products);
        else body['products'] = kept.get(id) ?? products ?? [];
        return body;
      };
    }),
  },
  'recalculation:code-is-used-up': {
    title: 'says USED of a code from its second recalculation in the same basket',
    breaks: ['recalculation/good-discount-applied', 'recalculation/repeatable'],
    // At the other shop codes are part of every basket.
    variants: ['granite'],
    front: usedUpAfter(1),
  },
  'recalculation:code-for-two-looks': {
    title: 'says USED of a code from its third recalculation in the same basket',
    breaks: ['recalculation/good-discount-applied'],
    variants: ['granite'],
    front: usedUpAfter(2),
  },
  'recalculation:code-adds-up': {
    title: 'takes a code off once more with every recalculation',
    breaks: ['recalculation/repeatable'],
    // At the other shop codes are part of every basket, so that no request is ever answered alike.
    variants: ['granite'],
    front: onBody(['recalculation'], () => {
      const times = new Map<string, number>();
      return (body) => {
        for (const discount of objectsIn(isObject(body['price']) ? body['price']['discounts'] : undefined)) {
          const key = JSON.stringify([body['id'], discount['code']]);
          times.set(key, (times.get(key) ?? 0) + 1);
          discount['value'] = Number(discount['value']) * (times.get(key) ?? 1);
        }
        return body;
      };
    }),
  },
  'recalculation:original-price-sinks': {
    title: 'takes a cent off the price before discount with every recalculation',
    breaks: ['recalculation/repeatable', 'recalculation/path-independent'],
    front: everyTime((body, times) => {
      // Off each piece, so that a line still costs what its pieces do.
      for (const line of objectsIn(body['products'])) {
        const pieces = { originalUnitPrice: 1, originalLinePrice: Number(line['quantity']) };
        for (const [name, many] of Object.entries(pieces))
          if (name in line) line[name] = Number(line[name]) - times * many;
      }
    }),
  },
  'recalculation:delivery-grows': {
    title: 'puts a cent on every delivery with each recalculation of the basket',
    breaks: ['recalculation/repeatable', 'recalculation/path-independent'],
    front: everyTime((body, times) => alter(body, '/deliveryOptions/*/cost', (old) => Number(old) + times)),
  },
  'recalculation:mixes-up-requests': {
    title: 'keeps the request it works on where the next one overwrites it',
    breaks: ['basket/answers-the-asked', 'recalculation/keeps-basket-id', 'recalculation/change-reflected'],
    front: inFrontOf('recalculation', (next, kit) => {
      let current: { readonly id: unknown; readonly products: unknown } | undefined;
      return async (request) => {
        const body = await jsonOf(request);
        current = { id: body['id'], products: body['products'] };
        await raceWindow(kit.clock);
        const mixed = { ...body, ...current };
        return await next(carrying(request, mixed));
      };
    }),
  },
  'recalculation:mixes-up-prices': {
    title: 'works out the price of the basket another request is about',
    breaks: ['recalculation/repeatable'],
    front: inFrontOf('recalculation', (next, kit) => {
      let underWay = 0;
      let mixedUp = 0;
      return async (request) => {
        underWay++;
        await raceWindow(kit.clock);
        const alone = underWay === 1;
        const response = await next(request);
        await raceWindow(kit.clock);
        underWay--;
        const body = (await response.clone().json()) as Json;
        if (alone || !response.ok || !isObject(body)) return response;
        mixedUp++;
        alter(body, '/price/basketValue', (old) => Number(old) + mixedUp);
        return withBody(response, JSON.stringify(body));
      };
    }),
  },
  'recalculation:mixes-up-lines': {
    title: 'recalculates the products that the request beside it asks for',
    breaks: ['recalculation/change-reflected'],
    front: mixing('recalculation', ['products']),
  },
  'lock:mixes-up-lines': {
    title: 'locks the products that the request beside it asks for',
    breaks: ['lock/as-recalculated'],
    front: mixing('lock', ['products']),
  },
  'lock:mixes-up-requests': {
    title: 'locks the basket that the request beside it asks for',
    breaks: ['basket/answers-the-asked', 'lock/as-recalculated', 'lock/last-unit-once', 'lock/orderable'],
    front: mixing('lock', ['id', 'products']),
  },
  'recalculation:id-of-the-one-before': {
    title: 'answers the first recalculation of a basket under the id of the one that was recalculated before it',
    breaks: ['basket/answers-the-asked', 'recalculation/keeps-basket-id'],
    front: onBody(['recalculation'], () => {
      let last: Json | undefined;
      return (body) => {
        const { id = '' } = body;
        const before = last ?? id;
        last = id;
        return { ...body, id: before };
      };
    }),
  },
  'recalculation:mixes-up-users': {
    title: 'answers with the user of the request beside it',
    breaks: ['basket/answers-the-asked'],
    // The other shop names no user.
    variants: ['granite'],
    front: mixing('recalculation', ['loggedUser']),
  },
  'recalculation:user-of-the-first': {
    title: 'answers everybody with the first user it was told of',
    breaks: ['basket/answers-the-asked'],
    // The other shop has a user of its own for baskets without one, whom it may answer.
    variants: ['willow'],
    front: onBody(['recalculation'], () => {
      let first: Json | undefined;
      return (body, { request }) => {
        first ??= request['loggedUser'];
        return first === undefined ? body : { ...body, loggedUser: first };
      };
    }),
  },
  'retrieval:mixes-up-lines': {
    title: 'shows the products of the basket that is retrieved beside',
    breaks: ['basket/answers-the-asked'],
    front: inFrontOf('retrieval', (next, kit) => {
      let current: Request;
      const scanned = new Map<string, number>();
      return async (request) => {
        const times = scanned.get(request.url) ?? 0;
        scanned.set(request.url, times + 1);
        // Prompt at first: at a slow shop scenarios run beside each other, and the baskets of all of them would be mixed up.
        if (times === 0) return await next(request);
        current = request.clone();
        await raceWindow(kit.clock);
        // Each its own now and then, as when they do not meet.
        const [own, other] = [await next(request), await next((times % 3 === 2 ? current : request).clone())];
        if (!own.ok || !other.ok) return own;
        // With what they come to, so that each answer is right by itself.
        const { products = [], price } = (await other.json()) as JsonObject;
        return withBody(own, JSON.stringify({ ...((await own.json()) as JsonObject), products, price }));
      };
    }),
  },
  'recalculation:expired': {
    title: 'recalculation: expiresAt a second ago',
    breaks: ['basket/expires-in-future'],
    front: onBody(['recalculation'], () => (body, { clock }) => ({
      ...body,
      expiresAt: new Date(clock.now() - 1000).toISOString(),
    })),
  },
  'recalculation:only-the-first-line': {
    title: 'changes the quantity of the first product it is asked for, and of no other',
    // Nor does it say of any other that it is short, be it locked.
    breaks: ['recalculation/change-reflected', 'lock/last-unit-once', 'lock/orderable'],
    front: onBody(['retrieval', 'recalculation', 'lock'], () => {
      const scanned = new Map<string, number>();
      return (body, { request }) => {
        const keyOf = ({ id }: JsonObject): string => `${textOf(body['id'])} ${textOf(id)}`;
        const [first] = objectsIn(request['products']);
        for (const product of objectsIn(body['products'])) {
          if (first === undefined && product['error'] === undefined)
            scanned.set(keyOf(product), Number(product['quantity']));
          const before = scanned.get(keyOf(product));
          if (product['id'] === (first ?? product)['id'] || before === undefined) continue;
          product['quantity'] = before;
          delete product['error'];
        }
        return body;
      };
    }),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
