import { expect, test } from 'vitest';
import { createByteBudget } from '../../retention/byte-budget.ts';
import { active, callback, health, message, numbered, poll, remove, told } from '../../laws/pos-stream.fixture.ts';
import { createLifecycles, lifecyclesIn } from './messages.ts';

const large = { success: true, listings: 'x'.repeat(1_000_000) };
const sync = 'ProductListingsSyncRequested';
/** Far more than laws remember of what was said. */
const syncs = Array.from({ length: 30 }, (_, index) => [
  poll(1_000 + index * 100, 1_010 + index * 100, message(`s${index}`, 1, 'syncs', sync)),
  callback(1_020 + index * 100, `s${index}`, { messageKind: sync, body: large }),
  remove(1_040 + index * 100, `s${index}`),
]).flat();

test('a message that comes again was answered before, though its result was forgotten', () => {
  const ordered = [poll(10, 20, message('a')), callback(30, 'a', { body: { ...large } }), remove(50, 'a')];
  const next = [poll(60, 70, message('b')), callback(80, 'b'), remove(100, 'b')];
  const again = [poll(5_000, 5_010, message('a', 2)), callback(5_020, 'a'), remove(5_040, 'a', 2)];
  const stream = [active, health(5), ...ordered, ...next, ...syncs, ...again, poll(5_050, 25_050)];
  const said = told(stream, 25_060);
  expect(said['queue/group-order']).toEqual(['passed']);
  expect(said['queue/duplicate-same-result']).toEqual(['passed']);
});

test('a message whose beginning was forgotten is nobody’s to judge, and is worked on', () => {
  const { add, all } = createLifecycles(createByteBudget({ most: 10, small: 0 }));
  const repeats = Array.from({ length: 40 }, (_, index) => [
    poll(index, index, message('a', index)),
    callback(index, 'a'),
    remove(index, 'a', index),
  ]).flat();
  const about = numbered(repeats).map((seen) => [add(seen).length, [...all()].length]);
  expect(about.slice(0, 3)).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
  expect(about).toContainEqual([0, 1]);
});

test('a log that has grown is read on to what it would have been read as at once, and what was read before stays', () => {
  const acts = [callback(5, 'b'), poll(10, 20, message('a')), callback(30, 'a'), poll(35, 40, message('b'))];
  const whole = numbered([active, ...acts, remove(50, 'a'), poll(60, 70, message('a', 2)), remove(80, 'c')]);
  const log = whole.slice(0, 3);
  const [before] = lifecyclesIn(log);
  for (const seen of whole.slice(3)) {
    log.push(seen);
    lifecyclesIn(log);
  }
  expect(lifecyclesIn(log)).toEqual(lifecyclesIn([...log]));
  expect(lifecyclesIn(log)).toMatchObject([
    { messageId: 'a', place: 0, deliveries: [{}, {}], callbacks: [{ status: 204 }], deletes: [{}] },
    { messageId: 'b', place: 1, deliveries: [{}], callbacks: [{ at: 5 }], deletes: [] },
  ]);
  expect(before).toMatchObject({ deliveries: [{}], callbacks: [], deletes: [] });
});
