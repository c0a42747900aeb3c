import { expect, test } from 'vitest';
import { defaultTillPaths, tillCallOf } from './till-call.ts';

const paths = defaultTillPaths;

test.for([
  ['POST', '/merchant/v1/pos/activate', { kind: 'activation' }],
  ['POST', '/merchant/v1/pos/health', { kind: 'health' }],
  ['POST', '/merchant/v1/async/test', { kind: 'test-call' }],
  ['POST', '/merchant/v1/async/Test/m%2F1', { kind: 'callback', messageKind: 'Test', messageId: 'm/1' }],
  ['POST', '/merchant/v1/pos/events/ProductListingsUpdated', { kind: 'event', messageKind: 'ProductListingsUpdated' }],
  ['GET', '/merchant/v1/tipRecipients', { kind: 'tip', action: 'list' }],
  ['GET', '/merchant/v1/tipRecipients/%C3%A4', { kind: 'tip', action: 'get', id: 'ä' }],
  ['PUT', '/merchant/v1/tipRecipients/a', { kind: 'tip', action: 'put', id: 'a' }],
  ['PUT', '/merchant/v1/async/Test/m', { kind: 'unknown-path' }],
  ['POST', '/merchant/v1/async/Test/m/more', { kind: 'unknown-path' }],
  ['POST', '/merchant/v2/async/Test/m', { kind: 'unknown-path' }],
] as const)('%s %s', ([method, path, call]) => {
  expect(tillCallOf(method, path, paths)).toEqual(call);
});

test('configured paths take the place of the assumed ones', () => {
  const own = { health: '/h', events: '/e/{messageKind}/push' };
  expect(tillCallOf('POST', '/h', own)).toEqual({ kind: 'health' });
  expect(tillCallOf('POST', '/e/TableOrderSnapshotChanged/push', own)).toMatchObject({ kind: 'event' });
  expect(tillCallOf('POST', '/merchant/v1/pos/health', own)).toEqual({ kind: 'unknown-path' });
});
