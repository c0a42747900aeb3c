import { createWarpClock } from '#mocks/time';
import type { JournalEvent } from '#schemas';
import type { PosScenario, TillTraffic } from '#scenarios';
import { expect, test } from 'vitest';
import { posRequest, posScenario, sampleTill, taxId } from '#lab/doubles/till/till-run';
import { createTriggers } from '../targets/triggers.ts';
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

const observed = async (
  work: PosScenario['run'],
  { answer = () => synced, ...more }: Parameters<typeof sampleTill>[0] = {},
): Promise<{ readonly traffic: readonly TillTraffic[]; readonly result: Awaited<ReturnType<typeof run>> }> => {
  using till = sampleTill({ answer, ...more });
  let traffic: readonly TillTraffic[] = [];
  const scenario = posScenario(async (world) => {
    await work(world);
    traffic = [...world.till.traffic()];
  });
  const result = await run({ ...posRequest(till.triggers, [scenario]), clock: createWarpClock() });
  return { traffic, result };
};

test('results are answered as the scenario says, one after the other, and judged as always afterwards', async () => {
  const { traffic } = await observed(async ({ till }) => {
    const { messageId } = await till.send(sync);
    till.answerCallbacks(messageId, [{ status: 503 }, 'drop', 'silence']);
    let from = 0;
    for (let left = 4; left > 0; left--) {
      const callback = await till.next('callback', { from, withinMs: 120_000 });
      from = (callback?.n ?? 0) + 1;
      till.expireVisibility(messageId);
    }
    await till.next('delete', { from: 0, withinMs: 60_000 });
  });
  expect(traffic.flatMap((seen) => (seen.kind === 'callback' ? [seen.status] : []))).toEqual([
    503,
    undefined,
    undefined,
    204,
  ]);
  expect(
    traffic.flatMap((seen) => (seen.kind === 'receive' ? seen.messages : [])).map((one) => one.receiveCount),
  ).toEqual([1, 2, 3, 4]);
});

test('a message that was handled and deleted can be delivered once more', async () => {
  const { traffic } = await observed(async ({ till }) => {
    const { messageId } = await till.send(sync);
    await till.next('delete', { from: 0, withinMs: 10_000 });
    const from = till.mark();
    till.deliverAgain(messageId);
    await till.next('delete', { from, withinMs: 10_000 });
  });
  const sent = traffic.flatMap((seen) => (seen.kind === 'callback' ? [seen.messageId] : []));
  expect(sent).toHaveLength(2);
  expect(new Set(sent).size).toBe(1);
});

test('a bad result is charged to the till where it is wrong, and a bad command of ours is our bug', async () => {
  const { result } = await observed(
    async ({ till }) => {
      await till.send(sync);
      await till.next('callback', { from: 0, withinMs: 10_000 });
      await till.send({ messageKind: 'TableOrderSnapshotRequested', payload: {} });
    },
    { answer: () => ({ checkpoint: 'text', listings: [] }), health: { healthy: 'yes' } },
  );
  const violated = result.requirements.filter(({ status }) => status === 'failed').map(({ id }) => id);
  expect(violated).toEqual(['health/body', 'listings/synced-body']);
  expect(result.scenarios[0]?.reason).toContain('our own TableOrderSnapshotRequested is wrong');
});

test('no PIN and nothing that was issued gets into the journal', async () => {
  using till = sampleTill({ answer: () => synced });
  const events: JournalEvent[] = [];
  const pins: string[] = [];
  const talks = posScenario(async (world) => {
    const [activation] = world.till.traffic();
    pins.push(String(Object(Object(activation).body).pinCode));
    const { apiKey } = till.issued()?.apiConfiguration ?? {};
    await till.call(world.till.platformUrl, 'POST', `/elsewhere/${apiKey}`, { pin: pins[0], all: till.issued() });
    world.check('queue/unknown-kind', {
      status: 'failed',
      message: `PIN ${pins[0]}`,
      expected: '-',
      actual: `${apiKey}`,
    });
  });
  await run(posRequest(till.triggers, [talks], events));
  const journal = JSON.stringify(events);
  const { apiConfiguration, queueConfiguration } = till.issued() ?? {};
  const secrets = [...pins, apiConfiguration?.apiKey, apiConfiguration?.secret, queueConfiguration?.secretAccessKey];
  for (const secret of [...secrets, queueConfiguration?.accessKeyId]) {
    expect(secret).toMatch(/.{6}/);
    expect(journal).not.toContain(secret);
  }
});

test('a till that never activates is not judged, and the reason says what to do', async () => {
  const said: string[] = [];
  const nobody = { has: () => false, fire: () => Promise.reject(new Error('nobody')) };
  const waits = posScenario(() => Promise.reject(new Error('not reached')));
  const request = {
    ...posRequest(nobody, [waits]),
    clock: createWarpClock(),
    announce: (text: string) => said.push(text),
  };
  const result = await run(request);
  expect(result).toMatchObject({ verdict: 'not-judged', exitCode: 3 });
  expect(result.reason).toContain('platform.publicUrl');
  expect(said).toMatchObject([
    expect.stringMatching(/^Activate the till now: platform http.*, tax id 5250000001, PIN \d{6} /),
  ]);
});

test('a till that never polls is told which setting its SDK probably lacks', async () => {
  const { result } = await observed(
    ({ patienceMs }) => {
      expect(patienceMs).toBeGreaterThan(0);
      return Promise.resolve();
    },
    { polls: false },
  );
  const row = result.requirements.find(({ id }) => id === 'queue/long-polling');
  expect(row).toMatchObject({
    status: 'failed',
    violations: [{ message: expect.stringContaining('AWS_ENDPOINT_URL_SQS') }],
  });
});

test('a person need not confirm an activation that has arrived', async () => {
  using till = sampleTill({ answer: () => synced });
  const byHand = createTriggers(
    { activatePos: { manual: '{{platformUrl}} {{merchantTaxId}} {{pinCode}}' } },
    {
      signal: new AbortController().signal,
      prompter: async ({ instruction }, signal) => {
        const [platformUrl = '', tax = '', pin = ''] = instruction.split(' ');
        void till.activate(platformUrl, tax, pin);
        return await new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        });
      },
    },
  );
  const runs = posScenario(() => Promise.resolve());
  const result = await run(posRequest(byHand, [runs]));
  expect(result.scenarios).toMatchObject([{ status: 'done' }]);
});

test('what needs no activated till runs before it, and the rest after', async () => {
  using till = sampleTill();
  const seen: string[] = [];
  const before = posScenario(
    async ({ till: port }) => void seen.push(...kinds(port.traffic())),
    'activation',
    'pos/before',
  );
  const after = posScenario(
    async ({ till: port }) => void seen.push('|', ...kinds(port.traffic())),
    'read',
    'pos/after',
  );
  await run(posRequest(till.triggers, [after, before]));
  expect(seen.slice(0, 3)).toEqual(['|', 'activation', 'health']);
});
