import type { ShopStep } from '../../../ledgers/shop/ledgers.ts';
import { createMemory } from '../../../retention/memory.ts';
import { shortened } from '../../../retention/shortened.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';

const requirement = 'basket-change/known-basket';

/** Whoever pushes again what was refused does so at once. */
const retryMs = 30_000;
const mostStrays = 4;

export type Look = NonNullable<ReturnType<typeof lookIn>>;

/** A basket that the shop pushed, or that was retrieved, by the id it is retrieved by. Undefined of every other step, and where it holds nothing. */
export const lookIn = (step: ShopStep) => {
  if ((step.kind !== 'retrieval' && step.kind !== 'basketChange') || step.priced === undefined) return undefined;
  const { kind, askedId: id, priced, request, answer, exchange, n, at } = step;
  const isPush = kind === 'basketChange';
  if (id === undefined || priced.lines.length === 0 || (isPush && exchange.sender !== 'target')) return undefined;
  const { expiresAt } = isPush ? request : answer;
  return {
    isPush,
    id,
    n,
    at,
    status: exchange.response?.status,
    lines: priced.lines,
    linesText: priced.contents,
    /** All of it but its id; undefined where it holds nothing to tell it by. */
    contents:
      typeof expiresAt === 'string' ? shortened(JSON.stringify([priced.key, priced.value, expiresAt])) : undefined,
  };
};

/** The ids by which a call says which basket it is about. */
const idsIn = (step: ShopStep): readonly (string | undefined)[] => {
  if (step.kind === 'catalogue') return [];
  return step.kind === 'order' ? [step.basketId] : [step.askedId, step.answeredId];
};

/** A push that holds something else than its basket was retrieved with. */
interface Stray {
  readonly contents: string;
  readonly n: number;
}

const rows: readonly ShopRow[] = [
  {
    requirement,
    cause: 'refused push under another id',
    message:
      'A push that was answered 400 was made once more under an id that the platform has never loaded, and refused again; a basket is pushed under the id it was retrieved with, and a rejection is the end of that push.',
    pointer: '/id',
    look: (_, budget) => {
      const loaded = createMemory<true>(budget);
      const refused = createMemory<{ readonly id: string; readonly n: number; readonly at: number }>(budget, {
        most: 200,
      });
      return (step) => {
        if (step.kind !== 'basketChange') for (const id of idsIn(step)) if (id !== undefined) loaded.set(id, true);
        const look = step.kind === 'basketChange' ? lookIn(step) : undefined;
        if (look?.contents === undefined || look.status !== 400) return undefined;
        const { id, contents, n, at } = look;
        const first = refused.get(contents);
        if (loaded.has(id)) refused.set(contents, { id, n, at });
        if (loaded.has(id) || first === undefined || loaded.hasForgotten() || at - first.at > retryMs) return undefined;
        return {
          unlike: n,
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
    message:
      'Pushes of a basket held what other baskets hold, in products, prices and expiresAt, while the basket itself was retrieved as it was before; push each basket with its own products.',
    pointer: '/products',
    // A shop may change a basket with a push and show that later, but not into one basket and then into another.
    look: (_, budget) => {
      /** What each basket was retrieved with last. */
      const own = createMemory<string>(budget, { most: 2_000 });
      /** By contents, whose they were first; and under which id they were pushed. */
      const owners = createMemory<{ readonly id: string; readonly n: number }>(budget, { most: 5_000 });
      const pushed = createMemory<string>(budget, { most: 800 });
      const strays = createMemory<readonly Stray[]>(budget, { most: 200 });
      /** Baskets that were retrieved as before after a push of something else. */
      const unchanged = createMemory<number>(budget, { most: 200 });
      const forget = (id: string): void => {
        strays.delete(id);
        unchanged.delete(id);
      };
      const judge = (id: string) => {
        const seen = unchanged.get(id);
        const others = (strays.get(id) ?? []).flatMap(({ contents, n }) => {
          const owner = owners.get(contents);
          return owner === undefined || owner.id === id ? [] : [{ owner, n }];
        });
        if (seen === undefined || others.length < 2) return undefined;
        forget(id);
        const exchanges = [...others.flatMap(({ owner, n }) => [owner.n, n]), seen];
        return {
          unlike: seen,
          exchanges: exchanges.toSorted((one, other) => one - other),
          expected: `the products of ${JSON.stringify(id)}, as it was retrieved`,
          actual: `those of ${others.map(({ owner }) => JSON.stringify(owner.id)).join(' and then of ')}`,
        };
      };
      return (step) => {
        const look = lookIn(step);
        if (look === undefined) {
          if (step.kind !== 'retrieval' && step.kind !== 'basketChange') forget(idsIn(step)[0] ?? '');
          return undefined;
        }
        const { id, contents, linesText, n } = look;
        const shown = own.get(id);
        if (!look.isPush) {
          if (shown !== linesText) forget(id);
          else if (strays.has(id)) unchanged.set(id, n);
          own.set(id, linesText);
          if (contents === undefined) return undefined;
          if (!owners.has(contents)) owners.set(contents, { id, n });
          return judge(pushed.get(contents) ?? id);
        }
        const before = strays.get(id) ?? [];
        if (contents === undefined || shown === undefined || shown === linesText) return undefined;
        if (before.some((one) => one.contents === contents)) return undefined;
        strays.set(id, [...before, { contents, n }].slice(-mostStrays));
        pushed.set(contents, id);
        return judge(id);
      };
    },
  },
];

/** Endpoints › Platform-hosted: what is pushed is a basket that the platform has loaded, as it is. */
export const knownBasket = lawByRows(requirement, rows);
