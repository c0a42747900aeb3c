import { expect, test } from 'vitest';
import { secretsInForce } from './redactor.ts';

test('what became a secret is hidden from then on, and what is none any more is shown', () => {
  let values: readonly string[] = ['first-secret'];
  const redactor = secretsInForce(() => ({ values }));
  const text = 'first-secret and second-secret';
  expect(redactor().text(text)).toBe('«redacted» and second-secret');
  values = ['second-secret'];
  expect(redactor().text(text)).toBe('first-secret and «redacted»');
});

test('one redactor serves as long as the secrets are the same, headers of several shops included', () => {
  const redactor = secretsInForce(() => ({
    values: ['issued-key'],
    headers: [{ 'X-Key': 'shop-one-key' }, { Auth: 'shop-two-key' }],
  }));
  expect(redactor()).toBe(redactor());
  expect(redactor().text('issued-key, shop-one-key, shop-two-key')).toBe('«redacted», «redacted», «redacted»');
});
