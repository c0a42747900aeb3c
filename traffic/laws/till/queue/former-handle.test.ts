import { expect, test } from 'vitest';
import { active, callback, health, message, poll, remove, type Seen, told } from '../../pos-stream.fixture.ts';

const again = (delivery: number, at: number): Seen => poll(at - 10, at, message('m', delivery));
const handled = [active, health(5), again(1, 30), callback(40, 'm')];
const oldHandle = 'queue/delete-after-callback';

test.for<[string, readonly Seen[], number, readonly string[]]>([
  [
    'late, and then with its own',
    [again(2, 30_030), remove(31_000, 'm', 1, 'stale'), remove(32_000, 'm', 2)],
    33_000,
    ['passed'],
  ],
  ['late, as the run ends', [again(2, 30_030), remove(31_000, 'm', 1, 'stale')], 32_000, ['not-exercised']],
  ['on its way as it came again', [again(2, 700), remove(707, 'm', 1, 'stale')], 91_000, ['not-exercised']],
  [
    'once it was answered again',
    [again(2, 30_030), callback(30_040, 'm'), remove(31_000, 'm', 1, 'stale')],
    91_000,
    ['former handle'],
  ],
  [
    'of a first delivery for each later one',
    [
      again(2, 30_030),
      remove(30_050, 'm', 1, 'stale'),
      again(3, 60_100),
      remove(60_150, 'm', 1, 'stale'),
      again(4, 90_200),
      remove(90_250, 'm', 1, 'stale'),
      again(5, 120_300),
    ],
    120_400,
    ['former handle'],
  ],
  [
    'late because it was delivered again at once, again and again',
    [2, 3, 4, 5].flatMap((delivery) => [
      again(delivery, 500 * delivery),
      remove(500 * delivery + 400, 'm', delivery - 1, 'stale'),
    ]),
    3_000,
    ['not-exercised'],
  ],
  [
    'of each delivery in its turn, behind those that came at once',
    [
      ...[2, 3, 4].map((delivery) => again(delivery, 500 * delivery)),
      remove(2_400, 'm', 1, 'stale'),
      callback(3_000, 'm'),
      remove(3_050, 'm', 2, 'stale'),
      remove(4_000, 'm', 2, 'stale'),
      callback(4_500, 'm'),
      remove(4_550, 'm', 3, 'stale'),
    ],
    40_000,
    ['not-exercised'],
  ],
  ['that had done its work', [remove(60, 'm'), again(2, 500), remove(600, 'm')], 6_000, ['passed', 'former handle']],
  [
    'twice, on its way as it came again',
    [remove(60, 'm'), again(2, 500), remove(600, 'm'), remove(700, 'm', 2)],
    6_000,
    ['passed'],
  ],
  [
    'of which it never saw the successor',
    [{ ...again(2, 30_030), status: 0 } as Seen, remove(31_000, 'm', 1, 'stale')],
    92_000,
    ['not-exercised'],
  ],
])('a message deleted with a former handle, %s', ([, seen, endsAt, expected]) => {
  expect(told([...handled, ...seen], endsAt)[oldHandle]).toEqual(expected);
});

test('a message that comes thousands of times is told of in no more time than thousands that come once', () => {
  const stream = [
    ...handled,
    ...Array.from({ length: 4000 }, (_, n) => [again(n + 2, 500 * n), remove(500 * n + 9, 'm', 1, 'stale')]),
  ].flat();
  const before = process.threadCpuUsage();
  expect(told(stream, 5_000_000)[oldHandle]).toContain('former handle');
  // It took minutes while each call looked at all calls before it.
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(10_000);
});
