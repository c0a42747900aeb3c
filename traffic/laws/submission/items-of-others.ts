import type { Finding } from '#schemas';
import type { TrafficOf } from '../../till-traffic.ts';
import { shortened } from '../../retention/shortened.ts';
import { broken, definePosLaw } from '../define.ts';
import { type Delivery, isAccepted } from '../../ledgers/till/messages.ts';
import { createRepeats } from '../../ledgers/till/repeats.ts';
import { createMemory } from '../../retention/memory.ts';
import { sinceActivation } from '../since-activation.ts';
import { createItemsOfTheLast } from './items-of-the-last.ts';

const id = 'submission/result-body';

/** How many were accepted of orders of the very same single item, and how often there were more than ever. */
interface Growth {
  readonly most: number;
  readonly times: number;
  /** Of the first. */
  readonly exchange: number;
}

/** An order that was rejected: what it was of, and an element of its result that names that. */
interface Rejected {
  readonly text: string;
  readonly exchange: number;
}

/** What an item consists of, and what comes with it to a table, may be listed too, but is not more each time. */
const growsTimes = 3;
/** As many parts that were all rejected by themselves before no item has. */
const mostParts = 2;
const mostElements = 100;

/**
 * Resources › Table ordering: acceptedItems and rejectedItems are those of the order that is answered. How their elements look is not
 * shown, nor what an item is split into; that of the same item more are accepted with every order tells, and so do elements about
 * listings that only earlier orders were for.
 */
export const itemsOfOthers = definePosLaw({
  id: 'submission/items-of-others',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }) => {
    const accepted = createMemory<Growth>(budget);
    const rejected = createMemory<Rejected>(budget);
    const isRepeat = createRepeats(budget);
    const ofTheLast = createItemsOfTheLast(id, budget);
    const tookMore = ({ tableId, ordered, oaPaymentId }: Delivery, items: readonly unknown[], exchange: number) => {
      // Elsewhere a package or the way may be charged for; at a table the same comes to the same.
      if (tableId === undefined || ordered === undefined) return undefined;
      const key = `${oaPaymentId === undefined} ${ordered.items}`;
      const before = accepted.get(key);
      const isMore = before !== undefined && items.length > before.most;
      const times = isMore ? before.times + 1 : (before?.times ?? 0);
      const most = Math.max(items.length, before?.most ?? 0);
      accepted.set(key, { most, times, exchange: before?.exchange ?? exchange });
      return isMore && times >= growsTimes ? grown(before, items.length, exchange) : undefined;
    };
    const refused = ({ ordered }: Delivery, items: readonly unknown[], exchange: number) => {
      const elements = items.slice(0, mostElements).map((item) => ({ item, key: shortened(JSON.stringify(item)) }));
      const foreign = elements.flatMap(({ key }) => rejected.get(key) ?? []);
      const others = new Map(
        foreign.filter(({ text }) => ordered?.texts.includes(text) === false).map((one) => [one.text, one.exchange]),
      );
      for (const { item, key } of elements) {
        const text = ordered?.texts.find((one) => Object.values(Object(item)).includes(one));
        if (text !== undefined && ordered?.count === 1) rejected.set(key, { text, exchange });
      }
      return others.size > mostParts && ordered?.count === 1 ? leftFromOthers([...others], exchange) : undefined;
    };
    const told = (asked: Delivery, { body, exchange }: TrafficOf<'callback'>): Finding | undefined => {
      const { success, acceptedItems, rejectedItems } = Object(body);
      if (success === true && Array.isArray(acceptedItems) && asked.ordered?.count === 1)
        return tookMore(asked, acceptedItems, exchange);
      return success === false && Array.isArray(rejectedItems) ? refused(asked, rejectedItems, exchange) : undefined;
    };
    return {
      see: (seen) =>
        handlings.add(seen).flatMap((handling) => {
          const [asked] = handling.deliveries;
          if (seen.kind !== 'callback' || handling.messageKind !== 'OrderSubmissionRequested') return [];
          if (asked === undefined || isRepeat(handling) || seen.unkept === true || !isAccepted(seen)) return [];
          const finding = told(asked, seen);
          return [...(finding === undefined ? [] : [broken(id, finding)]), ...ofTheLast(asked, seen)];
        }),
      end: () => [],
    };
  }),
});

const grown = (before: Growth, count: number, exchange: number): Finding => ({
  message:
    'Of orders of the same single item more are listed as accepted with every order, as if what others ordered were part of it; list what was accepted of this order.',
  expected: `no more elements of acceptedItems than before`,
  actual: `${count}, where there were ${before.most}, and fewer before that`,
  pointer: '/acceptedItems',
  exchanges: [before.exchange, exchange],
  cause: 'more accepted with every order',
});

const leftFromOthers = (others: readonly (readonly [text: string, exchange: number])[], exchange: number): Finding => ({
  message:
    'An order of a single item was answered with what was rejected of earlier orders; list the items of this order, each with its reason.',
  expected: 'rejectedItems of the one item',
  actual: `elements for ${others.map(([text]) => JSON.stringify(text)).join(', ')} too`,
  pointer: '/rejectedItems',
  exchanges: [...new Set([...others.slice(0, 1).map(([, one]) => one), exchange])],
  cause: 'rejected items of earlier orders',
});
