import type { Choice } from '../../checkout/index.ts';
import { ControlError } from '../declaration/control-error.ts';
import { readSignature } from './signature-field.ts';
import { define, type Operation } from '../declaration/operation.ts';

const shop = '/shops/{name}';
const checkout = `${shop}/checkouts/{oaOrderId}`;
const text = { type: 'string' } as const;

/** The checkout and catalogue engines, against any merchant's addresses. */
export const shopOperations: readonly Operation[] = [
  define({
    method: 'get',
    path: '/shops',
    summary: 'The web shops by name, with how much is known of each; what goes with a call is not told',
    run: (control) => ({ shops: control.shops() }),
  }),
  define({
    method: 'put',
    path: shop,
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
    run: (control, parameter, { signature, deliveryOptionKeys, ...settings }) =>
      control.putShop(parameter('name'), {
        ...settings,
        headers: settings.headers as Readonly<Record<string, string>>,
        ...(deliveryOptionKeys !== undefined && { deliveryOptionKeys: deliveryOptionKeys.map(String) }),
        ...(signature !== undefined && { signature: readSignature(signature) }),
      }),
  }),
  define({
    method: 'post',
    path: `${shop}/checkouts`,
    summary: 'A user scans the code of a basket',
    fields: { basketId: { type: 'string', required: true }, lock: { type: 'boolean' } },
    run: (control, parameter, request) => control.startCheckout(parameter('name'), request),
  }),
  define({
    method: 'get',
    path: `${shop}/checkouts`,
    summary: 'The checkouts of a shop',
    run: (control, parameter) => ({ checkouts: control.shop(parameter('name')).checkouts.list() }),
  }),
  define({
    method: 'get',
    path: checkout,
    summary: 'Where a checkout stands',
    run: (control, parameter) => control.checkout(parameter('name'), parameter('oaOrderId')),
  }),
  define({
    method: 'post',
    path: `${checkout}/change`,
    summary: 'The user changes quantities or discount codes',
    fields: {
      quantities: { type: 'object', description: 'By product id' },
      discountCodes: { type: 'array' },
    },
    run: (control, parameter, { quantities, discountCodes }) =>
      control.tellCheckout(parameter('name'), (checkouts) =>
        checkouts.change(parameter('oaOrderId'), {
          ...(quantities !== undefined && { quantities: quantities as Readonly<Record<string, number>> }),
          ...(discountCodes !== undefined && { discountCodes: discountCodes.map(String) }),
        }),
      ),
  }),
  define({
    method: 'post',
    path: `${checkout}/confirm`,
    summary: 'The user confirms; what is left out is made up',
    fields: {
      revision: { type: 'integer' },
      deliveryOption: text,
      deliveryDetails: { type: 'object' },
      billingDetails: { type: 'object' },
    },
    run: (control, parameter, confirmation) =>
      control.tellCheckout(parameter('name'), (checkouts) =>
        checkouts.confirm(parameter('oaOrderId'), confirmation as unknown as Partial<Choice>),
      ),
  }),
  define({
    method: 'post',
    path: `${checkout}/lock`,
    summary: 'Locks the basket, which stays open; confirming it does not lock it again',
    fields: { revision: { type: 'integer' } },
    run: (control, parameter, { revision }) =>
      control.tellCheckout(parameter('name'), (checkouts) => checkouts.lock(parameter('oaOrderId'), revision)),
  }),
  define({
    method: 'post',
    path: `${checkout}/cancel`,
    summary: 'The user leaves',
    run: (control, parameter) =>
      control.tellCheckout(parameter('name'), (checkouts) => checkouts.cancel(parameter('oaOrderId'))),
  }),
  define({
    method: 'post',
    path: `${shop}/payments`,
    summary: 'Says how the oldest waiting payment went',
    fields: { accepted: { type: 'boolean', required: true }, reason: text },
    run(control, parameter, { accepted, reason = 'The payment was declined.' }) {
      const settled = control.settlePayment(parameter('name'), accepted ? { accepted } : { accepted, reason });
      if (!settled) throw new ControlError(409, 'NoPayment', 'No payment waits to be settled.');
    },
  }),
  define({
    method: 'post',
    path: `${shop}/syncs`,
    summary: 'Synchronises the catalogue now, and answers with the report',
    fields: { full: { type: 'boolean', description: 'A full refresh, which delists what is absent' } },
    run: (control, parameter, { full = false }) => control.syncShop(parameter('name'), full),
  }),
  define({
    method: 'put',
    path: `${shop}/schedule`,
    summary: 'Synchronises now and at every cycle; without everyMs it stops',
    fields: { everyMs: { type: 'integer' }, fullEveryMs: { type: 'integer' } },
    run(control, parameter, { everyMs, fullEveryMs = 24 * 3_600_000 }) {
      control.shop(parameter('name')).schedule(everyMs === undefined ? undefined : { everyMs, fullEveryMs });
    },
  }),
  define({
    method: 'get',
    path: `${shop}/catalogue`,
    summary: 'What the platform knows of the catalogue',
    run(control, parameter) {
      const { sync, reports } = control.shop(parameter('name'));
      const { store } = sync;
      return { checkpoint: store.checkpoint(), products: [...store.products().values()], reports: reports() };
    },
  }),
];
