import { objectOf, objectsIn, textIn, textOf, type JsonObject } from '#mocks/json';

export type ShopCall = 'retrieval' | 'recalculation' | 'lock' | 'order';

export interface AskedLine {
  readonly id: string;
  readonly quantity: number;
}

/** A call that a shop has answered, and what the shop knew when it came. */
export interface ShopScene {
  readonly call: ShopCall;
  readonly basketId: string;
  /** The body that was sent; an empty object where there was none. */
  readonly request: JsonObject;
  /** What the conformant shop answers. */
  readonly answer: JsonObject;
  /** What is asked for; of a retrieval, what there is. */
  readonly lines: readonly AskedLine[];
  readonly codes: readonly string[];
  readonly user: string;
  /** The call before about the same basket, and the last one about another; of an order, the last other order. */
  readonly before: ShopScene | undefined;
  readonly elsewhere: ShopScene | undefined;
  /** Another basket was called since the last call about this one. */
  readonly isAfterOthers: boolean;
  readonly wasChanged: boolean;
  readonly wasLocked: boolean;
  /** The order was confirmed before. */
  readonly isKnownOrder: boolean;
  /** Nothing is said of baskets that are ordered, or whose time is over. */
  readonly isOver: boolean;
  readonly company: 'alone' | 'same' | 'others';
}

type Asked = Pick<ShopScene, 'call' | 'basketId' | 'request'> & { company: ShopScene['company'] };

const linesIn = (value: unknown): readonly AskedLine[] =>
  objectsIn(value).map(({ id, quantity }) => ({ id: textIn(id), quantity: Number(quantity) }));

const codesIn = (price: unknown): readonly string[] =>
  objectsIn(objectOf(price)['discounts']).map(({ code }) => textOf(code));

/** What a shop remembers of the calls it had. */
export const createShopMemory = (now: () => number) => {
  const underWay = new Set<Asked>();
  const last = new Map<string, ShopScene>();
  const changed = new Set<string>();
  const locked = new Set<string>();
  const ordered = new Set<string>();
  const orders = new Set<string>();
  let latest: ShopScene | undefined;
  let latestOrder: ShopScene | undefined;
  /** The last about another basket than the latest is about. */
  let other: ShopScene | undefined;

  const isOver = (call: ShopCall, basketId: string, answer: JsonObject): boolean =>
    call === 'order' ? false : ordered.has(basketId) || Date.parse(textIn(answer['expiresAt'])) <= now();

  const remember = (scene: ShopScene): void => {
    const { call, basketId, request } = scene;
    // Without what was before, or every call would hold all those before it.
    const kept = { ...scene, before: undefined, elsewhere: undefined };
    if (latest !== undefined && latest.basketId !== basketId) other = latest;
    latest = kept;
    if (call === 'order') {
      latestOrder = kept;
      ordered.add(basketId);
      orders.add(textIn(request['oaOrderId']));
      return;
    }
    last.set(basketId, kept);
    if (call !== 'retrieval') changed.add(basketId);
    if (call === 'lock') locked.add(basketId);
  };

  return {
    begin: (call: ShopCall, request: JsonObject, url: URL): Asked => {
      const ofOrder = objectOf(request['basket'])['id'];
      const basketId = url.searchParams.get('basketId') ?? textIn(call === 'order' ? ofOrder : request['id']);
      const asked: Asked = { call, basketId, request, company: 'alone' };
      for (const one of underWay) {
        const company = one.basketId === basketId ? 'same' : 'others';
        for (const each of [one, asked]) each.company = company;
      }
      underWay.add(asked);
      return asked;
    },
    leave: (asked: Asked): void => void underWay.delete(asked),
    answered: (asked: Asked, answer: JsonObject): ShopScene => {
      const { call, basketId, request } = asked;
      const holder = call === 'retrieval' ? answer : call === 'order' ? objectOf(request['basket']) : request;
      const scene: ShopScene = {
        ...asked,
        answer,
        lines: linesIn(holder['products']),
        codes: codesIn(holder['price']),
        user: textIn(holder['loggedUser']),
        before: last.get(basketId),
        elsewhere: call === 'order' ? latestOrder : latest?.basketId === basketId ? other : latest,
        isAfterOthers: last.has(basketId) && latest?.basketId !== basketId,
        wasChanged: changed.has(basketId),
        wasLocked: locked.has(basketId),
        isKnownOrder: call === 'order' && orders.has(textIn(request['oaOrderId'])),
        isOver: isOver(call, basketId, answer),
      };
      remember(scene);
      return scene;
    },
  };
};

/** Products of an answer that hold less than was asked for. */
export const shortIn = ({ answer }: ShopScene): readonly JsonObject[] =>
  objectsIn(answer['products']).filter(({ error }) => error !== undefined);

export const discountsIn = ({ answer }: ShopScene): readonly JsonObject[] =>
  objectsIn(objectOf(answer['price'])['discounts']);

/** The codes of the request that the shop refuses, and those it takes. */
export const codesBy = (scene: ShopScene): { readonly bad: number; readonly good: number } => {
  const asked = discountsIn(scene).filter(({ code }) => scene.codes.includes(textOf(code)));
  const bad = asked.filter(({ error }) => error !== undefined).length;
  return { bad, good: asked.length - bad };
};

export const sameLines = (one: ShopScene, other: ShopScene): boolean =>
  JSON.stringify(one.lines) === JSON.stringify(other.lines);
