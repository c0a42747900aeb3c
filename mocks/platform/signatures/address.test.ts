import { expect, test } from 'vitest';
import { toAddress } from './template-scheme.ts';

test.each([
  'http://127.0.0.1:40000/merchant/v1/pos/health',
  'http://platform.example/a/b?c=d&e=%20f',
  'http://platform.example/a//b/?',
  'http://platform.example/',
  'http://platform.example',
  'http://platform.example:80/a',
  'http://Platform.Example/A',
  'http://platform.example/a/../b/./c',
  'http://platform.example/a/..',
  'http://platform.example/%2e%2e/a',
  "http://platform.example/a'b?c='d'",
  'http://platform.example/ż?q=ż y',
  'http://platform.example/a\\b',
  'http://platform.example/a#b',
  'http://u:p@platform.example/a',
  'https://platform.example:443/a?b?c',
  'http://[::1]:4000/a',
])('%s is taken apart as a URL is', (address) => {
  const { host, pathname, search } = new URL(address);
  expect(toAddress(address)).toMatchObject({ host, pathname, search });
});
