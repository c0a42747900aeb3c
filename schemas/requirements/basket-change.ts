import { defineRequirements } from './requirement.ts';

export const basketChange = defineRequirements({
  'basket-change/body': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Platform-hosted › basket change',
    rule: 'body is a valid Basket (same schema)',
    how: ['schema', 'trigger'],
    check: '',
    capability: 'merchant.basketChange',
  },
  'basket-change/deliverable': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Platform-hosted › basket change',
    rule: 'not expired, has delivery options (else the platform answers 400 BasketExpiredException / MissingDeliveryOptionsException)',
    how: ['behaviour', 'trigger'],
    check: '',
    capability: 'merchant.basketChange',
  },
  'basket-change/known-basket': {
    level: 'must',
    party: 'merchant',
    clause: 'Endpoints › Platform-hosted › basket change',
    rule: 'the id is that of a basket the platform has loaded',
    how: ['behaviour', 'trigger'],
    check: '',
    capability: 'merchant.basketChange',
  },
  'basket-change/survives-rejection': {
    level: 'should',
    party: 'merchant',
    clause: 'Endpoints › Platform-hosted › basket change',
    rule: 'a 400 leaves the merchant working: the next push is well-formed',
    how: ['behaviour', 'trigger'],
    check: '',
    capability: 'merchant.basketChange',
  },
});
