import { defineRequirements } from './requirement.ts';

export const lock = defineRequirements({
  'lock/answers': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: '`?lock=true` answers 2xx with a Basket, same shape as recalculation',
    how: ['schema'],
    check: '',
    capability: 'merchant.lock',
  },
  'lock/expires-in-future': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: 'expiresAt of the locked basket lies in the future',
    how: ['behaviour'],
    check: '',
    capability: 'merchant.lock',
  },
  'lock/shortage-reported': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: 'what cannot be accommodated: available part plus error codes',
    how: ['behaviour', 'trigger'],
    check: '',
    capability: 'merchant.lock',
  },
  'lock/orderable': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: 'a locked basket ordered before expiresAt is confirmed',
    how: ['behaviour'],
    check: '',
    capability: 'merchant.lock',
  },
  'lock/last-unit-once': {
    level: 'should',
    party: 'merchant',
    clause: 'Endpoints › Merchant-hosted › 3',
    rule: 'two baskets locking the last unit at once: at most one gets it without an error',
    how: ['behaviour', 'property', 'trigger'],
    check: '',
    capability: 'merchant.lock',
  },
});
