import type { Sight } from '../../../evidence/row.ts';
import type { BasketCall } from '../../../ledgers/shop/calls.ts';
import { contentsOf, lessThan, moreThan, totals } from '../../../ledgers/shop/quantities.ts';
import type { ShopStep } from '../../../ledgers/shop/ledgers.ts';
import { createMemory } from '../../../retention/memory.ts';
import { readOnce } from '../../../retention/read-once.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';

const requirement = 'recalculation/change-reflected';

/** So often each: once may be a change of what the shop sells in packs. */
const minAnswers = 2;
const mostProducts = 50;
const mostAnswers = 20;

/** A recalculation as far as its request and its answer can be counted. */
const recalculationIn = readOnce((step: ShopStep) => {
  if (step.kind !== 'recalculation' || step.isPartlyKept) return undefined;
  const { quantities, lines } = step;
  return quantities === undefined || lines === undefined ? undefined : { ...step, quantities, lines };
});

/** The same without shortages, of a request that asks for something. */
const wholeIn = (step: ShopStep) => {
  const call = recalculationIn(step);
  return call === undefined || call.isShort || contentsOf(call.quantities) === '' ? undefined : call;
};

/** What is known of a basket until it is ordered or pushed. */
interface Known {
  /** Products that were asked for. */
  readonly asked: readonly string[];
  /** The first answer to each request. */
  readonly answers: ReadonlyMap<string, { readonly n: number; readonly sold: readonly string[] }>;
}

const soldIn = (quantities: BasketCall['quantities']): readonly string[] =>
  [...(quantities ?? [])].flatMap(([id, quantity]) => (quantity > 0 ? [id] : []));

const rows: readonly ShopRow[] = [
  {
    requirement,
    cause: 'product comes back',
    // A shop may add what comes with others, such as a deposit or a gift. Once it may be a moment in which it adds something for everybody.
    sights: 2,
    look: (_, budget) => {
      const baskets = createMemory<Known>(budget, { most: 2_000 });
      return (step) => {
        if (step.kind === 'order') baskets.delete(step.basketId ?? '');
        if (step.kind === 'basketChange') baskets.delete(step.askedId ?? '');
        const { askedId, asked: request, n, quantities, lines = [] } = wholeIn(step) ?? {};
        if (askedId === undefined || request === undefined || lines.length > mostProducts) return undefined;
        const { asked = [], answers = new Map() } = baskets.get(askedId) ?? {};
        const wanted = soldIn(quantities);
        const before = answers.get(request);
        const first = { n: n ?? 0, sold: soldIn(totals(lines)) };
        baskets.set(askedId, {
          asked: [...new Set([...asked, ...wanted])].slice(-mostProducts),
          answers: before ? answers : new Map([...answers, [request, first] as const].slice(-mostAnswers)),
        });
        // What was there unasked before, and is not now, comes and goes whatever was taken out.
        if (before?.sold.some((id: string) => !wanted.includes(id) && !first.sold.includes(id))) return 'refuted';
        const index = lines.findIndex(
          ({ id, quantity, isFree }) =>
            quantity > 0 && !isFree && !wanted.includes(id) && asked.includes(id) && !before?.sold.includes(id),
        );
        const line = lines[index];
        if (before === undefined || line === undefined || n === undefined) return undefined;
        return {
          exchanges: [before.n, n],
          expected: `no "${line.id}", as when the same was asked for before`,
          actual: `"${line.id}" with quantity ${line.quantity}`,
          pointer: `/products/${index}`,
        };
      };
    },
  },
  {
    requirement,
    cause: 'product without an id',
    // Resources › BasketProduct › id. What a shop adds of its own is left open.
    look: () => (step) => {
      const { n = 0, quantities = new Map<string, number>(), lines = [] } = recalculationIn(step) ?? {};
      if (quantities.has('') || !lines.some(({ id }) => id === '')) return undefined;
      const answered = totals(lines);
      for (const [product, quantity] of quantities) {
        if (quantity <= 0 || answered.has(product)) continue;
        const index = lines.findIndex(
          (line) => line.id === '' && (line.hasError || (line.quantity === quantity && !line.isFree)),
        );
        if (index >= 0)
          return {
            exchanges: [n],
            expected: `"${product}" with quantity ${quantity}, or an error on it`,
            actual: 'a product with the id ""',
            pointer: `/products/${index}/id`,
          };
      }
      return undefined;
    },
  },
  {
    requirement,
    cause: 'more than was asked for',
    // Packs and least quantities come to more, and do so for the same request each time, in whichever basket.
    look: (_, budget) => {
      const requests = createMemory<{ readonly exact: readonly number[]; readonly more: readonly Sight[] }>(budget, {
        most: 2_000,
      });
      return (step) => {
        const { n = 0, quantities, lines = [], contents, codesAsked } = wholeIn(step) ?? {};
        if (quantities === undefined) return undefined;
        const paid = lines.filter(({ isFree }) => !isFree);
        if (lessThan(quantities, paid).length > 0) return undefined;
        const [one] = moreThan(quantities, lines);
        const key = JSON.stringify([contents, codesAsked]);
        const { exact: before = [], more: earlier = [] } = requests.get(key) ?? {};
        const exact = one === undefined ? [...before, n].slice(-minAnswers) : before;
        const more =
          one === undefined ? earlier : [...earlier, tooMuch(one, { n, lines, quantities })].slice(-minAnswers);
        requests.set(key, { exact, more });
        const last = more.at(-1);
        // Said once where what was asked for comes after what was too much.
        const isSaid = one === undefined && before.length === minAnswers;
        if (last === undefined || isSaid || exact.length < minAnswers || more.length < minAnswers) return undefined;
        return { ...last, exchanges: [...exact.slice(-1), ...last.exchanges] };
      };
    },
  },
];

const tooMuch = (
  { product, quantity, carries }: ReturnType<typeof moreThan>[number],
  { n, lines = [], quantities }: Pick<BasketCall, 'n' | 'lines' | 'quantities'>,
): Sight => {
  const unasked = lines.find(({ id, isFree }) => !isFree && quantities?.has(id) !== true);
  return {
    exchanges: [n],
    expected: `"${product}" with quantity ${quantity}`,
    actual: `"${product}" with quantity ${carries}${unasked ? `, and "${unasked.id}", which nobody asked for` : ''}`,
    pointer: `/products/${lines.findIndex(({ id }) => id === product)}/quantity`,
  };
};

/** Endpoints › Merchant-hosted › 2: what cannot be fully accommodated is answered with the part that is available. */
export const changeReflected = lawByRows('basket/more-than-asked', rows);
