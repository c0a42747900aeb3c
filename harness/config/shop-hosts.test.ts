import { expect, test } from 'vitest';
import type { Config } from '#schemas';
import { mayCallIn } from './shop-hosts.ts';

const merchant: Config['merchant'] = {
  basketUrl: 'https://shop.example/basket',
  orderUrl: 'http://localhost:3000/order',
};
const called = (config: Config, controlHost?: string): readonly string[] => {
  const mayCall = mayCallIn(config, controlHost);
  return [
    'https://shop.example/x',
    'http://shop.example:8080/',
    'https://a.shop.example/',
    'http://localhost:3000/',
    'http://localhost:3001/',
    'http://169.254.169.254/',
  ].filter((address) => mayCall(new URL(address)));
};

test('on loopback any shop may be called, elsewhere only the configured one', () => {
  expect(called({ merchant })).toHaveLength(6);
  expect(called({ merchant }, '127.0.0.1')).toHaveLength(6);
  expect(called({ merchant }, '0.0.0.0')).toEqual(['https://shop.example/x', 'http://localhost:3000/']);
  expect(called({ merchant, platform: { controlListen: '0.0.0.0:8081' } })).toHaveLength(2);
  expect(called({}, '0.0.0.0')).toEqual([]);
});

test('a list holds everywhere, with any port where it names none', () => {
  const listed = (...shopHosts: string[]) => called({ merchant, platform: { shopHosts } });
  expect(listed('*.Shop.example')).toEqual(['https://a.shop.example/']);
  expect(listed('localhost')).toEqual(['http://localhost:3000/', 'http://localhost:3001/']);
  expect(listed('localhost:3001')).toEqual(['http://localhost:3001/']);
});
