import { expect, test } from 'vitest';
import { checkUserinfo, plainQueries } from './read.ts';

test.each([
  [{ merchant: { basketUrl: 'https://me:hunter-2@shop.example/basket' } }, 'merchant.basketUrl'],
  [{ platform: { publicUrl: 'https://me@tunnel.example' } }, 'platform.publicUrl'],
  [{ queue: { endpoint: 'http:\\\\me:hunter-2@sqs.example' } }, 'queue.endpoint'],
  [{ triggers: { testRoundTrip: { http: { url: 'http://:hunter-2@till/test' } } } }, 'triggers.testRoundTrip.http.url'],
])('a name or password in an address is refused, by its key and without it', (config, key) => {
  expect(() => checkUserinfo(config, 'my.yaml')).toThrow(new RegExp(`^my\\.yaml: ${key} holds a user name`));
  expect(() => checkUserinfo(config, 'my.yaml')).not.toThrow(/hunter-2/);
});

test('an @ behind the host is no password', () => {
  const basketUrl = 'https://shop.example/@me/basket?mail=a@b.example#@';
  expect(() => checkUserinfo({ merchant: { basketUrl } }, 'my.yaml')).not.toThrow();
});

test('a value in a query that is not from the environment is warned about', () => {
  const merchant = { basketUrl: 'https://shop.example/basket?tenant=3&key=${KEY}&empty=&flag#x=1' };
  const triggers = { changeProduct: { http: { url: 'http://shop/change?id={{productId}}&token=abc' } } };
  expect(plainQueries({ merchant, triggers }, 'my.yaml')).toEqual([
    expect.stringMatching(
      /^my\.yaml: merchant\.basketUrl: the value of "tenant" is shown in reports\..*tenant=\$\{NAME\}/,
    ),
    expect.stringMatching(/^my\.yaml: triggers\.changeProduct\.http\.url: the value of "token" /),
  ]);
  const routes = {
    basketUrl: 'https://shop/?rest_route=/oa/basket&shop=3',
    orderUrl: 'https://shop/?r=%2Forder&shop=3',
  };
  expect(plainQueries({ merchant: routes }, 'my.yaml')).toEqual([
    expect.stringMatching(/^my\.yaml: merchant\.basketUrl, merchant\.orderUrl: the value of "shop" /),
  ]);
  // Before it is checked it may be anything.
  expect(plainQueries({ merchant: { basketUrl: 5 } } as never, 'my.yaml')).toEqual([]);
});
