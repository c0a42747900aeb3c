import { expect, test } from 'vitest';
import type { AwaitedEvent } from '../../arrange/till/await-event.ts';
import { borrowedEnds, leftEnd, oddEnd } from './optional-members.ts';

const asked = oddEnd(Date.UTC(2026, 4, 1, 12, 0, 17));
const event = (change: object) => ({
  kind: 'event',
  n: 0,
  at: 0,
  exchange: 1,
  status: 204,
  signed: true,
  messageKind: 'PosOrderTypeAvailabilityChanged',
  body: { changes: [change] },
});
const paused = event({ orderType: 'STATION', state: 'PAUSED', effectiveUntil: asked });
const said = (change: object) =>
  borrowedEnds(
    paused as Parameters<typeof borrowedEnds>[0],
    [{ kind: 'pushed', event: event(change), from: 0 } as AwaitedEvent],
    { orderType: 'PICKUP', asked },
  ).map(({ status }) => status);

test('an end that was set for another type is told of, and may be that of all pauses', () => {
  expect(said({ orderType: 'PICKUP', state: 'ACCEPTING', effectiveUntil: asked })).toEqual(['failed']);
  expect(said({ orderType: 'PICKUP', state: 'ACCEPTING', effectiveUntil: asked.replace('Z', '+00:00') })).toEqual([
    'failed',
  ]);
  expect(said({ orderType: 'PICKUP', state: 'PAUSED', effectiveUntil: asked })).toEqual(['warned']);
});

test('none, one of its own, and that of the type itself are not', () => {
  expect(said({ orderType: 'PICKUP', state: 'ACCEPTING' })).toEqual([]);
  expect(said({ orderType: 'PICKUP', state: 'PAUSED', effectiveUntil: '2026-05-01T12:37:16Z' })).toEqual([]);
  expect(said({ orderType: 'STATION', state: 'PAUSED', effectiveUntil: asked })).toEqual([]);
});

test('the end of a pause that is over is told of', () => {
  const left = (change: object) =>
    leftEnd(
      paused as Parameters<typeof leftEnd>[0],
      { kind: 'pushed', event: event({ orderType: 'STATION', ...change }), from: 0 } as AwaitedEvent,
      { orderType: 'STATION', asked },
    )?.status;
  expect(left({ state: 'ACCEPTING', effectiveUntil: asked })).toBe('warned');
  expect(left({ state: 'ACCEPTING' })).toBeUndefined();
  expect(left({ state: 'ACCEPTING', effectiveUntil: '2026-05-01T12:37:16Z' })).toBeUndefined();
  expect(left({ state: 'PAUSED', effectiveUntil: asked })).toBeUndefined();
});

test('the end that is set is no whole minute', () => {
  expect(asked).toBe('2026-05-01T12:37:17Z');
  expect(oddEnd(Date.UTC(2026, 4, 1, 12, 0, 59, 999))).toBe('2026-05-01T12:37:17Z');
});
