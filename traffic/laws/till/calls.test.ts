import { describe, expect, test } from 'vitest';
import { posLaws } from '../pos-laws.ts';
import {
  active,
  callback,
  health,
  message,
  numbered,
  poll,
  remove,
  type Seen,
  settings,
  told,
} from '../pos-stream.fixture.ts';
import { watch } from '../watch.ts';

describe('the address of a result', () => {
  const both = [active, health(5), poll(20, 30, message('a', 1, 'a'), message('b', 1, 'b')), callback(40, 'a')];

  test('a result that goes to a message that has one is told of, once the other is deleted without', () => {
    expect(told([...both, callback(60, 'a'), remove(80, 'a'), remove(90, 'b')], 100)).toMatchObject({
      'queue/callback-address': ['passed', 'to another message of OrderSubmissionRequested'],
    });
  });

  test('who sends a result again, or passes a message over, sends nothing to another', () => {
    const again = [...both, callback(60, 'a'), callback(70, 'b'), remove(80, 'a'), remove(90, 'b')];
    expect(told(again, 100)).toMatchObject({ 'queue/callback-address': ['passed'] });
    expect(told([...both, remove(80, 'a'), remove(90, 'b')], 100)).toMatchObject({
      'queue/callback-address': ['passed'],
    });
  });
});

describe('the nonce of a Test message', () => {
  const begun = [active, health(5), poll(20, 30, { ...message('t'), messageKind: 'Test' })];
  const answered = (status: number, more: object = {}): Seen =>
    ({ ...callback(40, 't'), messageKind: 'Test', body: { nonce: 'n' }, status, ...more }) as Seen;
  const trip = (...seen: readonly Seen[]) => told([...begun, ...seen], 100)['queue/test-round-trip'];

  test('a nonce that the platform takes is right once its message is deleted', () => {
    expect(trip(answered(204), remove(60, 't'))).toEqual(['passed']);
    expect(trip(answered(204))).toEqual(['not-exercised']);
    expect(trip(remove(60, 't'))).toEqual(['not-exercised']);
  });

  test('a nonce that the platform refuses is told of at once, a fault that was asked for is not', () => {
    expect(trip(answered(400))).toEqual(['nonce']);
    expect(trip(answered(400), answered(204), remove(60, 't'))).toContain('nonce');
    expect(trip(answered(400, { injected: true }))).toEqual(['not-exercised']);
    expect(trip(answered(400, { signed: false }))).toEqual(['not-exercised']);
  });

  test('a nonce that is refused is told of beside the one that was delivered', () => {
    const { see } = watch(posLaws, settings);
    const messages = [{ ...message('t'), messageKind: 'Test', nonce: ' "ż" ' }];
    const said = numbered([active, poll(20, 30, ...messages), answered(400, { body: { nonce: '"z"' } })]).flatMap(see);
    expect(said.map(({ outcome }) => outcome)).toContainEqual(
      expect.objectContaining({
        expected: String.raw`POST …/async/Test/t with the nonce " \"ż\" ", answered 204`,
        actual: String.raw`answered 400 to {"nonce":"\"z\""}`,
      }),
    );
  });
});
