import type { Finding } from '#schemas';
import type { Exchange } from '../../../exchange.ts';
import type { ByteBudget } from '../../../retention/byte-budget.ts';
import { shortened } from '../../../retention/shortened.ts';
import { createMemory } from '../../memory.ts';
import type { PricedBasket } from '../answers.ts';
import { requestIn } from '../requested-basket.ts';
import { contentsOf } from './worth.ts';

/** Once may be a coincidence. */
const telling = 2;

interface Answered {
  /** Its lines and discounts. */
  readonly held: string;
  /** The same, and whose they are. */
  readonly contents: string;
  readonly value: number;
  readonly n: number;
  readonly answeredAt: number;
}

export interface LateValue {
  readonly see: (exchange: Exchange, basket: PricedBasket) => Finding | undefined;
}

/**
 * Resources › BasketPrice › basketValue: the price of the basket, not of the one that was answered before. What contents are worth is taken
 * from answers that follow an answer with the same contents, since those are right however late the value is; one that has
 * the value of the contents before it, and another than its own, is late.
 */
export const createLateValue = (budget: ByteBudget): LateValue => {
  /** By contents; not a number where they have been worth now this, now that. */
  const worth = createMemory<number>(budget, { most: 2_000 });
  let last: Answered | undefined;
  /** Follows other contents, and has their value. */
  let suspect: { readonly before: Answered; readonly late: Answered } | undefined;
  let found: readonly number[] = [];
  const settle = ({ contents, value }: Answered): void => {
    const known = worth.get(contents);
    worth.set(contents, known === undefined || known === value ? value : Number.NaN);
  };
  const isLate = (one: Answered): boolean => {
    const own = worth.get(one.contents);
    return own !== undefined && !Number.isNaN(own) && own !== one.value;
  };
  return {
    see(exchange, basket) {
      const now = { ...heldBy(exchange, basket), value: basket.basketValue, ...timesOf(exchange) };
      const before = last !== undefined && last.answeredAt <= exchange.at ? last : undefined;
      last = now;
      if (before?.contents === now.contents) settle(now);
      else
        suspect =
          before !== undefined && before.held !== now.held && worth.get(before.contents) === now.value
            ? { before, late: now }
            : undefined;
      if (suspect === undefined || suspect.late.contents !== now.contents || !isLate(suspect.late)) return undefined;
      const { late } = suspect;
      found = [...found, suspect.before.n, late.n];
      suspect = undefined;
      if (found.length < 2 * telling) return undefined;
      const finding = findingOf(late, worth.get(late.contents), found);
      found = [];
      return finding;
    },
  };
};

const timesOf = ({ n, answeredAt }: Exchange): Pick<Answered, 'n' | 'answeredAt'> => ({ n, answeredAt });

/** Whose basket it is may make it another price. */
const heldBy = (exchange: Exchange, basket: PricedBasket): Pick<Answered, 'held' | 'contents'> => {
  const user = requestIn(exchange)['loggedUser'];
  const held = contentsOf(basket);
  return { held, contents: shortened(JSON.stringify([held, user])) };
};

const findingOf = (late: Answered, own: number | undefined, exchanges: readonly number[]): Finding => ({
  message:
    'An answer has the basketValue of the answer before it, whose basket held something else; work the value out from the basket it stands in.',
  expected: `basketValue ${own}, as where the same is answered once more`,
  actual: `basketValue ${late.value}, that of the answer before`,
  pointer: '/price/basketValue',
  exchanges,
  cause: 'value of the answer before',
});
