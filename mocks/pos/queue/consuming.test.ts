import { expect, test } from 'vitest';
import { createManualClock } from '#mocks/time';
import { posVariants } from '../index.ts';
import { activeTill as active, passing } from '#lab/doubles/till/till-rig';

const startedAt = Date.UTC(2026, 10, 21, 12);

test.each(posVariants)('%s applies a duplicate and a business retry once', async (variant) => {
  await using rig = await active(variant);
  const tableId = rig.fixtures.tables?.open?.[0];
  const items = [{ listingId: rig.fixtures.listings?.inStock?.[0], quantity: 1 }];
  const lines = async () => (await rig.ask('TableOrderSnapshotRequested', { tableId })).tableOrderSnapshot.lines.length;
  const before = await lines();
  const order = { orderContext: { type: 'STATION', stationId: tableId, stationKind: 'TABLE' }, items };
  const messageId = rig.send('OrderSubmissionRequested', order, { idempotencyKey: 'order-1' });
  await rig.deleted(messageId);
  rig.platform.control.resendCommand(rig.id, messageId);
  expect(await rig.ask('OrderSubmissionRequested', order, { idempotencyKey: 'order-1' })).toMatchObject({
    success: true,
  });
  expect(await lines()).toBe(before + 1);
});

test.each(posVariants)('%s loses no result when callbacks fail', async (variant) => {
  const clock = createManualClock(startedAt);
  let failures = 2;
  await using rig = await active(variant, {
    clock,
    through: async (request, platform) => {
      if (!request.url.includes('/async/') || failures === 0) return platform(request);
      failures--;
      return failures === 0 ? Response.error() : new Response(null, { status: 503 });
    },
  });
  const result = rig.ask('TableOrderSnapshotRequested', { tableId: 'made-up' });
  expect(await passing(clock, result)).toMatchObject({ success: false });
});

test.each(posVariants)('%s goes on polling after faults of the queue', async (variant) => {
  const clock = createManualClock(startedAt);
  await using rig = await active(variant, { clock });
  for (const kind of ['error', 'drop-before', 'drop-after'] as const)
    rig.platform.control.faults.add({ kind, times: 4, ...(kind === 'error' && { error: 'ServiceUnavailable' }) });
  const result = rig.ask('TableOrderSnapshotRequested', { tableId: 'made-up' });
  expect(await passing(clock, result)).toMatchObject({ success: false });
});

test.each(posVariants)('%s handles a group in order and goes on past a kind it does not know', async (variant) => {
  await using rig = await active(variant);
  rig.send('Unheard', {}, { unchecked: true, groupId: 'new' });
  const sent = [1, 2, 3, 4, 5].map((tableId) =>
    rig.send('TableOrderSnapshotRequested', { tableId: `T${tableId}` }, { groupId: 'one' }),
  );
  await rig.deleted(sent.at(-1) ?? '');
  expect(rig.seen.flatMap((event) => (event.kind === 'callback' ? [event.messageId] : []))).toEqual(sent);
});

test.each(posVariants)('%s polls no more once it is stopped', async (variant) => {
  await using rig = await active(variant);
  await rig.event('health');
  await rig.till.stop();
  const from = rig.mark();
  rig.send('Test', { nonce: 'n' });
  await rig.till.stop();
  expect(rig.seen.slice(from).filter(({ kind }) => kind === 'queue-call' || kind === 'callback')).toEqual([]);
});
