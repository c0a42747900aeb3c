import { expect, test } from 'vitest';
import { type CommandWorld } from './command-answer.ts';
import { openTable, openTableAt, type TableWorld } from './tables.ts';

const failed = (retryable: boolean): object => ({ success: false, reasonCode: 'BUSY', retryable });
const open = { success: true, tableSessionContext: {}, tableOrderSnapshot: { tableId: 'T1', status: 'OPEN' } };

/** A till that answers with these, one after the other, and what it was asked. */
const tillThat = (...bodies: readonly object[]) => {
  const asked: string[] = [];
  let waitedMs = 0;
  const world = {
    till: {
      traffic: () => [],
      mark: () => 0,
      send: ({ messageKind }: { readonly messageKind: string }) =>
        Promise.resolve({ messageId: `m${asked.push(messageKind)}`, messageKind }),
      next: () => Promise.resolve({ body: bodies[Math.min(asked.length, bodies.length) - 1], exchange: asked.length }),
    },
    clock: { now: () => 0, sleep: (ms: number) => Promise.resolve(void (waitedMs += ms)) },
    patienceMs: 1,
    tables: { take: ([table]: readonly string[]) => Promise.resolve(table), leave: () => undefined },
    fixtures: { tables: { open: ['T1'] }, listings: { inStock: ['L1'] } },
    claims: { postpaid: true },
  };
  return { world: world as unknown as CommandWorld & TableWorld, asked, waitedMs: () => waitedMs };
};

const lookedAt = async (...bodies: readonly object[]) => {
  const { world, asked, waitedMs } = tillThat(...bodies);
  const { kind } = await openTableAt(world, 'T1');
  return { kind, asked: asked.length, waitedMs: waitedMs() };
};

test('a table is looked at again where the till calls its failure worth a retry, twice at most', async () => {
  expect(await lookedAt(failed(true), open)).toEqual({ kind: 'seated', asked: 2, waitedMs: 1_500 });
  expect(await lookedAt(failed(true))).toEqual({ kind: 'not-open', asked: 3, waitedMs: 3_000 });
});

test('another answer is taken as it is', async () => {
  expect(await lookedAt(open)).toEqual({ kind: 'seated', asked: 1, waitedMs: 0 });
  expect(await lookedAt(failed(false), open)).toEqual({ kind: 'not-open', asked: 1, waitedMs: 0 });
});

test('where all are closed, as payments leave them, an order opens one again; who takes none has none open', async () => {
  const closed = { success: true, tableOrderSnapshot: { tableId: 'T1', status: 'CLOSED' } };
  const opening = tillThat(closed, { success: true, acceptedItems: [] }, open);
  expect(await openTable(opening.world, 'changes')).toMatchObject({ kind: 'seated', tableId: 'T1' });
  expect(opening.asked[1]).toBe('OrderSubmissionRequested');
  const refusing = tillThat(closed, { success: false, rejectedItems: [{ reasonCode: 'ORDER_CLOSED' }] }, closed);
  await expect(openTable(refusing.world, 'changes')).rejects.toThrow();
});
