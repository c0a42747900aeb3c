import { expect, test } from 'vitest';
import { createNonces } from './queue-test.ts';

test('the first nonce of a location is plain, the next hold whatever a string may hold, and none comes twice', () => {
  const nonces = createNonces();
  const [location, neighbour] = [{}, {}];
  const given = Array.from({ length: 6 }, () => nonces.next(location));
  expect(new Set(given).size).toBe(6);
  expect(given[0]).toMatch(/^[\w-]{32}$/u);
  expect(given[1]).toMatch(/^"[^"]{36,}"\+\/=&<\\>'$/u);
  expect(given[2]).toMatch(/^ .*ż.*🛒 $/u);
  expect(given[3]).toMatch(/^[\w-]{32}$/u);
  expect(nonces.next(neighbour)).toMatch(/^[\w-]{32}$/u);
});
