import type { Finding, Judgement } from '#schemas';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { shortened } from '../../retention/shortened.ts';
import type { TrafficOf } from '../../till-traffic.ts';
import { broken, warned } from '../define.ts';
import type { Delivery } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';

/** What an order of a single item was of, and the element of its result that names that. */
interface Element {
  readonly text: string;
  readonly key: string;
  readonly exchange: number;
}

interface Lists {
  readonly member: 'acceptedItems' | 'rejectedItems';
  readonly elements: readonly { readonly key: string; readonly item: unknown }[];
}

/** As many items hardly consist of what was ordered just before, each of something else. */
const mostParts = 2;
const mostElements = 100;

/**
 * Resources › Table ordering: what was rejected is of the order that is answered, and not of the one before. An item may consist of
 * others, which are listed too, but not always of the one that was ordered last. What is accepted may bring something along, so that
 * of something that came alone before there is a warning only.
 */
export const createItemsOfTheLast = (id: Judgement['requirement'], budget: ByteBudget) => {
  const last = new Map<Lists['member'], Element>();
  /** What was rejected just before, and once more. */
  const foreign = new Set<string>();
  /** Items that came without any other. */
  const alone = createMemory<true>(budget);
  let isTold = false;
  const judge = ({ member }: Lists, own: Element, before: Element): readonly Judgement[] => {
    if (isTold) return [];
    if (member === 'acceptedItems') {
      isTold = alone.has(own.text);
      return isTold ? [warned(id, ofTheLast(member, own, before), 'what is accepted may bring something along')] : [];
    }
    foreign.add(before.text);
    isTold = foreign.size > mostParts;
    return isTold ? [broken(id, ofTheLast(member, own, before))] : [];
  };
  return ({ ordered }: Delivery, { body, exchange }: TrafficOf<'callback'>): readonly Judgement[] => {
    const lists = listsIn(body);
    if (lists === undefined || ordered?.count !== 1) return [];
    const { member, elements } = lists;
    const before = last.get(member);
    const own = elements.flatMap(({ key, item }): readonly Element[] => {
      const text = ordered.texts.find((one) => Object.values(Object(item)).includes(one));
      return text === undefined ? [] : [{ text, key, exchange }];
    });
    const [first] = own;
    if (first === undefined) return [];
    last.set(member, first);
    if (member === 'acceptedItems' && own.length === elements.length) alone.set(first.text, true);
    if (before === undefined || ordered.texts.includes(before.text)) return [];
    const isWithIt = elements.some(({ key }) => key === before.key) && elements.length === own.length + 1;
    return isWithIt ? judge(lists, first, before) : [];
  };
};

const listsIn = (body: unknown): Lists | undefined => {
  const { success, acceptedItems, rejectedItems } = Object(body);
  const member = success === true ? 'acceptedItems' : 'rejectedItems';
  const items: unknown = success === true ? acceptedItems : rejectedItems;
  if (typeof success !== 'boolean' || !Array.isArray(items) || items.length > mostElements) return undefined;
  return { member, elements: items.map((item: unknown) => ({ key: shortened(String(JSON.stringify(item))), item })) };
};

const ofTheLast = (member: Lists['member'], own: Element, before: Element): Finding => ({
  message: `An order of a single item was answered with what was ${member === 'acceptedItems' ? 'accepted' : 'rejected'} of the order before; list the items of this order.`,
  expected: `${member} of ${JSON.stringify(own.text)}`,
  actual: `an element for ${JSON.stringify(before.text)} too`,
  pointer: `/${member}`,
  exchanges: [before.exchange, own.exchange],
  cause: `${member} of the order before`,
});
