import type { TillTraffic } from '#scenarios';
import { expect, test } from 'vitest';
import { posRequest, posScenario, sampleTill, taxId } from './sample-till.ts';
import { run } from './session.ts';

const kinds = (traffic: readonly TillTraffic[]): readonly string[] => traffic.map(({ kind }) => kind);
const sync = { messageKind: 'ProductListingsSyncRequested', payload: { checkpoint: null } };
const synced = { checkpoint: {}, listings: [] };

test('a till is activated before the first scenario that needs it, and what it does is told in its terms', async () => {
  using till = sampleTill({ answer: () => synced });
  const seen: TillTraffic[] = [];
  const asks = posScenario(async (world) => {
    const { messageId } = await world.till.send(sync);
    const callback = await world.till.next('callback', {
      withinMs: 5000,
      matches: (one) => one.messageId === messageId,
    });
    await world.till.next('delete', { from: callback?.n ?? 0, withinMs: 5000 });
    seen.push(...world.till.traffic());
    world.check('queue/unknown-kind', { status: 'passed' });
  });
  const result = await run(posRequest(till.triggers, [asks]));
  expect(result.scenarios).toMatchObject([{ id: 'pos/sample', status: 'done' }]);
  expect(kinds(seen)).toEqual(['activation', 'health', 'receive', 'callback', 'delete']);
  expect(seen).toMatchObject([
    { n: 0, success: true, body: { merchantTaxId: taxId } },
    { status: 204, signed: true },
    { waitSeconds: 20, status: 200, messages: [{ messageKind: sync.messageKind, receiveCount: 1 }] },
    { status: 204, signed: true, body: synced },
    { outcome: 'deleted' },
  ]);
  const statusOf = (id: string) => result.requirements.find((row) => row.id === id)?.status;
  expect(['activation/body', 'health/body', 'listings/synced-body'].map(statusOf)).toEqual([
    'passed',
    'passed',
    'passed',
  ]);
});
