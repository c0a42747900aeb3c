import { expect, test } from 'vitest';
import { assumptionIds, assumptions, checkConfig } from '#schemas';
import { assumed } from './assumed.ts';

test('a point is configured under its key or by its id, and shown without what is secret', () => {
  expect(
    assumed({
      merchant: { signature: { apiKey: 'k', secret: 's', template: { timestamp: 'ms' } } },
      platform: { paths: { health: '/h' }, tipRecipients: { putStatus: 201 } },
      queue: { allowChangeVisibility: false },
      assumptions: { 'assume/payment-amount': 'minus-discounts' },
    }),
  ).toEqual({
    'assume/merchant-authentication': { template: { timestamp: 'ms' } },
    'assume/health-path-and-interval': '/h',
    'assume/tip-recipient-list-and-put-status': { putStatus: 201 },
    'assume/change-visibility': false,
    'assume/payment-amount': 'minus-discounts',
  });
});

test.each(assumptionIds)('the key of %s is one the configuration knows', (id) => {
  const { key } = assumptions[id];
  if (key === undefined) return;
  const [first = '', ...path] = key.split('.');
  const value = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), 'x');
  const checked = checkConfig({ [first]: value });
  expect(checked.ok ? [] : checked.problems.filter(({ message }) => message.includes('unknown key'))).toEqual([]);
});
