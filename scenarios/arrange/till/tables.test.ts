import { expect, test } from 'vitest';
import { type CommandWorld } from './command-answer.ts';
import { openTableAt } from './tables.ts';

const failed = (retryable: boolean): object => ({ success: false, reasonCode: 'BUSY', retryable });
const open = { success: true, tableSessionContext: {}, tableOrderSnapshot: { tableId: 'T1', status: 'OPEN' } };

/** A till that answers with these, one after the other, and how often it was asked. */
const lookedAt = async (...bodies: readonly object[]) => {
  let asked = 0;
  let waitedMs = 0;
  const world = {
    till: {
      traffic: () => [],
      mark: () => 0,
      send: () => Promise.resolve({ messageId: `m${++asked}`, messageKind: 'TableOrderSnapshotRequested' }),
      next: () => Promise.resolve({ body: bodies[Math.min(asked, bodies.length) - 1], exchange: asked }),
    },
    clock: { now: () => 0, sleep: (ms: number) => Promise.resolve(void (waitedMs += ms)) },
    patienceMs: 1,
  } as unknown as CommandWorld;
  const { kind } = await openTableAt(world, 'T1');
  return { kind, asked, waitedMs };
};

test('a table is looked at again where the till calls its failure worth a retry, twice at most', async () => {
  expect(await lookedAt(failed(true), open)).toEqual({ kind: 'seated', asked: 2, waitedMs: 1_500 });
  expect(await lookedAt(failed(true))).toEqual({ kind: 'not-open', asked: 3, waitedMs: 3_000 });
});

test('another answer is taken as it is', async () => {
  expect(await lookedAt(open)).toEqual({ kind: 'seated', asked: 1, waitedMs: 0 });
  expect(await lookedAt(failed(false), open)).toEqual({ kind: 'not-open', asked: 1, waitedMs: 0 });
});
