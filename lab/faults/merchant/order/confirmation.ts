import { bodyFaults } from '#mocks/faults';
import { textOf } from '#mocks/json';
import { answering } from '#mocks/merchant/faults/decorators';

const fields = 'order/confirmation-fields';
const days = '/returnPolicy/maxReturnDays';
const echo = 'order/oa-order-id-echo';

/** Confirmations written wrongly. */
export const orderShapeFaults = bodyFaults(answering('order'), {
  'order:numeric-shop-order-id': ['shopOrderId as a number', fields, '/shopOrderId', 77],
  'order:no-return-policy': ['no returnPolicy', fields, '/returnPolicy'],
  'order:days-as-string': ['maxReturnDays as a string', fields, days, '14'],
  'order:half-days': ['maxReturnDays with a fraction', fields, days, 14.5],
  'order:null-days': ['maxReturnDays null', fields, days, null],
  'order:no-oa-order-id': ['oaOrderId left out', fields, '/oaOrderId'],
  'order:upper-case-echo': [
    'oaOrderId in upper case with a prefix',
    echo,
    '/oaOrderId',
    (old) => `OA-${textOf(old).toUpperCase()}`,
  ],
});
