import type { Dispatcher } from 'undici';
import type { Clock } from '#mocks/time';
import type { Line } from '#scenarios';
import { type Config, merchantAddresses, type MerchantTarget, type ReducedBasket } from '#schemas';
import { merchantSignature } from '../config/signatures.ts';
import { readTls } from '../client/dispatcher.ts';
import { createOutbound } from '../client/outbound.ts';
import { proxyFor } from '../client/proxies.ts';
import {
  catalogueCheck,
  clockChecks,
  deliveryKeyChecks,
  isSuccess,
  orderCheck,
  recalculationCheck,
  retrievalChecks,
  signatureChecks,
  silence,
} from './answer-checks.ts';
import type { TargetTriggers } from '../targets/triggers.ts';
import { createMerchantProbes, type MerchantProbes, type Probe, unchanged } from './merchant-probes.ts';
import { fixtureChecks } from './fixture-checks.ts';
import { unreachable } from './reach.ts';
import { commandChecks } from './trigger-commands.ts';
import { triggerHostChecks } from './trigger-hosts.ts';
import { failure, fine, hint, type SetUpCheck } from './set-up-check.ts';
import { budgetSentence } from '../ports/merchant/budget.ts';
import { deliveryOptionKeysOf } from '../ports/merchant/world.ts';
import { madeBasket } from '../ports/merchant/made-baskets.ts';

/** A port that accepts and never answers must not keep a run waiting; a slow shop still has time to answer. */
const limits = { connectLimitMs: 5000, answerLimitMs: 8000 };
const capBytes = 4 * 1024 * 1024;

/** Enough to tell a wrong id from a wrong address, and cheap where hundreds are configured. */
const mostBasketsTried = 5;

export interface DoctorDeps extends Partial<typeof limits> {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly dispatcher: Dispatcher;
  /** With a proxy in it the way to the target cannot be tried directly. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** There is no connection to try. */
  readonly isInProcess?: boolean;
  /** To try out; before a run there are none, since it fires them itself. */
  readonly triggers?: TargetTriggers;
  /** Likewise. */
  readonly triesFixtures?: boolean;
}

/**
 * Looks at the set-up of a merchant run: that the addresses can be reached, the credentials are accepted and the
 * fixtures exist. What the merchant answers there is judged by the suite, so an error of its own is no finding here.
 */
export const examineMerchant = async (config: Config, target: MerchantTarget, deps: DoctorDeps) => {
  const checks = await examine(config, target, deps);
  if (target.signature === undefined) return checks;
  // Who is refused although every call is signed should look at the signature first.
  return checks.map((check) => (check.key === 'merchant.headers' ? { ...check, key: 'merchant.signature' } : check));
};

const examine = async (config: Config, target: MerchantTarget, deps: DoctorDeps): Promise<readonly SetUpCheck[]> => {
  const claims = claimChecks(config, target);
  const reached = deps.isInProcess === true ? [] : await reachChecks(target, deps);
  if (reached.some(({ status }) => status === 'failed')) return [...reached, ...claims];
  const outbound = createOutbound({ ...deps, capBytes });
  const timeoutMs = deps.answerLimitMs ?? limits.answerLimitMs;
  const signature = await merchantSignature(config, () => deps.clock.now());
  const probes = createMerchantProbes(target, { outbound, timeoutMs, signature });
  const triesOrders =
    deps.triesFixtures === true && target.orderUrl !== undefined && config.capabilities?.merchant?.orders !== false;
  const [{ checks, sent }, catalogue, ordered] = await Promise.all([
    basketChecks(target, probes, deps),
    target.catalogueUrl === undefined || config.capabilities?.merchant?.catalogue === false
      ? undefined
      : probes.catalogue(),
    triesOrders ? Promise.all([probes.emptyOrder('there'), probes.emptyOrder('beside')]) : undefined,
  ]);
  const order = ordered && orderCheck(...ordered);
  const all = catalogue === undefined ? sent : [...sent, catalogue];
  const silent = silence(all, sent.length > 0 ? 'merchant.basketUrl' : 'merchant.catalogueUrl');
  return [
    ...reached,
    ...(silent === undefined
      ? [...checks, ...(catalogue === undefined ? [] : [about('merchant.catalogueUrl')(catalogueCheck(catalogue))])]
      : [silent]),
    ...(order === undefined ? [] : [about('merchant.orderUrl')(order)]),
    ...deliveryKeyChecks(sent, deliveryOptionKeysOf(target)),
    ...signatureChecks(all, target),
    ...clockChecks(all, deps.clock.now()),
    ...(await commandChecks(config.triggers)),
    ...(deps.isInProcess === true ? [] : await triggerHostChecks(config.triggers, hostsOf(target, deps))),
    ...claims,
  ];
};

/** The shop's own have been tried by then. */
const hostsOf = (target: MerchantTarget, deps: DoctorDeps) => ({
  limitMs: deps.connectLimitMs ?? limits.connectLimitMs,
  signal: deps.signal,
  env: deps.env,
  known: new Set(merchantAddresses.flatMap((name) => URL.parse(target[name] ?? '')?.origin ?? [])),
});

const reachChecks = async (target: MerchantTarget, deps: DoctorDeps): Promise<readonly SetUpCheck[]> => {
  const addresses = merchantAddresses.flatMap((name) => {
    const url = URL.parse(target[name] ?? '');
    // Whether it can be reached through a proxy shows when it is called.
    return url === null || proxyFor(url, deps.env) !== undefined ? [] : [{ key: `merchant.${name}`, url }];
  });
  const options = {
    tls: readTls(target),
    limitMs: deps.connectLimitMs ?? limits.connectLimitMs,
    signal: deps.signal,
  };
  return await Promise.all(
    [...Map.groupBy(addresses, ({ url }) => url.origin)].map(async ([origin, those]) => {
      const why = await unreachable(new URL(origin), options);
      if (why === undefined) return fine('address', `${origin} can be reached`);
      const keys = those.map(({ key }) => key);
      return about(...keys)(failure('address', `${origin} cannot be reached: ${why}.`, keys[0] ?? ''));
    }),
  );
};

const basketChecks = async (
  target: MerchantTarget,
  probes: MerchantProbes,
  { triggers, triesFixtures }: Pick<DoctorDeps, 'triggers' | 'triesFixtures'>,
): Promise<{ readonly checks: readonly SetUpCheck[]; readonly sent: readonly Probe[] }> => {
  const ids = (target.fixtures?.baskets ?? []).slice(0, mostBasketsTried);
  const [inStock] = target.fixtures?.products?.inStock ?? [];
  const lines = inStock === undefined ? undefined : [{ variantId: inStock, quantity: 1 }];
  if (target.basketUrl === undefined || ids.length === 0)
    return { checks: await madeBasketChecks(lines, { triggers, probes }), sent: [] };
  const sent = await Promise.all(ids.map((id) => probes.retrieve(id)));
  const retrieval = retrievalChecks(ids, sent).map(about('merchant.basketUrl'));
  const shown = sent.flatMap((probe, index) => {
    const basket = isSuccess(probe) ? unchanged(probe.body) : undefined;
    return basket ? [{ basket, asked: ids[index] ?? basket.id }] : [];
  });
  const { basket: request, asked } = shown.find(({ basket, asked }) => basket.id === asked) ?? shown[0] ?? {};
  retrieval.push(...(await traceChecks(asked, target, probes)));
  const made = await madeBasketChecks(lines ?? request?.products.map(toLine), { triggers, probes });
  if (target.recalculateUrl === undefined || request === undefined) return { checks: [...retrieval, ...made], sent };
  const recalculated = await probes.recalculate(request);
  const recalculation = about('merchant.recalculateUrl')(recalculationCheck(recalculated, request.id, asked));
  // Before a run one product that can be had is enough; whatever else the fixtures say, the run will see.
  const { products: { inStock: stocked = [] } = {} } = target.fixtures ?? {};
  const fixtures = triesFixtures === true ? (target.fixtures ?? {}) : { products: { inStock: stocked.slice(0, 1) } };
  return {
    checks: [...retrieval, ...made, recalculation, ...(await fixtureChecks(fixtures, request, probes))],
    sent: [...sent, recalculated],
  };
};

/** No specification obliges a shop to take a header that it does not know: one that does not is told how to get none, and not judged. */
const traceChecks = async (
  basketId: string | undefined,
  { traceparent }: MerchantTarget,
  probes: MerchantProbes,
): Promise<readonly SetUpCheck[]> => {
  if (traceparent === false || basketId === undefined) return [];
  const probe = await probes.retrieveTraced(basketId);
  if (probe.kind === 'silent') return [];
  const { status } = probe;
  if (isSuccess(probe) || !isSuccess(await probes.retrieve(basketId))) return [];
  const message = `The basket is refused with ${status} where the call carries a traceparent header. Set merchant.traceparent: false.`;
  return [failure('traces', message, 'merchant.traceparent')];
};

const toLine = ({ id, quantity }: ReducedBasket['products'][number]): Line => ({ variantId: id, quantity });

const about =
  (...keys: readonly string[]) =>
  (check: SetUpCheck): SetUpCheck => ({ ...check, addresses: keys });

const claimChecks = (config: Config, target: MerchantTarget): readonly SetUpCheck[] => {
  const claims = config.capabilities?.merchant ?? {};
  const takesOrders = target.orderUrl !== undefined && claims.orders !== false;
  const checks: SetUpCheck[] = [fine('budget', `a run ${budgetSentence(target.budget, takesOrders)}`)];
  if (claims.catalogue === false && target.catalogueUrl !== undefined) {
    checks.push(
      hint('claims', 'The catalogue is not claimed, so its address is not used.', 'capabilities.merchant.catalogue'),
    );
  }
  if ((target.fixtures?.baskets ?? []).length === 0 && config.triggers?.createBasket === undefined) {
    const message = 'No basket is configured, so every check that needs one will not be exercised.';
    checks.push(hint('fixtures', message, 'merchant.fixtures.baskets'));
  }
  return checks;
};

interface BasketTriggerDeps {
  readonly triggers: Pick<TargetTriggers, 'has' | 'fire'> | undefined;
  readonly probes: Pick<MerchantProbes, 'retrieve'>;
}

/** Makes one basket: a new one is in nobody's way, while the other triggers change what is sold. */
const madeBasketChecks = async (
  lines: readonly Line[] = [],
  { triggers, probes }: BasketTriggerDeps,
): Promise<readonly SetUpCheck[]> => {
  if (triggers?.has('createBasket') !== true || lines.length === 0) return [];
  const made = await madeBasket(triggers, { lines });
  if (made.kind === 'unavailable')
    return [hint('triggers', `No basket was made: ${made.reason}. Some checks will not be exercised.`, made.unlock)];
  const probe = await probes.retrieve(made.basketId);
  const answer = probe.kind === 'answered' ? `it was answered ${probe.status}` : probe.why;
  if (isSuccess(probe)) return [fine('triggers', `createBasket made the basket ${made.basketId}`)];
  const message = `createBasket made the basket ${made.basketId}, which cannot be retrieved: ${answer}. Check where its result points.`;
  return [hint('triggers', message, 'triggers.createBasket')];
};
