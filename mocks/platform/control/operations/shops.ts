import type { ShopSettings, ShopSummary } from '#schemas';
import type { Shop } from '../../engines/shops/shop.ts';
import type { Shops } from '../../engines/shops/shops.ts';
import { ControlError } from '../declaration/control-error.ts';
import { operationsOn } from '../declaration/operation.ts';
import { reachableShop, shopIn } from './shop-in.ts';
import { readSignature } from './signature-field.ts';

export interface ShopDeps {
  readonly shops: Pick<Shops, 'get' | 'put' | 'entries'>;
}

export type ShopControl = ReturnType<typeof createShopControl>;

export const createShopControl = ({ shops }: ShopDeps) => {
  const shopOf = shopIn(shops);
  return {
    putShop(name: string, given: ShopSettings): void {
      if (!/^[\w-]{1,70}$/.test(name))
        throw new ControlError(400, 'InvalidId', 'The name of a shop: up to 70 letters, digits, _ and -.');
      for (const key of ['basketUrl', 'recalculateUrl', 'orderUrl', 'catalogueUrl'] as const) {
        const url = given[key];
        if (url !== undefined && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
          throw new ControlError(400, 'InvalidBody', `${key} must be an address that begins with http:// or https://.`);
      }
      shops.put(name, given);
    },
    shop: shopOf,
    shops: (): readonly ShopSummary[] =>
      [...shops.entries()].map(([name, { settings, sync, checkouts }]) => {
        const { headers: _, signature: __, ...told } = settings;
        return { name, settings: told, products: sync.store.products().size, checkouts: checkouts.list().length };
      }),
    async syncShop(name: string, full: boolean) {
      const { sync } = reachableShop(shopOf(name), name, 'catalogueUrl');
      return full ? sync.fullRefresh() : sync.syncNow();
    },
    settlePayment: (name: string, result: Parameters<Shop['settlePayment']>[0]) => shopOf(name).settlePayment(result),
  };
};

const text = { type: 'string' } as const;

/** Web shops by name, and the catalogue engine against them. */
export const shopOperations = operationsOn<ShopControl>()({
  'GET /shops': {
    summary: 'The web shops by name, with how much is known of each; what goes with a call is not told',
    run: (control) => ({ shops: control.shops() }),
  },
  'PUT /shops/{name}': {
    summary: 'Names a web shop by its addresses, for the checkout and catalogue engines',
    fields: {
      basketUrl: text,
      recalculateUrl: text,
      orderUrl: text,
      catalogueUrl: text,
      headers: { type: 'object', description: 'Sent with every call, such as Authorization' },
      signature: {
        type: 'object',
        description: 'Signs every call; as merchant.signature in the configuration, without modules',
      },
      deliveryOptionKeys: { type: 'array', description: 'Replaces the fifteen' },
      payments: { type: 'string', values: ['at-once', 'by-hand'], description: 'by-hand: see /payments' },
      pageLimit: { type: 'integer', description: 'Products per catalogue page; default 100' },
    },
    run: (control, { name, signature, deliveryOptionKeys, ...settings }) =>
      control.putShop(name, {
        ...settings,
        ...(deliveryOptionKeys !== undefined && { deliveryOptionKeys: deliveryOptionKeys.map(String) }),
        ...(signature !== undefined && { signature: readSignature(signature) }),
      }),
  },
  'POST /shops/{name}/payments': {
    summary: 'Says how the oldest waiting payment went',
    fields: { accepted: { type: 'boolean', required: true }, reason: text },
    run(control, { name, accepted, reason = 'The payment was declined.' }) {
      const settled = control.settlePayment(name, accepted ? { accepted } : { accepted, reason });
      if (!settled) throw new ControlError(409, 'NoPayment', 'No payment waits to be settled.');
    },
  },
  'POST /shops/{name}/syncs': {
    summary: 'Synchronises the catalogue now, and answers with the report',
    fields: { full: { type: 'boolean', description: 'A full refresh, which delists what is absent' } },
    run: (control, { name, full = false }) => control.syncShop(name, full),
  },
  'PUT /shops/{name}/schedule': {
    summary: 'Synchronises now and at every cycle; without everyMs it stops',
    fields: { everyMs: { type: 'integer' }, fullEveryMs: { type: 'integer' } },
    run(control, { name, everyMs, fullEveryMs = 24 * 3_600_000 }) {
      control.shop(name).schedule(everyMs === undefined ? undefined : { everyMs, fullEveryMs });
    },
  },
  'GET /shops/{name}/catalogue': {
    summary: 'What the platform knows of the catalogue',
    run(control, { name }) {
      const { sync, reports } = control.shop(name);
      const { store } = sync;
      return { checkpoint: store.checkpoint(), products: [...store.products().values()], reports: reports() };
    },
  },
});
