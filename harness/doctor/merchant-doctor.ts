import { readFileSync } from 'node:fs';
import type { Dispatcher } from 'undici';
import type { Config, MerchantTarget } from '#schemas';
import type { Clock } from '#mocks/time';
import { createOutbound, type OutboundRequest } from '../exchanges/outbound.ts';
import { createMerchantProbes, type MerchantProbes, type Probe, unchanged } from './merchant-probes.ts';
import { unreachable } from './reach.ts';
import { failure, fine, hint, type SetUpCheck } from './set-up-check.ts';

/** A port that accepts and never answers must not keep a run waiting; a slow shop still has time to answer. */
const connectLimitMs = 5000;
const answerLimitMs = 8000;
const capBytes = 4 * 1024 * 1024;

/** Enough to tell a wrong id from a wrong address, and cheap where hundreds are configured. */
const mostBasketsTried = 5;

export interface DoctorDeps {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly dispatcher: Dispatcher;
  /** With a proxy in it the way to the target cannot be tried directly. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly sign?: (request: OutboundRequest) => Readonly<Record<string, string>>;
}

/**
 * Looks at the set-up of a merchant run: that the addresses can be reached, the credentials are accepted and the
 * fixtures exist. What the merchant answers there is judged by the suite, so an error of its own is no finding here.
 */
export const examineMerchant = async (config: Config, target: MerchantTarget, deps: DoctorDeps) => {
  const claims = claimChecks(config, target);
  const reached = isProxied(deps.env) ? [] : await reachChecks(target, deps);
  if (reached.some(({ status }) => status === 'failed')) return [...reached, ...claims];
  const outbound = createOutbound({ ...deps, capBytes });
  const probes = createMerchantProbes(target, {
    outbound,
    timeoutMs: answerLimitMs,
    ...(deps.sign && { sign: deps.sign }),
  });
  const [{ checks, sent }, catalogue] = await Promise.all([
    basketChecks(target, probes),
    target.catalogueUrl === undefined || config.capabilities?.merchant?.catalogue === false
      ? undefined
      : probes.catalogue(),
  ]);
  const all = catalogue === undefined ? sent : [...sent, catalogue];
  const silent = silence(all, target);
  return [
    ...reached,
    ...(silent === undefined ? [...checks, ...(catalogue === undefined ? [] : [catalogueCheck(catalogue)])] : [silent]),
    ...clockCheck(all, deps.clock.now()),
    ...claims,
  ];
};

const isProxied = (env: DoctorDeps['env']): boolean =>
  ['HTTP_PROXY', 'HTTPS_PROXY'].some((name) => Boolean(env[name] ?? env[name.toLowerCase()]));

const addresses = ['basketUrl', 'recalculateUrl', 'orderUrl', 'catalogueUrl'] as const;

const reachChecks = async (target: MerchantTarget, { signal }: DoctorDeps): Promise<readonly SetUpCheck[]> => {
  const origins = new Map<string, { key: string; url: URL }>();
  for (const name of addresses) {
    const address = target[name];
    if (address === undefined) continue;
    const url = new URL(address);
    if (!origins.has(url.origin)) origins.set(url.origin, { key: `merchant.${name}`, url });
  }
  const options = { tls: readTls(target), limitMs: connectLimitMs, signal };
  return await Promise.all(
    [...origins.values()].map(async ({ key, url }) => {
      const why = await unreachable(url, options);
      if (why === undefined) return fine('address', `${url.origin} can be reached`);
      return failure('address', `${url.origin} cannot be reached: ${why}.`, key);
    }),
  );
};

const readTls = ({ tls }: MerchantTarget) => ({
  ...(tls?.ca !== undefined && { ca: readFileSync(tls.ca, 'utf8') }),
  ...(tls?.cert !== undefined && { cert: readFileSync(tls.cert, 'utf8') }),
  ...(tls?.key !== undefined && { key: readFileSync(tls.key, 'utf8') }),
});

interface Examined {
  readonly checks: readonly SetUpCheck[];
  readonly sent: readonly Probe[];
}

const basketChecks = async (target: MerchantTarget, probes: MerchantProbes): Promise<Examined> => {
  const ids = (target.fixtures?.baskets ?? []).slice(0, mostBasketsTried);
  if (target.basketUrl === undefined || ids.length === 0) return { checks: [], sent: [] };
  const sent = await Promise.all(ids.map((id) => probes.retrieve(id)));
  const retrieval = retrievalChecks(ids, sent);
  const request = sent.map((probe) => (isSuccess(probe) ? unchanged(probe.body) : undefined)).find((one) => one);
  if (target.recalculateUrl === undefined || request === undefined) return { checks: retrieval, sent };
  const recalculated = await probes.recalculate(request);
  return { checks: [...retrieval, recalculationCheck(recalculated)], sent: [...sent, recalculated] };
};

const isSuccess = (probe: Probe): probe is Extract<Probe, { kind: 'answered' }> =>
  probe.kind === 'answered' && probe.status >= 200 && probe.status < 300;

const statusOf = (probe: Probe | undefined): number => (probe?.kind === 'answered' ? probe.status : 0);

const retrievalChecks = (ids: readonly string[], sent: readonly Probe[]): readonly SetUpCheck[] => {
  const name = 'basket retrieval';
  // 429 only says that we are too fast; the run waits and asks again.
  const refused = ids.filter((_, index) => within(sent[index], 400, 499) && statusOf(sent[index]) !== 429);
  const [first] = sent;
  if (first === undefined) return [];
  if (sent.every((probe) => within(probe, 300, 399))) return [redirected(name, first, 'merchant.basketUrl')];
  if (sent.every((probe) => [401, 403].includes(statusOf(probe)))) {
    return [
      failure(
        name,
        `The merchant answered ${statusOf(first)}: it does not accept our credentials.`,
        'merchant.headers',
      ),
    ];
  }
  if (sent.every((probe) => statusOf(probe) === 405)) {
    return [
      failure(name, 'The merchant answered 405 to GET: this is not its retrieval address.', 'merchant.basketUrl'),
    ];
  }
  if (refused.length === ids.length) {
    return [
      failure(
        name,
        `The merchant answered ${statusOf(first)} for ${listed(ids)}: give ids of baskets that exist, and check merchant.basketUrl.`,
        'merchant.fixtures.baskets',
      ),
    ];
  }
  if (refused.length > 0) {
    return [hint(name, `${listed(refused)} cannot be retrieved and will be of no use.`, 'merchant.fixtures.baskets')];
  }
  return [fine(name, `${listed(ids)} answered`)];
};

const recalculationCheck = (probe: Probe): SetUpCheck => {
  const name = 'recalculation';
  const status = statusOf(probe);
  if (within(probe, 300, 399)) return redirected(name, probe, 'merchant.recalculateUrl');
  if (status === 404 || status === 405) {
    return failure(
      name,
      `The merchant answered ${status} to a recalculation of a basket it has.`,
      'merchant.recalculateUrl',
    );
  }
  if (status === 401 || status === 403) {
    return failure(
      name,
      `The merchant answered ${status} to a recalculation: it does not accept our credentials.`,
      'merchant.headers',
    );
  }
  return fine(name, 'answered');
};

const catalogueCheck = (probe: Probe): SetUpCheck => {
  const name = 'catalogue';
  const status = statusOf(probe);
  if (within(probe, 300, 399)) return redirected(name, probe, 'merchant.catalogueUrl');
  if (status === 401 || status === 403) {
    return failure(
      name,
      `The merchant answered ${status} for the catalogue: it does not accept our credentials.`,
      'merchant.headers',
    );
  }
  if (status === 404 || status === 405) {
    return failure(
      name,
      `The merchant answered ${status} for the catalogue: this is not its address.`,
      'merchant.catalogueUrl',
    );
  }
  if (isSuccess(probe) && probe.isPage) {
    return failure(name, 'A web page came instead of the catalogue: this is not its address.', 'merchant.catalogueUrl');
  }
  return fine(name, 'answered');
};

const within = (probe: Probe | undefined, from: number, to: number): boolean =>
  probe?.kind === 'answered' && probe.status >= from && probe.status <= to;

const redirected = (name: string, probe: Probe, key: string): SetUpCheck => {
  const to = probe.kind === 'answered' && probe.location !== undefined ? ` to ${probe.location}` : '';
  return failure(
    name,
    `The merchant answered ${statusOf(probe)} and sends us on${to}. Redirects are not followed: give the final URL.`,
    key,
  );
};

/** Silent everywhere, it is not there for us; silent at one address only, that is a finding for the suite. */
const silence = (sent: readonly Probe[], target: MerchantTarget): SetUpCheck | undefined => {
  const [first] = sent;
  if (first?.kind !== 'silent' || sent.some(({ kind }) => kind === 'answered')) return undefined;
  const key = target.basketUrl === undefined || sent.length === 1 ? 'merchant.catalogueUrl' : 'merchant.basketUrl';
  return failure('answer', `The merchant accepts connections but does not answer: ${first.why}.`, key);
};

/** Time stamps are compared with our clock, so that a minute between the two is worth a word. */
const clockCheck = (sent: readonly Probe[], now: number): readonly SetUpCheck[] => {
  const dates = sent.flatMap((probe) => (probe.kind === 'answered' && probe.date !== undefined ? [probe.date] : []));
  const [date] = dates;
  if (date === undefined) return [];
  const seconds = Math.round((date - now) / 1000);
  if (Math.abs(seconds) <= 60) return [fine('clock', 'agrees with ours')];
  return [hint('clock', `The merchant's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} ours.`)];
};

const claimChecks = (config: Config, target: MerchantTarget): readonly SetUpCheck[] => {
  const claims = config.capabilities?.merchant ?? {};
  const checks: SetUpCheck[] = [];
  if (claims.catalogue === false && target.catalogueUrl !== undefined) {
    checks.push(
      hint('claims', 'The catalogue is not claimed, so its address is not used.', 'capabilities.merchant.catalogue'),
    );
  }
  const noBaskets = (target.fixtures?.baskets ?? []).length === 0 && config.triggers?.createBasket === undefined;
  if (noBaskets) {
    const next = 'whatever needs one will not be exercised';
    checks.push(hint('fixtures', `There is no basket to work with: ${next}.`, 'merchant.fixtures.baskets'));
  }
  return checks;
};

const listed = (ids: readonly string[]): string => `basket${ids.length > 1 ? 's' : ''} ${ids.join(', ')}`;
