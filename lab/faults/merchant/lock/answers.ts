import { alter, refusal } from '#mocks/faults';
import { isObject, type Json, type JsonObject, objectsIn, textOf } from '#mocks/json';
import { onBody } from '#mocks/merchant/faults/decorators';
import type { FrontDecorator, MerchantFault } from '#mocks/merchant/faults/merchant-fault';

const hasBadCode = ({ price }: JsonObject): boolean =>
  objectsIn(isObject(price) ? price['discounts'] : undefined).some(({ error }) => error !== undefined);

const refusingBadCodes = (status: number): FrontDecorator =>
  onBody(['lock'], () => (body) => (hasBadCode(body) ? refusal(status) : body));

/** Cuts the quantities of locked lines, their prices with them, and says nothing. */
const cutting = (most: (index: number) => number): FrontDecorator =>
  onBody(['lock'], () => (body) => {
    for (const [index, line] of objectsIn(body['products']).entries()) {
      const [quantity, unitPrice] = [Number(line['quantity']), Number(line['unitPrice'])];
      if (line['error'] !== undefined || quantity <= most(index) || !isObject(body['price'])) continue;
      line['quantity'] = most(index);
      line['linePrice'] = most(index) * unitPrice;
      const value = Number(body['price']['basketValue']) - (quantity - most(index)) * unitPrice;
      // It has the discounts off already.
      body['price']['basketValue'] = Math.max(0, value);
    }
    return body;
  });

/** Gives what is locked to a basket that was turned away, once a locked one is asked about by such a call. */
const lettingGo = (by: 'retrieval' | 'lock'): FrontDecorator =>
  onBody(['retrieval', 'lock'], () => {
    const locked = new Set<string>();
    const turnedAway = new Set<string>();
    const free = new Set<string>();
    return (body, { request, url }) => {
      const id = textOf(body['id']);
      const isLock = url.searchParams.get('lock') === 'true';
      if (locked.has(id) && isLock === (by === 'lock')) for (const one of turnedAway) free.add(one);
      if (!isLock) return body;
      const short = objectsIn(body['products']).filter(({ error }) => error !== undefined);
      if (short.length === 0) locked.add(id);
      else if (!free.has(id)) turnedAway.add(id);
      for (const product of free.has(id) ? short : []) {
        const asked = objectsIn(request['products']).find((line) => line['id'] === product['id']);
        product['quantity'] = asked?.['quantity'] ?? 0;
        delete product['error'];
      }
      return body;
    };
  });

/** Goes by what one recalculation of the same products was answered with, whatever the lock asks for. */
const lockingQuantitiesOf = (which: 'first' | 'last'): FrontDecorator =>
  onBody(['recalculation', 'lock'], () => {
    const known = new Map<string, Json>();
    return (body, { url }) => {
      const lines = objectsIn(body['products']);
      const products = lines.map((line) => textOf(line['id'])).toSorted();
      for (const line of lines.filter(({ error }) => error === undefined)) {
        const key = JSON.stringify([body['id'], products, line['id']]);
        const quantity = line['quantity'] ?? 0;
        if (url.searchParams.get('lock') === 'true') line['quantity'] = known.get(key) ?? quantity;
        else if (which === 'last' || !known.has(key)) known.set(key, quantity);
      }
      return body;
    };
  });

/** Locks that are answered with less than they should be, with more, or not at all. */
export const lockAnswerFaults = {
  'lock:users-have-no-limit': {
    title: 'locks as many as a logged-in user asks for, and says nothing',
    breaks: ['lock/shortage-reported'],
    variants: ['granite'],
    front: onBody(['lock'], () => (body, { request }) => {
      for (const line of request['loggedUser'] === undefined ? [] : objectsIn(body['products'])) {
        const asked = objectsIn(request['products']).find(({ id }) => id === line['id']);
        if (line['error'] === undefined || asked === undefined || line['quantity'] === 0) continue;
        delete line['error'];
        line['quantity'] = asked['quantity'] ?? 0;
        line['linePrice'] = Number(line['quantity']) * Number(line['unitPrice']);
      }
      return body;
    }),
  },
  'lock:crashes-on-bad-code': {
    title: 'crashes as it locks a basket with a discount code that cannot be applied',
    breaks: ['lock/as-recalculated'],
    front: refusingBadCodes(500),
  },
  'lock:refuses-bad-code': {
    title: 'refuses to lock a basket with a discount code that cannot be applied',
    breaks: ['lock/as-recalculated'],
    front: refusingBadCodes(400),
  },
  'lock:let-go-by-the-second': {
    title: 'lets go of what a basket has locked as it is locked again',
    breaks: ['lock/last-unit-once', 'lock/orderable'],
    front: lettingGo('lock'),
  },
  'lock:let-go-by-a-retrieval': {
    title: 'lets go of what a basket has locked as it is retrieved',
    breaks: ['lock/last-unit-once', 'lock/orderable'],
    front: lettingGo('retrieval'),
  },
  'lock:cut-unsaid': {
    title: 'cuts what is locked to what there is, and puts an error only where nothing is left',
    breaks: ['lock/shortage-reported'],
    front: onBody(['lock'], () => (body) => {
      for (const product of objectsIn(body['products'])) if (Number(product['quantity']) > 0) delete product['error'];
      return body;
    }),
  },
  'lock:codes-of-before': {
    title: 'locks a basket with the codes it was last recalculated with, whatever the lock says',
    breaks: ['lock/as-recalculated'],
    // At the other shop codes are part of every basket.
    variants: ['granite'],
    front: onBody(['recalculation', 'lock'], () => {
      const known = new Map<string, Json>();
      return (body, { url }) => {
        const { price } = body;
        const id = textOf(body['id']);
        if (!isObject(price)) return body;
        if (url.searchParams.get('lock') === 'true') price['discounts'] = known.get(id) ?? price['discounts'] ?? [];
        else known.set(id, price['discounts'] ?? []);
        return body;
      };
    }),
  },
  'lock:uses-up-codes': {
    title: 'says USED of a code, from the lock of its basket on',
    breaks: ['lock/as-recalculated'],
    // At the other shop codes are part of every basket.
    variants: ['granite'],
    front: onBody(['recalculation', 'lock'], () => {
      const used = new Set<string>();
      return (body, { url }) => {
        for (const discount of objectsIn(Object(body['price']).discounts)) {
          const key = JSON.stringify([body['id'], discount['code']]);
          if (discount['error'] !== undefined) continue;
          if (used.has(key)) discount['error'] = 'USED';
          if (url.searchParams.get('lock') === 'true') used.add(key);
        }
        return body;
      };
    }),
  },
  'lock:more-when-less': {
    title: 'locks as many as a basket had locked before, when fewer are asked for',
    breaks: ['lock/as-recalculated'],
    front: onBody(['lock'], () => {
      const held = new Map<string, number>();
      return (body) => {
        for (const line of objectsIn(body['products']).filter(({ error }) => error === undefined)) {
          const key = JSON.stringify([body['id'], line['id']]);
          const quantity = Math.max(held.get(key) ?? 0, Number(line['quantity']));
          held.set(key, quantity);
          line['quantity'] = quantity;
        }
        return body;
      };
    }),
  },
  'lock:stored-when-as-many-lines': {
    title: 'locks a basket as it has it, when as many products are asked for as are in it',
    breaks: ['lock/as-recalculated'],
    front: onBody(['retrieval', 'recalculation', 'lock'], () => {
      const stored = new Map<string, ReadonlyMap<Json | undefined, Json | undefined>>();
      return (body, { url }) => {
        const lines = objectsIn(body['products']);
        const before = stored.get(textOf(body['id']));
        const isAlike = url.searchParams.get('lock') === 'true' && before?.size === lines.length;
        for (const line of isAlike ? lines.filter(({ error }) => error === undefined) : [])
          line['quantity'] = before?.get(line['id']) ?? line['quantity'] ?? 0;
        if (lines.every(({ error }) => error === undefined))
          stored.set(textOf(body['id']), new Map(lines.map((line) => [line['id'], line['quantity']])));
        return body;
      };
    }),
  },
  'lock:quantities-of-the-first': {
    title: 'locks the quantities that the first recalculation of these products asked for',
    breaks: ['lock/as-recalculated'],
    front: lockingQuantitiesOf('first'),
  },
  'lock:quantities-of-before': {
    title: 'locks the quantities that these products were last recalculated with, and no others',
    breaks: ['lock/as-recalculated'],
    front: lockingQuantitiesOf('last'),
  },
  'lock:second-dearer': {
    title: 'answers the second lock of a basket with another price than the first',
    breaks: ['lock/as-recalculated'],
    front: onBody(['lock'], () => {
      const locked = new Set<string>();
      return (body) => {
        const id = textOf(body['id']);
        if (locked.has(id)) alter(body, '/price/basketValue', (old) => Number(old) + 1);
        locked.add(id);
        return body;
      };
    }),
  },
  'lock:price-of-the-one-before': {
    title: 'locks the first line at the unit price of the first line that was locked before it',
    breaks: ['lock/as-recalculated'],
    front: onBody(['lock'], () => {
      let before: Json | undefined;
      return (body) => {
        const [line] = objectsIn(body['products']);
        if (line) [line['unitPrice'], before] = [before ?? line['unitPrice'], line['unitPrice']];
        return body;
      };
    }),
  },
  'lock:other-deliveries': {
    title: 'offers a courier of its own in every lock, and none of the deliveries it had shown',
    breaks: ['lock/as-recalculated'],
    front: onBody(['lock'], () => (body) => ({ ...body, deliveryOptions: [{ key: 'CARRIER_J_COURIER', cost: 2500 }] })),
  },
  'lock:four-at-most': {
    title: 'locks four of a product at most, and says nothing',
    breaks: ['lock/as-recalculated'],
    front: cutting(() => 4),
  },
  'lock:two-at-most': {
    title: 'locks two of a product at most, and says nothing',
    breaks: ['lock/as-recalculated'],
    front: cutting(() => 2),
  },
  'lock:one-more-at-times': {
    title: 'locks one more of the first line than it is asked for, every third time',
    // At the other shop that may be the last of its kind, whose order is refused then.
    variants: ['granite'],
    breaks: ['lock/as-recalculated'],
    front: onBody(['lock'], () => {
      let locks = 0;
      return (body) => {
        const [line] = objectsIn(body['products']);
        if (++locks % 3 === 0 && line !== undefined && line['error'] === undefined)
          line['quantity'] = Number(line['quantity']) + 1;
        return body;
      };
    }),
  },
  'lock:second-line-once': {
    title: 'locks one piece of the second line, and says nothing',
    breaks: ['lock/as-recalculated'],
    front: cutting((index) => (index === 1 ? 1 : Number.POSITIVE_INFINITY)),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
