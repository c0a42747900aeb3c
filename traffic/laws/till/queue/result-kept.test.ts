import { expect, test } from 'vitest';
import { active, callback, message, poll, remove, type Seen, told } from '../../pos-stream.fixture.ts';

const id = 'queue/result-not-lost';
const lost = 'OrderSubmissionRequested deleted without a result';
const begun = [active, poll(10, 30, message('m'), message('other', 1, 'h'))];

test.for<[string, readonly Seen[], readonly string[] | undefined]>([
  ['answered 503, and deleted', [callback(40, 'm', { status: 503 }), remove(60, 'm')], [lost]],
  ['not answered, and deleted', [callback(40, 'm', { status: undefined }), remove(60, 'm')], [lost]],
  [
    'answered 503 twice, and deleted',
    [callback(40, 'm', { status: 503 }), callback(60, 'm', { status: 503 }), remove(80, 'm')],
    [lost],
  ],
  ['answered 503, and left', [callback(40, 'm', { status: 503 })], undefined],
  [
    'answered 503, then 204, and deleted',
    [callback(40, 'm', { status: 503 }), callback(60, 'm'), remove(80, 'm')],
    undefined,
  ],
  [
    'answered 204 after the deletion',
    [callback(40, 'm', { status: 503 }), remove(60, 'm'), callback(70, 'm')],
    undefined,
  ],
  [
    'deleted, sent again later and later still, and taken',
    [
      callback(40, 'm', { status: 503 }),
      remove(60, 'm'),
      callback(30_000, 'm', { status: 503 }),
      callback(60_000, 'm'),
    ],
    undefined,
  ],
  ['refused for good, and deleted', [callback(40, 'm', { status: 400 }), remove(60, 'm')], undefined],
  ['a deletion that fails', [callback(40, 'm', { status: 503 }), remove(60, 'm', 1, 'faulted')], undefined],
  [
    'deleted with a message whose answer was not waited for either',
    [callback(40, 'm', { status: 503 }), remove(60, 'm'), remove(61, 'other'), callback(55, 'other')],
    undefined,
  ],
])('%s', ([, stream, expected]) => {
  expect(told([...begun, ...stream, poll(60_100, 80_000)], 81_000)[id]).toEqual(expected);
});

test('a result may be kept for as long as an answer is waited for', () => {
  const stream = [...begun, callback(40, 'm', { status: 503 }), remove(60, 'm'), poll(100, 20_000)];
  expect(told(stream, 21_000)[id]).toBeUndefined();
});
