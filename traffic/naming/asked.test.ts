import { expect, test } from 'vitest';
import { noBody } from '../body/body.ts';
import type { Exchange } from '../exchange.ts';
import { askedOf } from './asked.ts';

const exchange = (url: string): Exchange => ({
  n: 1,
  at: 0,
  answeredAt: 0,
  sender: 'harness',
  call: { name: 'catalogue', party: 'merchant' },
  request: { method: 'GET', url, headers: {}, body: noBody },
  facts: {},
});

test.each([
  ['http://shop/c', null],
  ['http://shop/c?', null],
  ['/c?limit=1&checkpoint=MTp%2B%2F%3D', 'MTp+/='],
  ['http://shop/c?a=b?c&checkpoint=x#checkpoint=y', 'x'],
  ['http://shop/c#?checkpoint=y', null],
])('%s asks for the checkpoint %s', (url, checkpoint) => {
  expect(askedOf(exchange(url)).get('checkpoint')).toBe(checkpoint);
  expect(new URL(url, 'http://shop').searchParams.get('checkpoint')).toBe(checkpoint);
});
