import type { Exchange } from '../../exchange.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import { callKinds, type CallRead, readCall } from './read-call.ts';
import { requestedBasket } from './requested-basket.ts';
import { type Shown, shownBy } from './shown.ts';

export interface BasketCall extends CallRead {
  /** It was made for nobody, whatever the shop calls nobody; or nobody is named. */
  readonly isNobodys: boolean;
  /** Until when it was said to be valid before. */
  readonly untilBefore: number | undefined;
  /** What it was answered with since it was ordered or pushed last. */
  readonly before: readonly Shown[];
}

const mostShown = 16;

export const createCalls = (budget: ByteBudget) => {
  const weigh = (all: readonly Shown[]): number => all.reduce((sum, { price }) => sum + 800 + 2 * price.length, 0);
  const shown = createMemory<readonly Shown[]>(budget, { most: 2_000, weigh });
  const ends = createMemory<number>(budget, { most: 2_000 });
  const [nobodys, renamed] = [createMemory<true>(budget), createMemory<true>(budget, { most: 2_000 })];
  const note = ({ made, id, askedId, answeredId, isPartlyKept }: CallRead): void => {
    if (askedId === undefined || answeredId === undefined || isPartlyKept) return;
    if (askedId !== answeredId) for (const one of [askedId, answeredId]) renamed.set(one, true);
    if (made !== undefined && made.loggedUser === undefined)
      for (const one of [id, askedId]) nobodys.set(one ?? askedId, true);
  };
  const isNobodys = ({ made, id, request, answer }: CallRead): boolean =>
    made === undefined
      ? nobodys.has(id ?? '') || [request, answer].every(({ loggedUser }) => (loggedUser ?? undefined) === undefined)
      : made.loggedUser === undefined;
  return {
    /** Undefined of every other exchange. */
    see(exchange: Exchange): BasketCall | undefined {
      const kind = callKinds.find((one) => one === exchange.call.name);
      if (exchange.call.name === 'order') shown.delete(requestedBasket(exchange) ?? '');
      if (kind === undefined) return undefined;
      const read = readCall(exchange, kind);
      note(read);
      const { id = '', answeredId = '', until } = read;
      const [untilBefore, before] = [ends.get(answeredId), shown.get(id) ?? []];
      if (until !== undefined) ends.set(answeredId, until);
      if (kind === 'basketChange') shown.delete(id);
      else if (read.basket !== undefined && !read.isPartlyKept)
        shown.set(id, [...before, shownBy(read, read.basket)].slice(-mostShown));
      return { ...read, isNobodys: isNobodys(read), untilBefore, before };
    },
    /** It was answered under another id than it was asked for. */
    isRenamed: renamed.has,
    isNobodys: nobodys.has,
  };
};
