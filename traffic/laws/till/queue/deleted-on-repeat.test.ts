import { expect, test } from 'vitest';
import { active, callback, message, poll, remove, type Seen, told } from '../../pos-stream.fixture.ts';

const cause = 'deleted before the result was sent again';
const rejected = (status = 400): Seen[] => [
  poll(10, 20, message('m')),
  callback(30, 'm', { status }),
  poll(30_000, 30_100, message('m', 2)),
];
const said = (...seen: readonly Seen[]) => told([active, ...seen], 40_000)['queue/delete-after-callback'];

test('a message that comes again after a 400 and is deleted before its result is told of', () => {
  expect(said(...rejected(), remove(30_110, 'm', 2), callback(30_112, 'm'))).toContain(cause);
});

test.for<[string, readonly Seen[]]>([
  ['deleted after it', [...rejected(), callback(30_110, 'm'), remove(30_130, 'm', 2)]],
  ['given up', [...rejected(), remove(30_110, 'm', 2)]],
  ['sent much later', [...rejected(), remove(30_110, 'm', 2), callback(32_000, 'm')]],
  ['answered 5xx before', [...rejected(503), remove(30_110, 'm', 2), callback(30_112, 'm')]],
  ['answered 204 before', [...rejected(204), remove(30_110, 'm', 2), callback(30_112, 'm')]],
])('one that is %s is not', ([, seen]) => {
  expect(said(...seen) ?? []).not.toContain(cause);
});
