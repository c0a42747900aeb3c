import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { inProcessOrigin, sentAgain } from './function-call.ts';

test('what was sent to a function is sent again by calling it', async () => {
  const body = '{"a":"it\'s \\"so\\""}';
  const line = sentAgain({ method: 'POST', url: `${inProcessOrigin}/oa/order?x=1`, headers: { accept: 'a/b' }, body });
  // It is a line of a program.
  const seen: unknown = await runInNewContext(`(async () => ${line})()`, {
    Request,
    fetch: async (request: Request) => [
      request.method,
      request.url,
      request.headers.get('accept'),
      await request.text(),
    ],
  });
  expect(seen).toEqual(['POST', `${inProcessOrigin}/oa/order?x=1`, 'a/b', body]);
});

test('what was sent to an address is a curl', () => {
  expect(sentAgain({ method: 'GET', url: 'http://shop/', headers: {} })).toBe("curl -i 'http://shop/'");
});
