import { onceOnly } from '../../../evidence/row.ts';
import type { BasketCall } from '../../../ledgers/shop/calls.ts';
import { discountsOf } from '../../../ledgers/shop/answers.ts';
import type { ShopLedgers } from '../../../ledgers/shop/ledgers.ts';
import type { Sent } from '../../../ledgers/shop/codes.ts';
import { inForce } from '../../../ledgers/shop/discounts.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';
import { createMemory } from '../../../retention/memory.ts';
import { shortened } from '../../../retention/shortened.ts';
import type { ShopRow } from '../../by-rows.ts';

/** Contents that were answered with the code of another basket. */
interface Suspected {
  readonly code: string;
  /** The last of the same contents before, without a code. */
  readonly plain: number;
  /** Where it was sent, with another basket. */
  readonly sent: number;
  readonly ids: readonly string[];
  readonly exchanges: readonly number[];
}

interface Way {
  /** So many baskets have to show it between two answers without it. */
  readonly baskets: number;
  readonly userOf: (step: BasketCall) => unknown;
  /** Where the code is looked for, and where it has to be missing afterwards. */
  readonly isJudged: (step: BasketCall) => boolean;
  /** Where it may be missing before, other than there. */
  readonly isBefore: (step: BasketCall) => boolean;
  /** It is nobody's who may see it here. */
  readonly isStrange: (code: string, sent: Sent, step: BasketCall, ledgers: ShopLedgers) => boolean;
}

/**
 * Resources › BasketPrice › discounts: what is applied to this basket. A shop may apply a code by itself, to some contents, or from some
 * moment on. One that is in force in an answer, while the same contents had none before and have none afterwards, whichever
 * basket holds them, and that was sent with another basket, and never with this one, is that one's.
 */
const betweenPlain =
  ({ baskets, userOf, isJudged, isBefore, isStrange }: Way): ShopRow['look'] =>
  (ledgers, budget) => {
    const plain = createMemory<number>(budget, { most: 2_000 });
    const suspects = createMemory<Suspected>(budget, { most: 2_000 });
    return (step) => {
      if (step.kind === 'order' || step.kind === 'catalogue' || step.basket === undefined) return undefined;
      const [isLooked, isEarlier] = [isJudged(step), isBefore(step)];
      if (!isLooked && !isEarlier) return undefined;
      const { n, basket, askedId, answeredId } = step;
      const contents = contentsOf(basket.lines, userOf(step));
      const suspected = suspects.get(contents);
      if (discountsOf(basket.price).length === 0) {
        if (isLooked || suspected === undefined) plain.set(contents, n);
        if (!isLooked || suspected === undefined) return undefined;
        suspects.delete(contents);
        if (suspected.ids.length < baskets) return undefined;
        return {
          unlike: suspected.ids.join(' '),
          expected: 'no discount, as before and afterwards',
          actual: `discount code ${JSON.stringify(suspected.code)}, of another basket`,
          exchanges: [suspected.plain, suspected.sent, ...suspected.exchanges, n],
        };
      }
      const before = plain.get(contents);
      if (!isLooked || before === undefined || askedId === undefined || suspected?.ids.includes(askedId))
        return undefined;
      const ids = [askedId, answeredId ?? askedId];
      const { codes } = ledgers;
      const code = inForce(step.codes).find((one) => {
        const sent = codes.sentBefore(one);
        return sent !== undefined && !codes.isOf(one, ids) && isStrange(one, sent, step, ledgers);
      });
      if (code === undefined) return undefined;
      const first = suspected?.code === code ? suspected : undefined;
      suspects.set(contents, {
        code,
        plain: first?.plain ?? before,
        sent: codes.sentBefore(code)?.n ?? n,
        ids: [...(first?.ids ?? []), askedId].slice(-baskets),
        exchanges: [...(first?.exchanges ?? []), n].slice(-baskets),
      });
      return undefined;
    };
  };

/** What there is any of, and whose it is. */
const contentsOf = (lines: NonNullable<BasketCall['basket']>['lines'], user: unknown): string => {
  const held = lines.flatMap(({ id, quantity, unitPrice }) => (quantity === 0 ? [] : [[id, quantity, unitPrice]]));
  return shortened([...inAnyOrder(held), JSON.stringify(user ?? null)].join());
};

/** What one request leaves behind is found by the next ones. */
const recentMs = 2_000;

const hasNoUser = ({ request, answer }: BasketCall): boolean =>
  request['loggedUser'] === undefined && (answer['loggedUser'] ?? undefined) === undefined;
const isPlainRequest = ({ isPartlyKept, isNobodys, codesAsked }: BasketCall): boolean =>
  !isPartlyKept && isNobodys && codesAsked.length === 0;

export const codesOfOthers: readonly ShopRow[] = [
  {
    requirement: 'basket/answers-the-asked',
    cause: 'code of another basket',
    look: betweenPlain({
      baskets: 2,
      userOf: ({ made }) => made?.loggedUser,
      isJudged: ({ kind, made }) => kind === 'retrieval' && made !== undefined,
      isBefore: () => false,
      isStrange: () => true,
    }),
  },
  {
    requirement: 'basket/answers-the-asked',
    cause: 'code of another request',
    sights: 2,
    fewAtEnd: onceOnly,
    look: betweenPlain({
      baskets: 1,
      userOf: ({ answer }) => answer['loggedUser'],
      isJudged: (step) => (step.kind === 'recalculation' || step.kind === 'lock') && isPlainRequest(step),
      // What a shop applies by itself it may apply from the first recalculation on, so that a retrieval comes before, and says nothing afterwards.
      isBefore: (step) => step.kind === 'retrieval' && isPlainRequest(step),
      isStrange: (code, sent, step, { calls, codes }) =>
        step.at - sent.at < recentMs &&
        !codes.wasShown(code, [step.askedId, step.answeredId]) &&
        (hasNoUser(step) || calls.isNobodys(sent.id)),
    }),
  },
];
