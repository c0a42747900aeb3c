import type { Exchange } from '../../exchange.ts';
import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import { type BasketStep, stepOf, weighSteps } from './baskets.ts';
import { callKinds, type CallRead, readCall } from './read-call.ts';

export interface BasketCall extends CallRead {
  /** With all its prices; undefined where one cannot be read. */
  readonly priced: BasketStep | undefined;
  /** It was made for nobody, whatever the shop calls nobody; or nobody is named. */
  readonly isNobodys: boolean;
  /** Until when it was said to be valid before. */
  readonly untilBefore: number | undefined;
  /** What it was answered with since it was ordered or pushed last. */
  readonly before: readonly BasketStep[];
}

const mostShown = 16;

export const createCalls = (budget: ByteBudget) => {
  const shown = createMemory<readonly BasketStep[]>(budget, { most: 2_000, weigh: weighSteps });
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
      if (kind === undefined) return undefined;
      const read = readCall(exchange, kind);
      note(read);
      const { id = '', answeredId = '', until } = read;
      const [untilBefore, before, priced] = [ends.get(answeredId), shown.get(id) ?? [], stepOf(read)];
      if (until !== undefined) ends.set(answeredId, until);
      if (kind === 'basketChange') shown.delete(id);
      else if (priced !== undefined) shown.set(id, [...before, priced].slice(-mostShown));
      return { ...read, priced, isNobodys: isNobodys(read), untilBefore, before };
    },
    order: shown.delete,
    /** It was answered under another id than it was asked for. */
    isRenamed: renamed.has,
    isNobodys: nobodys.has,
  };
};
