import { expect, test } from 'vitest';
import { active, callback, health, message, poll, remove, told } from '../pos-stream.fixture.ts';

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
