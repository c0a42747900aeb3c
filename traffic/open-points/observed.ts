import type { AssumptionId } from '#schemas';
import type { Law, LawContext, MerchantLaw, PosLaw } from '../laws/law.ts';
import { isHundredth, pricesIn } from '../laws/shop/price/catalogue-unit.ts';
import type { ShopStep } from '../ledgers/shop/ledgers.ts';
import { createMemory } from '../retention/memory.ts';

type Observe = (assumption: AssumptionId, observation: string) => void;
type Sight = readonly [assumption: AssumptionId, what: string];

const [mostCases, mostTold, mostRemembered, slowMs] = [50, 4, 2_000, 8_000];

/** Judges nothing: counts how a target fills the points that the specification leaves open, and tells it at the end. */
const observed = <Seen>(
  observe: Observe,
  look: (context: LawContext) => (seen: Seen) => readonly Sight[],
): Law<Seen> => ({
  id: 'observed',
  covers: [],
  start: (context) => {
    const [sightsIn, points] = [look(context), new Map<AssumptionId, Map<string, number>>()];
    return {
      see(seen) {
        for (const [id, what] of sightsIn(seen)) {
          const counts = points.get(id) ?? new Map<string, number>();
          points.set(id, counts);
          if (counts.has(what) || counts.size < mostCases) counts.set(what, (counts.get(what) ?? 0) + 1);
        }
        return [];
      },
      end() {
        for (const [id, counts] of points) {
          const sum = [...counts.values()].reduce((one, other) => one + other);
          const often = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, mostTold);
          observe(id, often.map(([what, count]) => `${what} in ${count} of ${sum}`).join('; '));
        }
        return [];
      },
    };
  },
});

const ofCall = (step: ShopStep): readonly Sight[] => {
  if (step.kind === 'order')
    return step.heard.kind === 'answered' ? [['assume/order-success-status', `${step.heard.status}`]] : [];
  if (step.kind === 'catalogue' || step.kind === 'basketChange') return [];
  const { kind, at, answeredAt, isShort, priced } = step;
  const time = [
    'assume/response-times',
    answeredAt - at > slowMs ? `${kind} took longer than 8 s` : 'within 8 s',
  ] as const;
  if (isShort || priced === undefined) return [time];
  const { value, gross, reduction, currencies } = priced;
  const left = reduction === 0 ? 'the lines, without discounts,' : 'the lines, not less discounts,';
  const form = value === gross - reduction ? 'the lines less discounts' : 'something else';
  return [
    time,
    ['assume/currency-format', String(currencies[1])],
    ['assume/basket-value', value === gross ? left : form],
  ];
};

/** Each variant once, as soon as its price is known in baskets and in the catalogue. */
const comparedUnits = () => {
  const [listed, sold] = [new Map<string, number>(), new Map<string, number>()];
  return (step: ShopStep): readonly Sight[] => {
    const [own, other] = step.kind === 'catalogue' ? [listed, sold] : [sold, listed];
    return pricesIn(step).flatMap(([variant, price]): readonly Sight[] => {
      if (typeof price !== 'number' || own.has(variant) || own.size >= mostRemembered) return [];
      const there = other.get(variant);
      own.set(variant, price);
      if (there === undefined) return [];
      const ratio = isHundredth(price, there) || isHundredth(there, price) ? 'a hundredth' : 'another price';
      return [['assume/catalogue-price-unit', there === price ? 'the same in catalogue and basket' : ratio]];
    });
  };
};

export const observedOfShop = (observe: Observe): MerchantLaw =>
  observed(observe, ({ shop }) => {
    const compare = comparedUnits();
    return (exchange) => {
      const step = shop.see(exchange);
      return step === undefined ? [] : [...ofCall(step), ...compare(step)];
    };
  });

export const observedOfTill = (observe: Observe): PosLaw =>
  observed(observe, ({ budget }) => {
    const statuses = createMemory<string>(budget, { most: mostRemembered });
    return (seen) => {
      if (seen.kind === 'event')
        return [['assume/event-paths', seen.messageId === undefined ? 'no identifier' : 'an identifier']];
      if (seen.kind !== 'callback' || !/Snapshot|Payment/.test(seen.messageKind)) return [];
      const { success, reasonCode, tableOrderSnapshot } = Object(seen.body);
      if (success === false) return [['assume/open-reason-codes', `${String(reasonCode)} (${seen.messageKind})`]];
      const [tableId, status] = [String(Object(tableOrderSnapshot).tableId), String(Object(tableOrderSnapshot).status)];
      const before = statuses.get(tableId) ?? status;
      statuses.set(tableId, status);
      return before === status ? [] : [['assume/table-status-transitions', `${before} to ${status}`]];
    };
  });
