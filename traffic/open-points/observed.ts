import type { AssumptionId } from '#schemas';
import type { Law, LawContext, MerchantLaw, PosLaw } from '../laws/law.ts';
import { isHundredth, pricesIn } from '../laws/shop/price/catalogue-unit.ts';
import type { BasketStep } from '../ledgers/shop/baskets.ts';
import type { ShopStep } from '../ledgers/shop/ledgers.ts';

type Observe = (assumption: AssumptionId, observation: string) => void;
type Sight = readonly [assumption: AssumptionId, of: string, what: string];

const [mostCases, mostTold, mostVariants, slowMs] = [50, 4, 2_000, 8_000];

/** Judges nothing: counts how a target fills the points that the specification leaves open, and tells it at the end. */
const observed = <Seen>(
  observe: Observe,
  look: (context: LawContext) => (seen: Seen) => readonly Sight[],
): Law<Seen> => ({
  id: 'observed',
  covers: [],
  start: (context) => {
    const sightsIn = look(context);
    const points = new Map<AssumptionId, { readonly of: string; readonly cases: Map<string, number> }>();
    return {
      see(seen) {
        for (const [id, of, what] of sightsIn(seen)) {
          const { cases } = points.get(id) ?? { cases: new Map<string, number>() };
          points.set(id, { of, cases });
          if (cases.has(what) || cases.size < mostCases) cases.set(what, (cases.get(what) ?? 0) + 1);
        }
        return [];
      },
      end() {
        for (const [id, { of, cases }] of points) {
          const sum = [...cases.values()].reduce((one, other) => one + other);
          const often = [...cases].toSorted(([, one], [, other]) => other - one).slice(0, mostTold);
          observe(id, often.map(([what, count]) => `${what} in ${count} of ${sum} ${of}`).join('; '));
        }
        return [];
      },
    };
  },
});

const valueForm = ({ value, gross, reduction }: BasketStep): string => {
  if (value === gross) return reduction === 0 ? 'the lines, without discounts,' : 'the lines, not less discounts,';
  return value === gross - reduction ? 'lines less discounts' : 'something else';
};

/** Each variant once, as soon as its price is known in baskets and in the catalogue. */
const comparedUnits = () => {
  const [listed, sold] = [new Map<string, unknown>(), new Map<string, unknown>()];
  return (step: ShopStep): readonly Sight[] => {
    const [own, other] = step.kind === 'catalogue' ? [listed, sold] : [sold, listed];
    return pricesIn(step).flatMap(([variant, price]): readonly Sight[] => {
      if (own.has(variant) || own.size >= mostVariants) return [];
      own.set(variant, price);
      if (!other.has(variant)) return [];
      const [one, two] = [Number(price), Number(other.get(variant))];
      const ratio = isHundredth(one, two) || isHundredth(two, one) ? 'a hundredth' : 'something else';
      return [['assume/catalogue-price-unit', 'variants', one === two ? 'the same in catalogue and basket' : ratio]];
    });
  };
};

export const observedOfShop = (observe: Observe): MerchantLaw =>
  observed(observe, ({ shop }) => {
    const compare = comparedUnits();
    const ofCall = (step: ShopStep): readonly Sight[] => {
      if (step.kind === 'order')
        return step.heard.kind === 'answered'
          ? [['assume/order-success-status', 'confirmations', `${step.heard.status}`]]
          : [];
      if (step.kind === 'catalogue' || step.kind === 'basketChange') return [];
      const duration = step.answeredAt - step.at > slowMs ? `a ${step.kind} that took longer than 8 s` : 'at most 8 s';
      const { priced } = step;
      return [
        ['assume/response-times', 'answers about baskets', duration],
        ...(priced === undefined || step.isShort
          ? []
          : ([
              ['assume/currency-format', 'baskets', String(priced.currencies[1])],
              ['assume/basket-value', 'baskets', valueForm(priced)],
            ] as const)),
      ];
    };
    return (exchange) => {
      const step = shop.see(exchange);
      return step === undefined ? [] : [...ofCall(step), ...compare(step)];
    };
  });

export const observedOfTill = (observe: Observe): PosLaw =>
  observed(observe, () => {
    const statuses = new Map<unknown, string>();
    return (seen) => {
      if (seen.kind === 'event')
        return [['assume/event-paths', 'events', `${seen.messageId === undefined ? 'no' : 'an'} identifier`]];
      if (seen.kind !== 'callback' || !/Snapshot|Payment/.test(seen.messageKind)) return [];
      const { success, reasonCode, tableOrderSnapshot } = Object(seen.body);
      if (success === false)
        return [['assume/open-reason-codes', 'failures', `${String(reasonCode)} (${seen.messageKind})`]];
      const { tableId, status } = Object(tableOrderSnapshot);
      const before = statuses.get(tableId);
      statuses.set(tableId, String(status));
      return before === undefined || before === String(status)
        ? []
        : [['assume/table-status-transitions', 'changes of a status', `${before} to ${String(status)}`]];
    };
  });
