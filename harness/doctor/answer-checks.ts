import type { MerchantTarget } from '#schemas';
import { besideMark, type Probe } from './merchant-probes.ts';
import { failure, fine, hint, type SetUpCheck } from './set-up-check.ts';

export const isSuccess = (probe: Probe): probe is Extract<Probe, { kind: 'answered' }> => within(probe, 200, 299);

/** What the answers for all configured baskets say about the set-up; one that differs from the others is only a hint. */
export const retrievalChecks = (ids: readonly string[], sent: readonly Probe[]): readonly SetUpCheck[] => {
  const name = 'basket retrieval';
  const [first] = sent;
  if (first === undefined) return [];
  const all = (holds: (status: number) => boolean): boolean => sent.every((probe) => holds(statusOf(probe)));
  const statuses = [...new Set(sent.map(statusOf))].join(' and ');
  if (all((status) => status >= 300 && status < 400)) return [redirected(name, first, 'merchant.basketUrl')];
  if (all((status) => status === 401 || status === 403)) return [unauthorised(name, 'a retrieval', statuses)];
  if (all((status) => status === 405)) {
    return [failure(name, 'The merchant answered 405 to GET: this is not its address.', 'merchant.basketUrl')];
  }
  const refused = ids.filter((_, index) => isRefusal(statusOf(sent[index])));
  const broken = ids.filter((_, index) => statusOf(sent[index]) >= 500);
  if (refused.length === 0 && broken.length > 0) {
    return [
      hint(
        name,
        `The merchant answered ${statuses} for ${listed(broken)}. The run will judge that.`,
        'merchant.basketUrl',
      ),
    ];
  }
  if (refused.length === 0) return [fine(name, `${listed(ids)} answered`)];
  const key = 'merchant.fixtures.baskets';
  if (refused.length < ids.length)
    return [hint(name, `${listed(refused)} cannot be retrieved. Remove them, or give ids that exist.`, key)];
  const next = `give ids of baskets that exist, and check merchant.basketUrl${ids.every(isEncoded) ? decodeOnce : ''}`;
  return [failure(name, `The merchant answered ${statuses} for ${listed(ids)}: ${next}.`, key)];
};

/** Of a basket that is shown under another id than it was asked for by, the shop may know nothing under that one. */
export const recalculationCheck = (probe: Probe, id: string, asked = id): SetUpCheck => {
  const key = 'merchant.recalculateUrl';
  if (id !== asked && within(probe, 404, 404)) {
    const message = `The basket ${asked} is shown as ${id}, and a recalculation of that was answered 404, which the run will judge.`;
    return hint('recalculation', message, key);
  }
  return addressCheck(probe, { name: 'recalculation', call: 'a recalculation', key });
};

export const catalogueCheck = (probe: Probe): SetUpCheck => {
  const key = 'merchant.catalogueUrl';
  if (isSuccess(probe) && probe.isPage) {
    return failure('catalogue', 'A web page came instead of the catalogue: this is not its address.', key);
  }
  if (isSuccess(probe) && probe.body === undefined)
    return hint('catalogue', `The catalogue answer (${probe.status}) is not JSON. The run will judge that.`, key);
  const otherwise = '; where there is none, say capabilities.merchant.catalogue: false';
  return addressCheck(probe, { name: 'catalogue', call: 'a request for the catalogue', key, otherwise });
};

/**
 * Who answers 404 to an order without a member may look for its basket. As an address beside is answered as well, nothing is
 * there.
 */
export const orderCheck = (there: Probe, beside: Probe): SetUpCheck | undefined => {
  const isNowhere = within(there, 404, 404) && within(beside, 404, 404) && textOf(there) === textOf(beside);
  if (!isNowhere || textOf(there) === '') return undefined;
  const message = 'The merchant answered 404 to an order, as to an address that is not there: this is not its address.';
  return failure('order', message, 'merchant.orderUrl');
};

/** Empty where nothing tells one place from another. Frameworks like to name what was asked for. */
const textOf = (probe: Probe): string =>
  probe.kind === 'silent'
    ? ''
    : (JSON.stringify(probe.body)?.replaceAll(besideMark, '') ?? (probe.isPage ? 'a page' : ''));

/** Keys that the specification does not list, all at once: each would fail baskets of the run. */
export const deliveryKeyChecks = (sent: readonly Probe[], agreed: readonly string[]): readonly SetUpCheck[] => {
  const keys = sent.flatMap((probe) => {
    const { deliveryOptions } = Object(probe.kind === 'answered' ? probe.body : undefined) as {
      deliveryOptions?: unknown;
    };
    return Array.isArray(deliveryOptions)
      ? deliveryOptions.map((option) => (Object(option) as { key?: unknown }).key)
      : [];
  });
  const strange = [...new Set(keys)].filter((key) => typeof key === 'string' && !agreed.includes(key));
  if (strange.length === 0) return [];
  const message = `Delivery options have keys that are not among the ${agreed.length} agreed ones: ${strange.join(', ')}. Map them, or list the keys you were given, ${orJudged}.`;
  return [hint('delivery options', message, 'merchant.deliveryOptionKeys')];
};
const orJudged = 'or the run will judge them';

interface Address {
  readonly name: string;
  readonly call: string;
  readonly key: string;
  /** What to do where the address is right and there is nothing there. */
  readonly otherwise?: string;
}

const addressCheck = (probe: Probe, { name, call, key, otherwise = '' }: Address): SetUpCheck => {
  const status = statusOf(probe);
  if (within(probe, 300, 399)) return redirected(name, probe, key);
  if (status === 401 || status === 403) return unauthorised(name, call, String(status));
  if (status === 404 || status === 405) {
    return failure(name, `The merchant answered ${status} to ${call}: this is not its address${otherwise}.`, key);
  }
  if (status >= 500) return hint(name, `The merchant answered ${status} to ${call}. The run will judge that.`, key);
  return fine(name, probe.kind === 'answered' ? `answered ${status}` : probe.why);
};

const unauthorised = (name: string, call: string, statuses: string): SetUpCheck =>
  failure(
    name,
    `The merchant answered ${statuses} to ${call}: it does not accept our credentials.`,
    'merchant.headers',
  );

const redirected = (name: string, probe: Probe, key: string): SetUpCheck => {
  const to = probe.kind === 'answered' && probe.location !== undefined ? ` to ${probe.location}` : '';
  const message = `The merchant answered ${statusOf(probe)} and sends us on${to}`;
  return failure(name, `${message}. Redirects are not followed: give the final URL.`, key);
};

/** Silent everywhere, it is not there for us; silent at one address only, that is a finding for the suite. */
export const silence = (sent: readonly Probe[], key: string): SetUpCheck | undefined => {
  const [first] = sent;
  if (first?.kind !== 'silent' || sent.some(({ kind }) => kind === 'answered')) return undefined;
  if (first.blame === 'proxy') return failure('proxy', `No call came through: ${first.why}.`, 'NO_PROXY');
  return failure('answer', `The merchant accepts connections but does not answer: ${first.why}.`, key);
};

/** assume/response-signatures: never a reason not to run. */
export const signatureChecks = (sent: readonly Probe[], { signature }: MerchantTarget): readonly SetUpCheck[] => {
  const answered = sent.filter((probe) => probe.kind === 'answered');
  if (signature?.responses === undefined || answered.length === 0) return [];
  const bad = answered.find(({ signatureProblem }) => signatureProblem !== undefined);
  if (bad === undefined) return [fine('response signatures', 'as configured')];
  const message = `An answer (${bad.status}) is not signed as configured: ${bad.signatureProblem}.`;
  return [hint('response signatures', message, 'merchant.signature.responses')];
};

/** Time stamps are compared with our clock, so that a minute between the two is worth a word. */
export const clockChecks = (sent: readonly Probe[], now: number): readonly SetUpCheck[] => {
  const date = sent
    .map((probe) => (probe.kind === 'answered' ? probe.date : undefined))
    .find((one) => one !== undefined);
  if (date === undefined) return [];
  const seconds = Math.round((date - now) / 1000);
  if (Math.abs(seconds) <= 60) return [fine('clock', 'agrees with ours')];
  return [hint('clock', `The merchant's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} ours.`)];
};

const statusOf = (probe: Probe | undefined): number => (probe?.kind === 'answered' ? probe.status : 0);

const within = (probe: Probe, from: number, to: number): boolean => statusOf(probe) >= from && statusOf(probe) <= to;

/** 429 only says that we are too fast; the run waits and asks again. */
const isRefusal = (status: number): boolean => status >= 400 && status <= 499 && status !== 429;

/** Such an id looks different in an address, so that a shop that does not decode it, or does twice, knows no such basket. */
const isEncoded = (id: string): boolean => encodeURIComponent(id) !== id;
const decodeOnce =
  '. Every id has characters that are percent-encoded in the address, so check too that the shop decodes basketId, and once only';

const listed = (ids: readonly string[]): string => `basket${ids.length > 1 ? 's' : ''} ${ids.join(', ')}`;
