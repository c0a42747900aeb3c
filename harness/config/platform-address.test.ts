import { expect, test } from 'vitest';
import { listenAddress, platformAddress } from './platform-address.ts';

test.each([
  [undefined, {}],
  ['8080', { port: 8080 }],
  ['127.0.0.1:0', { hostname: '127.0.0.1', port: 0 }],
  ['[::1]:8080', { hostname: '::1', port: 8080 }],
  ['my-host:1', { hostname: 'my-host', port: 1 }],
])('%s is %j', (listen, expected) => {
  expect(listenAddress(listen, 'platform.listen')).toEqual(expected);
});

test.each(['localhost', '::1', 'a:70000', 'http://a:1', 'NaN'])('%s is misuse and names the key', (listen) => {
  expect(() => listenAddress(listen, 'platform.listen')).toThrow(/^platform\.listen: /);
});

test('a public address is the same with and without a slash at its end', () => {
  for (const publicUrl of ['https://tunnel.example/shop', 'https://tunnel.example/shop/'])
    expect(platformAddress({ publicUrl }).publicUrl).toBe('https://tunnel.example/shop');
});
