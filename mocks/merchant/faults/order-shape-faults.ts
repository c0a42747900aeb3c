import { textOf } from './json.ts';
import type { MerchantRequirementId } from '#schemas';
import { inPlace } from './decorators.ts';
import type { Mutation } from './mutation.ts';
import { apply } from './basket-faults.ts';
import type { MerchantFault } from './merchant-fault.ts';

const confirmation = (
  title: string,
  breaks: readonly MerchantRequirementId[],
  change: Pick<Mutation, 'at' | 'to'>,
): MerchantFault => ({ title, breaks, front: inPlace(['order'], (body) => apply(body, change)) });

const fields = ['order/confirmation-fields'] as const;

/** Confirmations written wrongly. */
export const orderShapeFaults = {
  'order:no-shop-order-id': confirmation('no shopOrderId', fields, { at: '/shopOrderId' }),
  'order:numeric-shop-order-id': confirmation('shopOrderId as a number', fields, { at: '/shopOrderId', to: 77 }),
  'order:no-return-policy': confirmation('no returnPolicy', fields, { at: '/returnPolicy' }),
  'order:days-as-string': confirmation('maxReturnDays as a string', fields, {
    at: '/returnPolicy/maxReturnDays',
    to: '14',
  }),
  'order:half-days': confirmation('maxReturnDays with a fraction', fields, {
    at: '/returnPolicy/maxReturnDays',
    to: 14.5,
  }),
  'order:null-days': confirmation('maxReturnDays null', fields, { at: '/returnPolicy/maxReturnDays', to: null }),
  'order:no-oa-order-id': confirmation('oaOrderId left out', fields, { at: '/oaOrderId' }),
  'order:upper-case-echo': confirmation('oaOrderId in upper case with a prefix', ['order/oa-order-id-echo'], {
    at: '/oaOrderId',
    to: (old) => `OA-${textOf(old).toUpperCase()}`,
  }),
  'order:cut-echo': confirmation('oaOrderId cut to a database column', ['order/oa-order-id-echo'], {
    at: '/oaOrderId',
    to: (old) => textOf(old).slice(0, -1),
  }),
} as const satisfies Readonly<Record<string, MerchantFault>>;
