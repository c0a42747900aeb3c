import { type CheckoutState, type KnownProduct, type PlatformControlPort, unmet } from '#scenarios';
import { toBody } from '#traffic';
import type { Outbound } from '../../client/outbound.ts';

export interface PlatformControlDeps {
  readonly outbound: Outbound;
  readonly controlUrl: string;
  /** PINs and keys, before anybody can write them down. */
  readonly onSecret: (...secrets: readonly string[]) => void;
  /** The platform's time was moved. */
  readonly onAdvance: (milliseconds: number) => void;
}

interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const states: Readonly<Record<string, CheckoutState>> = {
  retrieving: 'loading',
  recalculating: 'loading',
  locking: 'loading',
  open: 'open',
  paying: 'paying',
  ordering: 'ordering',
  waiting: 'ordering',
  confirmed: 'confirmed',
  'rolled-back': 'rolled-back',
  ended: 'ended',
};

/** The control driver, over HTTP: the operations of the mock's control API. Its calls are no evidence, so none is recorded. */
export const createPlatformControl = (deps: PlatformControlDeps): PlatformControlPort => {
  const { outbound, controlUrl, onSecret, onAdvance } = deps;
  const unlock = 'platform.controlUrl';

  const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answered> => {
    const { head, bytes, failure } = await outbound({
      method,
      url: `${controlUrl}${path}`,
      headers: { 'Content-Type': 'application/json' },
      timeoutMs: 30_000,
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    });
    if (head === undefined || failure !== undefined)
      throw unmet(`the control driver did not answer ${method} ${path}: ${failure?.message ?? ''}`, unlock);
    const { json } = toBody(bytes);
    return { status: head.status, body: json.ok ? Object(json.value) : {} };
  };
  /** Anything but a 2xx: the driver cannot do it. */
  const done = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answered['body']> => {
    const answered = await ask(method, path, body);
    if (answered.status >= 200 && answered.status < 300) return answered.body;
    const why = [answered.status, answered.body['message'] ?? answered.body['error']].filter(Boolean).join(': ');
    throw unmet(`the control driver answered ${method} ${path} with ${why}`, unlock);
  };
  const at = (location: string) => `/locations/${encodeURIComponent(location)}`;
  const ofShop = (shop: string) => `/shops/${encodeURIComponent(shop)}`;
  const ofCheckout = (shop: string, id: string) => `${ofShop(shop)}/checkouts/${encodeURIComponent(id)}`;
  let shops = 0;

  return {
    addLocation: async (wish) => String((await done('POST', '/locations', wish))['integrationProfileId']),
    async issuePin(location, lifetimeMs) {
      const { pinCode } = await done('POST', `${at(location)}/pins`, lifetimeMs === undefined ? {} : { lifetimeMs });
      onSecret(String(pinCode));
      return String(pinCode);
    },
    async issueCredentials(location) {
      const { apiKey, secret } = await done('POST', `${at(location)}/credentials`);
      onSecret(String(apiKey), String(secret));
      return { apiKey: String(apiKey), secret: String(secret) };
    },
    async allowActivation(location, allowed) {
      await done('PUT', `${at(location)}/activation`, { allowed });
    },
    async send(location, wish) {
      const { status, body } = await ask('POST', `${at(location)}/commands`, wish);
      if (status === 409) return { sent: false, reason: String(body['message'] ?? body['error']) };
      if (status !== 200) throw unmet(`the control driver sent no ${wish.messageKind}: ${status}`, unlock);
      return { sent: true, messageId: String(body['messageId']) };
    },
    async result(location, messageId) {
      const command = await done('GET', `${at(location)}/commands/${encodeURIComponent(messageId)}`);
      return { answered: command['resultAt'] !== undefined, result: command['result'] };
    },
    async confirmTip(id, identityVerified) {
      const { status } = await ask('POST', `/tipRecipients/${encodeURIComponent(id)}/confirm`, { identityVerified });
      return status === 200;
    },
    async basketLoaded(basketId) {
      await done('POST', `/baskets/${encodeURIComponent(basketId)}/loaded`);
    },
    now: async () => Number((await done('GET', '/clock'))['now']),
    async advance(milliseconds) {
      const ms = Math.round(milliseconds);
      await done('POST', '/clock/advance', { ms });
      onAdvance(ms);
    },
    async addShop(addresses, options) {
      shops += 1;
      const name = `conformance-${process.pid}-${shops}`;
      await done('PUT', ofShop(name), { ...addresses, ...options });
      return name;
    },
    async startCheckout(shop, basketId, lock) {
      return String((await done('POST', `${ofShop(shop)}/checkouts`, { basketId, lock }))['oaOrderId']);
    },
    async checkout(shop, oaOrderId) {
      const { phase } = await done('GET', ofCheckout(shop, oaOrderId));
      const { name, offer, refunded } = Object(phase);
      const state = states[String(name)];
      if (state === undefined) throw unmet(`the control driver told an unknown phase ${String(name)}`, unlock);
      const expiresAt: unknown = Object(offer).expiresAt;
      return {
        oaOrderId,
        state,
        ...(typeof expiresAt === 'number' && { expiresAt }),
        ...(typeof refunded === 'boolean' && { refunded }),
      };
    },
    async confirmCheckout(shop, oaOrderId) {
      return (await ask('POST', `${ofCheckout(shop, oaOrderId)}/confirm`)).status === 200;
    },
    async acceptPayment(shop) {
      await done('POST', `${ofShop(shop)}/payments`, { accepted: true });
    },
    async sync(shop, full) {
      const { failure } = await done('POST', `${ofShop(shop)}/syncs`, { full });
      return failure === undefined ? undefined : JSON.stringify(failure);
    },
    async scheduleSync(shop, everyMs) {
      await done('PUT', `${ofShop(shop)}/schedule`, { everyMs });
    },
    async products(shop) {
      const { products } = await done('GET', `${ofShop(shop)}/catalogue`);
      return products as readonly KnownProduct[];
    },
  };
};
