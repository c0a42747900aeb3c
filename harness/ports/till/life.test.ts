import { expect, test } from 'vitest';
import { createManualClock } from '#mocks/time';
import { createTillLife } from './life.ts';

const watched = () => {
  const clock = createManualClock(0);
  const life = createTillLife(clock);
  let how: string | undefined;
  void life.died.then((said) => (how = said));
  life.watch();
  return { clock, life, how: async () => (await Promise.resolve(), how) };
};

test('whoever makes no call for seventy seconds is dead, and not before', async () => {
  const { clock, life, how } = watched();
  clock.advance(60_000);
  life.call()();
  clock.advance(69_000);
  expect(await how()).toBeUndefined();
  clock.advance(1_000);
  expect(await how()).toMatch(/^made no call for 70 s/);
});

test('who still waits for an answer is not dead', async () => {
  const { clock, life, how } = watched();
  const answered = life.call();
  clock.advance(200_000);
  expect(await how()).toBeUndefined();
  answered();
  clock.advance(45_000);
  expect(await how()).toBeUndefined();
  clock.advance(10_000);
  expect(await how()).toMatch(/^made no call for 2\d\d s/);
});

test('an answer to its last poll does not tell that it lives', async () => {
  const { clock, life, how } = watched();
  const answered = life.call();
  clock.advance(20_000);
  answered();
  clock.advance(50_000);
  expect(await how()).toMatch(/^made no call for 70 s/);
});

test('what we started is dead once it has ended, unless it has left the till behind', async () => {
  const gone = watched();
  gone.life.ended('ended with exit code 9');
  gone.clock.advance(5_000);
  expect(await gone.how()).toBe('ended with exit code 9');
  const left = watched();
  left.life.ended('ended with exit code 1');
  left.clock.advance(3_000);
  left.life.call()();
  left.clock.advance(3_000);
  expect(await left.how()).toBeUndefined();
});

test('after a while without a call it is in doubt, until it stirs', async () => {
  const { clock, life } = watched();
  expect(life.isInDoubt()).toBe(false);
  clock.advance(21_000);
  expect(life.isInDoubt()).toBe(true);
  let stirred = false;
  const stirs = life.stirs().then(() => (stirred = true));
  await Promise.resolve();
  expect(stirred).toBe(false);
  life.call()();
  await stirs;
  expect(life.isInDoubt()).toBe(false);
});
