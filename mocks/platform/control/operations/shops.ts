import {
  firstViolation,
  merchantAddresses,
  type MerchantSignature,
  type ShopSettings,
  type ShopSummary,
} from '#schemas';
import { redacted } from '#traffic';
import type { Shop } from '../../engines/shops/shop.ts';
import type { Shops } from '../../engines/shops/shops.ts';
import { toScheme } from '../../signatures/settings.ts';
import { ControlError, operationsOn } from '../declaration/fields.ts';
import { reachableShop, shopIn } from './shop-in.ts';

export interface ShopDeps {
  readonly shops: Pick<Shops, 'get' | 'put' | 'entries'>;
  readonly mayCall: (address: URL) => boolean;
}

export type ShopControl = ReturnType<typeof createShopControl>;

export const createShopControl = ({ shops, mayCall }: ShopDeps) => {
  const shopOf = shopIn(shops);
  return {
    putShop(name: string, asked: ShopSettings): void {
      if (!/^[\w-]{1,70}$/.test(name))
        throw new ControlError(400, 'InvalidId', 'The name of a shop: up to 70 letters, digits, _ and -.');
      const given = { ...asked, ...keptAddresses(asked, shops.get(name)?.settings) };
      for (const key of merchantAddresses) {
        if (given[key] !== undefined) checkAddress(key, given[key], mayCall);
      }
      shops.put(name, given);
    },
    shop: shopOf,
    shops: (): readonly ShopSummary[] =>
      [...shops.entries()].map(([name, { settings, sync, checkouts }]) => {
        const { headers: _, signature: __, ...told } = settings;
        return {
          name,
          settings: { ...told, ...shownAddresses(told) },
          products: sync.store.products().size,
          checkouts: checkouts.list().length,
        };
      }),
    async syncShop(name: string, full: boolean) {
      const { sync } = reachableShop(shopOf(name), name, 'catalogueUrl');
      return full ? sync.fullRefresh() : sync.syncNow();
    },
    settlePayment: (name: string, result: Parameters<Shop['settlePayment']>[0]) => shopOf(name).settlePayment(result),
  };
};

const checkAddress = (key: string, address: string, mayCall: ShopDeps['mayCall']): void => {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ControlError(400, 'InvalidBody', `${key} must be an address that begins with http:// or https://.`);
  if (url.username !== '' || url.password !== '')
    throw new ControlError(400, 'InvalidBody', `${key} holds a user name or password: give it as a header instead.`);
  if (!mayCall(url))
    throw new ControlError(
      403,
      'NotAllowed',
      `${key}: the engines of this platform may not call ${url.host}. Add it to platform.shopHosts of its configuration.`,
    );
};

/** What stands in a query may be a key: who knows the address knows it, and nobody else needs it. */
const shownAddresses = (settings: ShopSettings): ShopSettings =>
  Object.fromEntries(
    merchantAddresses.flatMap((key) => {
      const [address = '', fragment] = settings[key]?.split('#', 2) ?? [];
      const [path = '', query] = address.split('?', 2);
      if (query === undefined && fragment === undefined) return [];
      const shown = query === undefined ? '' : `?${query.replaceAll(/=[^&]*/g, `=${redacted}`)}`;
      return [[key, `${path}${shown}${fragment === undefined ? '' : '#…'}`] as const];
    }),
  );

/** Whoever changes a shop gives back what was shown, and means the address it stands for. */
const keptAddresses = (asked: ShopSettings, known: ShopSettings = {}): ShopSettings => {
  const shown = shownAddresses(known);
  return Object.fromEntries(
    merchantAddresses.flatMap((key) =>
      shown[key] !== undefined && shown[key] === asked[key] ? [[key, known[key]] as const] : [],
    ),
  );
};

export const shopOperations = operationsOn<ShopControl>()({
  'GET /shops': (control) => ({ shops: control.shops() }),
  'PUT /shops/{name}': (control, { name, signature, deliveryOptionKeys, baskets, ...settings }) =>
    control.putShop(name, {
      ...settings,
      ...(deliveryOptionKeys !== undefined && { deliveryOptionKeys: deliveryOptionKeys.map(String) }),
      ...(baskets !== undefined && { baskets: baskets.map(String) }),
      ...(signature !== undefined && { signature: readSignature(signature) }),
    }),
  'POST /shops/{name}/payments'(control, { name, accepted, reason = 'The payment was declined.' }) {
    const settled = control.settlePayment(name, accepted ? { accepted } : { accepted, reason });
    if (!settled) throw new ControlError(409, 'NoPayment', 'No payment waits to be settled.');
  },
  'POST /shops/{name}/syncs': (control, { name, full = false }) => control.syncShop(name, full),
  'PUT /shops/{name}/schedule'(control, { name, everyMs, fullEveryMs = 24 * 3_600_000 }) {
    control.shop(name).schedule(everyMs === undefined ? undefined : { everyMs, fullEveryMs });
  },
  'GET /shops/{name}/catalogue'(control, { name }) {
    const { sync, reports } = control.shop(name);
    const { store } = sync;
    return { checkpoint: store.checkpoint(), products: [...store.products().values()], reports: reports() };
  },
});

/** `merchant.signature` of the configuration, as data only: a module is code, which nobody names from outside. */
const readSignature = (given: object): MerchantSignature => {
  const violation = firstViolation('config', { merchant: { signature: given } });
  if (violation !== undefined) throw bad(violation.message);
  const signature = given as MerchantSignature;
  const { apiKey: _, secret: __, responses, ...calls } = signature;
  for (const scheme of [calls, responses ?? {}]) {
    if ('module' in scheme) throw bad('signature.module: only a configuration file may name a module.');
    try {
      toScheme(scheme);
    } catch (error) {
      throw bad(`signature: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return signature;
};

const bad = (message: string) => new ControlError(400, 'InvalidBody', message);
