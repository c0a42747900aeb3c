import { expect, test } from 'vitest';
import type { Drawing } from './drawing.ts';
import { figureOf, type Chart } from './figure.ts';
import { healthOverTime } from './health-line.ts';
import { queueLanes } from './queue-lanes.ts';
import { distributions, responseTimes } from './response-times.ts';
import { sequence } from './sequence.ts';
import { walkChart } from './walk-strip.ts';
import { busiestQueues, type SeenCall, watchCalls } from './watch-calls.ts';

const textIn = ({ children }: Drawing): string =>
  children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('');
const labels = (chart: Chart | undefined): string => (chart?.marks ?? []).map(textIn).join(' ');

test('times are told by name with what is over their limit', () => {
  const timed = [4, 6, 9000].map((durationMs, index) => ({
    name: 'order',
    durationMs,
    limitMs: 8000,
    exchange: index,
  }));
  expect(distributions(timed)).toMatchObject([
    { name: 'order', count: 3, medianMs: 6, p95Ms: 9000, over: 1, slowest: { exchange: 2 } },
  ]);
  const chart = responseTimes('How fast', [...timed, { name: 'lock', durationMs: 0.4 }]);
  expect(chart?.summary).toBe('4 answers, the slowest 9 s: order. order: 1 over 8 s.');
  expect(labels(chart)).toContain('limit 8 s');
  expect(chart?.rows[0]).toEqual(['order', '3', '6 ms', '9 s', '9 s', '8 s', '1', { exchange: 2 }]);
  expect(responseTimes('Nothing', [])).toBeUndefined();
});

test('calls stand between those who made and answered them, and what is wrong is marked', () => {
  const call = {
    exchange: 1,
    from: 'till',
    to: 'queue',
    asked: 'asks for messages',
    answered: '200',
  } as const;
  const chart = sequence('What happened', [
    call,
    { exchange: 2, from: 'till', to: 'platform', asked: 'TestResult', answered: '400', wrong: 'call' },
  ]);
  expect(labels(chart)).toMatch(/^till {2}queue {2}platform {2}.*#1 asks for messages.* 200 .*✗ #2 TestResult.* 400$/u);
  expect(chart.summary).toBe('#1 asks for messages: 200. #2 TestResult: 400 ← here.');
});

test('a till that is silent for long is told so, and one that is regular is not', () => {
  const at = (seconds: readonly number[]) =>
    seconds.map((second) => ({ place: 'bar', at: second * 1000, state: 'healthy' as const }));
  expect(labels(healthOverTime(at([0, 60, 120, 180])))).not.toContain('silent');
  const silent = healthOverTime(at([0, 60, 120, 600, 660]));
  expect(labels(silent)).toContain('8 min silent');
  expect(silent?.summary).toContain('bar: usually every 1 min, at most 8 min apart');
});

test('a message is held back while another of its group is in flight, and for no longer', () => {
  const chart = queueLanes(
    [
      { at: 0, message: 'm-1', what: 'sent', group: 'table', name: 'Bill' },
      { at: 0, message: 'm-2', what: 'sent', group: 'table', name: 'Pay' },
      { at: 0, message: 'm-3', what: 'sent', group: 'other', name: 'Bill' },
      { at: 100, message: 'm-1', what: 'received' },
      { at: 100, message: 'm-3', what: 'received' },
      { at: 2100, message: 'm-1', what: 'deleted' },
      { at: 2200, message: 'm-2', what: 'received' },
      { at: 2300, message: 'm-2', what: 'back' },
      { at: 2400, message: 'm-2', what: 'received' },
    ],
    { title: 'Queue', until: 3000 },
  );
  expect(chart?.summary).toBe(
    '3 messages of 2 groups in 3 s. The longest hold-back is 2 s, of Pay. 1 delivered more than once.',
  );
  expect(chart?.rows.map(([id, , , , waited, held, , deleted]) => [id, waited, held, deleted])).toEqual([
    ['m-1', '100 ms', '0 ms', '2 s'],
    ['m-2', '2.2 s', '2 s', 'not deleted'],
    ['m-3', '100 ms', '0 ms', 'not deleted'],
  ]);
});

test('a walk says where its order breaks', () => {
  const product = (id: string, second: number) => ({ id, updatedAt: `second ${second}`, epochMs: second * 1000 });
  const chart = walkChart({
    title: 'Walk',
    pages: [
      { exchange: 1, isCut: false, products: [product('a', 1), product('b', 3)] },
      { exchange: 2, isCut: false, products: [{ ...product('c', 2), breaks: true }] },
    ],
  });
  expect(chart?.summary).toBe('3 products on 2 pages. The order breaks once at second 2 c, listed after second 3 b.');
  expect(labels(chart)).toContain('breaks here');
});

test('a figure says in words and in a table what it draws, and links only to what is shown', () => {
  const chart = responseTimes('How fast', [
    { name: 'order', durationMs: 4, exchange: 1 },
    { name: 'lock', durationMs: 4, exchange: 2 },
  ]);
  if (chart === undefined) throw new Error('nothing was drawn');
  const figure = figureOf(chart, { id: 'p', linkTo: (n) => (n === 1 ? '#one' : undefined) });
  const json = JSON.stringify(figure);
  expect(json).toContain('"desc"');
  expect(json).toContain('"href":"#one"');
  expect(textIn(figure)).toContain('exchange 2');
  expect(json).not.toContain('"style"');
});

test('of calls alone it is told what a group held back, where the platform said since when each waited', () => {
  const watched = watchCalls({ calls: { order: { withinMs: 8000 } }, visibilityMs: 30_000 });
  const call = (id: number, at: number, more: Pick<SeenCall, 'call'> & Partial<SeenCall>): SeenCall => ({
    id,
    at,
    durationMs: 10,
    direction: 'received',
    operation: more.call,
    status: 200,
    place: 'pos/queue-schedules',
    ...more,
  });
  const received = (messageId: string, queuedAt: number) => [{ messageId, groupId: 'table', queuedAt }];
  for (const seen of [
    call(1, 90, { call: 'receiveMessage', messages: received('m-1', 0) }),
    call(2, 190, { call: 'callback', messageId: 'm-1', status: 503 }),
    // Never deleted: it is visible again after 30 s, and only until then it held others back.
    call(3, 40_090, { call: 'receiveMessage', messages: received('m-2', 50) }),
    call(4, 40_190, { call: 'callback', messageId: 'm-2' }),
    call(5, 40_200, { call: 'deleteMessage', messages: [{ messageId: 'm-2' }] }),
    call(6, 41_000, { call: 'health', healthy: false }),
    call(7, 42_000, { call: 'order', direction: 'sent', durationMs: 9000 }),
  ])
    watched.see(seen);
  const [chart, ...others] = busiestQueues(watched.moments, 30_000, (scenario) => `Queue groups in ${scenario}`);
  expect(others).toEqual([]);
  expect(chart?.title).toBe('Queue groups in pos/queue-schedules');
  expect(chart?.rows.map(([id, , group, , waited, held]) => [id, group, waited, held])).toEqual([
    ['m-1', 'table', '100 ms', '0 ms'],
    ['m-2', 'table', '40.0 s', '30 s'],
  ]);
  // Outlined as long as the other was in flight, and no longer.
  const outlined = chart?.marks
    .flatMap(({ children }) => children)
    .filter((mark) => typeof mark !== 'string' && mark.attributes['stroke-dasharray'] !== undefined);
  expect(outlined?.length).toBe(1);
  expect(watched.results).toEqual([{ name: 'callback', durationMs: 90, limitMs: 30_000, exchange: 4 }]);
  expect(watched.answers).toEqual([{ name: 'order', durationMs: 9000, limitMs: 8000, exchange: 7 }]);
  expect(watched.reports).toMatchObject([{ place: 'pos/queue-schedules', state: 'unhealthy', exchange: 6 }]);
});
