import { expect, test } from 'vitest';
import { active, callback, health, message, poll, remove, type Seen, told } from '../../pos-stream.fixture.ts';

const again: Seen = { ...active, at: 30_000 };
/** The open poll of before brings something, which nobody works on. */
const former = poll(25_000, 31_000, message('m1'));
const before = [active, health(5), poll(20, 20_020), poll(20_030, 24_990)];

test('a till that is activated once more and polls no more is told so, whatever its last poll brought', () => {
  const silent = [...before, again, former, health(31_500)];
  expect(told(silent, 60_000)['queue/long-polling']).toEqual(['passed']);
  expect(told(silent, 80_000)['queue/long-polling']).toEqual(['passed', 'no poll after another activation']);
});

test('a poll that begins after the activation, or a refusal after it, is no such thing', () => {
  const polling = [...before, again, former, poll(32_000, 52_000), poll(52_010, 72_010)];
  expect(told(polling, 80_000)['queue/long-polling']).toEqual(['passed']);
  const refused = { ...active, at: 40_000, success: false } as Seen;
  expect(told([...before, again, former, refused], 90_000)['queue/long-polling']).toEqual(['passed']);
});

test('a till that works beside its polls may hold back after one that failed while it worked', () => {
  const handled = [poll(20, 30, message('m')), callback(40, 'm')];
  const failed = { ...poll(45, 50), status: 503 } as Seen;
  const said = (from: number) =>
    told([active, health(5), ...handled, failed, remove(60, 'm'), poll(from, from + 20_000)], from + 20_010);
  expect(said(40_000)['queue/long-polling']).toEqual(['passed']);
  expect(said(50_000)['queue/long-polling']).toEqual(['passed', 'pause']);
});

test('work is known for work though what the till said of it was forgotten', () => {
  const waited = [poll(20, 30, message('m')), callback(40, 'm', { answeredAt: 10_040, status: undefined })];
  const sentAgain = [callback(10_050, 'm'), remove(10_070, 'm'), poll(10_080, 10_090)];
  const large = { success: true, lines: 'x'.repeat(1_000_000) };
  const later = Array.from({ length: 30 }, (_, index) => [
    poll(10_100 + index * 100, 10_110 + index * 100, message(`m${index}`)),
    callback(10_120 + index * 100, `m${index}`, { body: large }),
    remove(10_140 + index * 100, `m${index}`),
  ]).flat();
  const stream = [active, health(5), ...waited, ...sentAgain, ...later, poll(13_150, 33_150)];
  expect(told(stream, 33_160)['queue/long-polling']).toEqual(['passed']);
});

/** It is answered at once, and its deletion fails; it comes again much later. */
const undeleted = [poll(20, 30, message('m')), callback(40, 'm'), remove(50, 'm', 1, 'faulted')];
const rested = (from: number) => poll(from, from + 10, message('later'));

test('a till that polled on past a message that it could not delete rests no longer than any other', () => {
  const stream = [active, health(5), ...undeleted, poll(60, 20_060), rested(28_000)];
  expect(told(stream, 28_020)['queue/long-polling']).toEqual(['passed', 'pause']);
});

test('while that message is retried, or the poll brought something, it may', () => {
  const retried = [...undeleted, poll(45, 20_060), rested(28_000)];
  expect(told([active, health(5), ...retried], 28_020)['queue/long-polling']).toEqual(['passed']);
  const busy = [...undeleted, poll(60, 20_060, message('next')), rested(28_000)];
  expect(told([active, health(5), ...busy], 28_020)['queue/long-polling']).toEqual(['passed']);
});

test('what went wrong is over with a poll that begins after it, though another message is deleted meanwhile', () => {
  const healed = [...undeleted, remove(70, 'm')];
  const beside = [poll(80, 90, message('n')), callback(100, 'n'), poll(105, 20_105), remove(110, 'n')];
  expect(told([active, health(5), ...healed, ...beside, rested(28_000)], 28_020)['queue/long-polling']).toEqual([
    'passed',
    'pause',
  ]);
});

test('a first poll may take as long as a till takes to load its client; none is told by its activation', () => {
  const loaded = (at: number) => told([active, health(5), poll(at, at + 10, message('m'))], at + 20);
  expect(loaded(30_000)['queue/long-polling']).toEqual(['passed']);
  expect(loaded(50_000)['queue/long-polling']).toEqual(['passed', 'pause']);
});
