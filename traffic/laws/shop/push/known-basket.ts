import type { BasketStep } from '../../../ledgers/shop/baskets.ts';
import type { ShopLedgers, ShopStep } from '../../../ledgers/shop/ledgers.ts';
import { createMemory } from '../../../retention/memory.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';

const requirement = 'basket-change/known-basket';

/** Whoever pushes again what was refused does so at once. */
const retryMs = 30_000;

/** All of a basket but its id; undefined where it holds nothing to tell it by. */
const wholeOf = ({ key, value, expiresAt, lines }: BasketStep): string | undefined =>
  expiresAt === undefined || lines.length === 0 ? undefined : JSON.stringify([key, value, expiresAt]);

/** The ids by which a call says which basket it is about. */
const idsIn = (step: ShopStep): readonly (string | undefined)[] => {
  if (step.kind === 'catalogue') return [];
  return step.kind === 'order' ? [step.basketId] : [step.askedId, step.answeredId];
};

/** Pushes of something else than their basket is retrieved with, before and after, and the last retrieval that says so. */
const straysOf = (id: string, all: readonly BasketStep[], { baskets }: ShopLedgers) => {
  const changedAt = Math.max(
    baskets.ordersOf(id)?.lastN ?? 0,
    all.findLast(({ kind }) => kind === 'recalculation' || kind === 'lock')?.n ?? 0,
  );
  const own = all.findLast(({ kind }) => kind === 'retrieval')?.contents;
  const isOther = ({ kind, contents }: BasketStep): boolean => kind === 'retrieval' && contents !== own;
  const same = all.slice(all.findLastIndex(isOther) + 1).filter(({ n }) => n > changedAt);
  const since = same.slice(same.findIndex(({ kind }) => kind === 'retrieval'));
  const pushes = since.filter(({ kind, contents }) => kind === 'basketChange' && contents !== own);
  const seen = since.findLast(({ kind, n }) => kind === 'retrieval' && n > (pushes[0]?.n ?? n));
  return { seen, strays: [...new Map(pushes.toReversed().map((push) => [wholeOf(push) ?? '', push.n]))].toReversed() };
};

const rows: readonly ShopRow[] = [
  {
    requirement,
    cause: 'refused push under another id',
    look: (_, budget) => {
      const loaded = createMemory<true>(budget);
      const refused = createMemory<{ readonly id: string; readonly n: number; readonly at: number }>(budget, {
        most: 200,
      });
      return (step) => {
        if (step.kind !== 'basketChange') for (const id of idsIn(step)) if (id !== undefined) loaded.set(id, true);
        if (step.kind !== 'basketChange' || step.exchange.response?.status !== 400) return undefined;
        const { askedId: id, priced, n, at } = step;
        const contents = priced && wholeOf(priced);
        if (contents === undefined || id === undefined) return undefined;
        const first = refused.get(contents);
        if (loaded.has(id)) refused.set(contents, { id, n, at });
        if (loaded.has(id) || first === undefined || loaded.hasForgotten() || at - first.at > retryMs) return undefined;
        return {
          exchanges: [first.n, n],
          expected: `id ${JSON.stringify(first.id)}, or no further push`,
          actual: `id ${JSON.stringify(id)}`,
        };
      };
    },
  },
  {
    requirement,
    cause: 'pushed what another basket holds',
    // A shop may change a basket with a push and show that later, but not into one basket and then into another.
    look: (ledgers, budget) => {
      /** By contents, whose they were first; and under which id they were pushed. */
      const owners = createMemory<{ readonly id: string; readonly n: number }>(budget, { most: 5_000 });
      const pushed = createMemory<string>(budget, { most: 800 });
      const told = createMemory<true>(budget, { most: 200 });
      const judge = (id: string, all: readonly BasketStep[]) => {
        const { seen, strays } = straysOf(id, all, ledgers);
        const others = strays.flatMap(([contents, n]) => {
          const owner = owners.get(contents);
          return owner === undefined || owner.id === id ? [] : [{ owner, n }];
        });
        if (seen === undefined || others.length < 2 || told.has(id)) return undefined;
        told.set(id, true);
        const exchanges = [...others.flatMap(({ owner, n }) => [owner.n, n]), seen.n];
        return {
          exchanges: exchanges.toSorted((one, other) => one - other),
          expected: `the products of ${JSON.stringify(id)}, as it was retrieved`,
          actual: `those of ${others.map(({ owner }) => JSON.stringify(owner.id)).join(' and then of ')}`,
        };
      };
      return (step) => {
        if ((step.kind !== 'retrieval' && step.kind !== 'basketChange') || step.priced === undefined) return undefined;
        const { id, n } = step.priced;
        const contents = wholeOf(step.priced);
        if (contents === undefined) return undefined;
        if (step.kind === 'basketChange') pushed.set(contents, id);
        else if (!owners.has(contents)) owners.set(contents, { id, n });
        const before = ledgers.baskets.before;
        const other = step.kind === 'retrieval' ? (pushed.get(contents) ?? id) : id;
        return judge(other, other === id ? [...before(id), step.priced] : before(other));
      };
    },
  },
];

/** Endpoints › Platform-hosted: what is pushed is a basket that the platform has loaded, as it is. */
export const knownBasket = lawByRows(requirement, rows);
