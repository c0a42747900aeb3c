import { randomUUID } from 'node:crypto';
import type { LimitedProduct, MerchantFixtures, ReducedBasket } from '#schemas';
import { isSuccess } from './answer-checks.ts';
import type { MerchantProbes, Probe } from './merchant-probes.ts';
import { fine, hint, type SetUpCheck } from './set-up-check.ts';

/** Enough to tell that a list was filled in wrongly, and cheap where hundreds are configured. */
const mostOfAKind = 3;

/**
 * Asks for what the fixtures say of products and codes, in recalculations, which change nothing. A fixture that is wrong and a
 * shop that is wrong look alike here, so that all of it is only worth knowing; what is left out of the answer tells nothing.
 */
export const fixtureChecks = async (
  { products = {}, discountCodes = {} }: MerchantFixtures,
  basket: ReducedBasket,
  probes: Pick<MerchantProbes, 'recalculate'>,
): Promise<readonly SetUpCheck[]> => {
  const askFor = async (id: string, quantity: number): Promise<Line | undefined> =>
    lineOf(await probes.recalculate(withProduct(basket, id, quantity)), id);
  const codes = Object.entries(discountCodes).flatMap(([kind, of]) =>
    of.slice(0, mostOfAKind).map((code: string) => ({ kind, code })),
  );
  const asked = await Promise.all([
    ...(products.inStock ?? []).slice(0, mostOfAKind).map(async (id) => stocked(id, await askFor(id, 1))),
    ...(products.outOfStock ?? []).slice(0, mostOfAKind).map(async (id) => soldOut(id, await askFor(id, 1))),
    ...(products.limited ?? []).slice(-mostOfAKind).map(async (product) => await limited(product, askFor)),
    ...codes.map(async ({ kind, code }) => coded(kind, code, await probes.recalculate(withCode(basket, code)))),
  ]);
  const hints = asked.filter((check) => check !== undefined);
  if (asked.length === 0 || hints.length > 0) return hints;
  return [fine('fixtures', `the configured products and codes agree with the answers (${asked.length} tried)`)];
};

const products = 'merchant.fixtures.products';
const orJudged = 'or the run will judge it';

const stocked = (id: string, line: Line | undefined): SetUpCheck | undefined =>
  line?.error === undefined
    ? undefined
    : hint(
        'fixtures',
        `The product ${id} is not available: the merchant answered ${inShort(line.error)}. Give one that can be ordered.`,
        `${products}.inStock`,
      );

const soldOut = (id: string, line: Line | undefined): SetUpCheck | undefined =>
  line === undefined || line.error !== undefined || line.quantity === 0
    ? undefined
    : hint(
        'fixtures',
        `The product ${id} is not out of stock: the merchant supplied it. Give one that is, ${orJudged}.`,
        `${products}.outOfStock`,
      );

const limited = async (
  { id, max }: LimitedProduct,
  askFor: (id: string, quantity: number) => Promise<Line | undefined>,
): Promise<SetUpCheck | undefined> => {
  const more = await askFor(id, max + 1);
  if (more === undefined || (more.error === undefined && more.quantity <= max)) return undefined;
  const all = more.error === undefined ? undefined : await askFor(id, max);
  if (more.error !== undefined && all?.error === undefined) return undefined;
  return hint(
    'fixtures',
    all === undefined
      ? `The stock of the product ${id} is higher than ${max}: the merchant supplied ${more.quantity}. Set max to its stock, ${orJudged}.`
      : `${max} of the product ${id} are not available: the merchant answered ${inShort(all.error)}. An earlier run may have sold or locked them: restock before the run.`,
    `${products}.limited`,
  );
};

const coded = (kind: string, code: string, probe: Probe): SetUpCheck | undefined => {
  const answered = linesOf(probe, ['price', 'discounts']).find((discount) => discount['code'] === code);
  if (answered === undefined) return undefined;
  const error = presentIn(answered, 'error');
  if ((error === undefined) === (kind === 'valid')) return undefined;
  const key = `merchant.fixtures.discountCodes.${kind}`;
  if (kind === 'valid')
    return hint(
      'fixtures',
      `The code ${code} was answered ${inShort(error)}. Give one that applies, ${orJudged}.`,
      key,
    );
  return hint('fixtures', `The code ${code} was applied. Give one that is ${kind}, ${orJudged}.`, key);
};

const inShort = (value: unknown): string => JSON.stringify(value).slice(0, 80);

/** Null is as good as absent: which of the two says that there is no error is stated nowhere. */
const presentIn = (record: Readonly<Record<string, unknown>>, name: string): unknown => record[name] ?? undefined;

type Line = NonNullable<ReturnType<typeof lineOf>>;

const lineOf = (probe: Probe, id: string) => {
  const line = linesOf(probe, ['products']).find((one) => one['id'] === id);
  if (line === undefined || typeof line['quantity'] !== 'number') return undefined;
  return { quantity: line['quantity'], error: presentIn(line, 'error') };
};

const linesOf = (probe: Probe, path: readonly string[]): readonly Readonly<Record<string, unknown>>[] => {
  if (!isSuccess(probe)) return [];
  const at = path.reduce<unknown>(
    (value, name) => (Object(value) as Readonly<Record<string, unknown>>)[name],
    probe.body,
  );
  return Array.isArray(at) ? at.map((one) => Object(one) as Readonly<Record<string, unknown>>) : [];
};

const withProduct = (basket: ReducedBasket, id: string, quantity: number): ReducedBasket => ({
  ...basket,
  requestId: randomUUID(),
  products: [...basket.products.filter((product) => product.id !== id), { id, quantity }],
});

const withCode = (basket: ReducedBasket, code: string): ReducedBasket => ({
  ...basket,
  requestId: randomUUID(),
  price: { ...basket.price, discounts: [{ code }] },
});
