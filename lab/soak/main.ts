/**
 * `npm run soak -- [--messages 100000] [--locations 50] [--pollers 20] [--seed 1] [--parts 10] [--minutes N]`: commands
 * through the control API, tills that receive, answer and delete over real sockets, and a schedule of duplicates, errors
 * and dropped connections. Each part is drained before the next; none is begun when the minutes are over. Exit code 1 when a message is lost, out of order in its group, or came twice without the schedule saying so.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { visibilityMs } from '#traffic/laws';
import { type Mishap, mishapOf, randomFrom } from './soak-schedule.ts';
import { openTill, type Till } from './soak-till.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '100000' },
    locations: { type: 'string', default: '50' },
    pollers: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    parts: { type: 'string', default: '10' },
    minutes: { type: 'string', default: 'Infinity' },
  },
});
const [messages = 0, locations = 0, pollers = 0, seed = 0, parts = 0, minutes = 0] = [
  values.messages,
  values.locations,
  values.pollers,
  values.seed,
  values.parts,
  values.minutes,
].map(Number);

const child = fork(new URL('soak-platform.ts', import.meta.url), { execArgv: ['--expose-gc'] });
const [{ api, control }] = (await once(child, 'message')) as [{ api: string; control: string }];
// The platform closes what was idle for a minute; on a busy machine these tills notice that too late.
const agent = new Agent({ connections: 2 * pollers, pipelining: 1, keepAliveMaxTimeout: 5000 });

const tell = async (path: string, body: object): Promise<Record<string, unknown>> => {
  const answer = await request(`${control}${path}`, { dispatcher: agent, method: 'POST', body: JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`the control API answered ${path} with ${answer.statusCode}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
};

interface Memory {
  readonly heapUsed: number;
  readonly rss: number;
}
const memory = async (): Promise<Memory> => {
  child.send('memory');
  const [{ heapUsed, rss }] = (await once(child, 'message')) as [Memory];
  return { heapUsed: heapUsed / 2 ** 20, rss: rss / 2 ** 20 };
};

const tills: readonly Till[] = await Promise.all(
  Array.from({ length: locations }, async (_, index) =>
    openTill({ api, control, agent, location: `soak-${String(index).padStart(2, '0')}` }),
  ),
);
const random = randomFrom(seed);
/** Of each message the location and the table, which is its group. */
const places = Array.from({ length: messages }, () => ({
  till: tills[Math.floor(random() * tills.length)] as Till,
  table: `T${Math.floor(random() * 4)}`,
}));

/** How often a message has to come again, by the schedule. */
const scheduled = new Map<number, number>();
/** How often it may as well, since a till took too long. */
const timedOut = new Map<number, number>();
const seen = new Uint16Array(messages);
const last = new Map<string, number>();
/** When the call began that brought it last, in ms. */
const receivedAt = new Map<number, number>();
const counts = { outOfOrder: 0, mishaps: 0, received: 0 };
const oneMore = (of: Map<number, number>, index: number): void => void of.set(index, (of.get(index) ?? 0) + 1);

const mishap = async ({ kind, action, after }: Mishap, index: number, messageId: string, till: Till): Promise<void> => {
  counts.mishaps += 1;
  const command = `/locations/${till.location}/commands/${messageId}`;
  const again = () => oneMore(scheduled, index);
  const path = '/merchant/v1/async/';
  const half = after ? 'after' : 'before';
  switch (kind) {
    case 'duplicate': {
      // A till may have been quicker, and deleted it already.
      const { duplicated } = await tell(`${command}/duplicate`, { times: 1 });
      if (duplicated === 1) again();
      return;
    }
    case 'resend':
      await tell(`${command}/resend`, {});
      again();
      return;
    case 'queue-error':
      await tell('/faults', { kind: 'error', error: 'ServiceUnavailable', action, times: 2 });
      return;
    case 'queue-drop-before':
      await tell('/faults', { kind: 'drop-before', action });
      return;
    case 'queue-drop-after':
      await tell('/faults', { kind: 'drop-after', action });
      return;
    case 'api-error':
      await tell('/apiFaults', { kind: `status-${half}`, status: 503, path, times: 2 });
      return;
    case 'api-drop':
      await tell('/apiFaults', { kind: `drop-${half}`, path });
      return;
    default:
      return kind satisfies never;
  }
};

/** Commands of one location go out one after the other, so that the order of sending is that of the numbers. */
const send = async (till: Till, indexes: readonly number[]): Promise<void> => {
  for (const index of indexes) {
    const { messageId } = await tell(`/locations/${till.location}/commands`, {
      messageKind: 'TableOrderSnapshotRequested',
      payload: { tableId: places[index]?.table, checkpoint: String(index) },
      // Time is moved between the parts, and these tills report no health.
      force: true,
    });
    const planned = mishapOf(seed, index);
    if (planned !== undefined) await mishap(planned, index, String(messageId), till);
  }
};

const poll = async (till: Till): Promise<number> => {
  const from = performance.now();
  const received = await till.receive();
  const to = performance.now();
  for (const { index, groupId, messageId, receiptHandle } of received) {
    const count = (seen[index] ?? 0) + 1;
    seen[index] = count;
    // On a busy machine it may be these tills that take longer than a message stays hidden: it comes again, as it must.
    // This may as well be what the schedule has come again: it is allowed, and nothing is due.
    if (to - (receivedAt.get(index) ?? to) >= visibilityMs) oneMore(timedOut, index);
    receivedAt.set(index, from);
    if (count === 1) {
      const group = `${till.location} ${groupId}`;
      if ((last.get(group) ?? -1) > index) counts.outOfOrder += 1;
      last.set(group, index);
    }
    await till.answer(messageId);
    await till.delete(receiptHandle);
  }
  counts.received += received.length;
  return received.length;
};

/** `width` workers share the jobs out. */
const share = async <Job>(jobs: readonly Job[], width: number, work: (job: Job) => Promise<void>): Promise<void> => {
  const queue = [...jobs];
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let job = queue.shift(); job !== undefined; job = queue.shift()) await work(job);
    }),
  );
};

const startedAt = performance.now();
const memories: Memory[] = [];
let sentSoFar = 0;

const outcome = () => {
  const deliveries = seen.subarray(0, sentSoFar);
  return {
    lost: deliveries.filter((count) => count === 0).length,
    twice: deliveries.filter((count, index) => count > 1 + (scheduled.get(index) ?? 0) + (timedOut.get(index) ?? 0))
      .length,
    missed: [...scheduled].filter(([index, extra]) => (seen[index] ?? 0) < 1 + extra).length,
  };
};

for (let part = 0; part < parts && performance.now() - startedAt < minutes * 60_000; part += 1) {
  const range = [part, part + 1].map((edge) => Math.floor((edge * messages) / parts)) as [number, number];
  const byTill = Map.groupBy(
    Array.from({ length: range[1] - range[0] }, (_, offset) => range[0] + offset),
    (index) => places[index]?.till as Till,
  );
  let sending = true;
  const sent = share([...byTill], pollers, async ([till, indexes]) => send(till, indexes)).then(() => {
    sending = false;
  });
  await Promise.all([
    sent,
    share(
      Array.from({ length: pollers }, (_, index) => index),
      pollers,
      async (number) => {
        // Each poller looks after its own locations until they are empty and nothing more comes.
        const own = tills.filter((_, index) => index % pollers === number);
        for (let busy = true; busy || sending; ) {
          busy = false;
          for (const till of own) if ((await poll(till)) > 0) busy = true;
          // Empty receives would take the machine from those who send.
          if (!busy) await setTimeout(20);
        }
      },
    ),
  ]);
  // Faults planned for calls that were never made would hit the next part; the deduplication window is five minutes.
  await Promise.all(['/faults', '/apiFaults'].map((path) => request(`${control}${path}`, { method: 'DELETE' })));
  await tell('/clock/advance', { ms: 360_000 });
  for (const till of tills) while ((await poll(till)) > 0);
  const now = await memory();
  memories.push(now);
  [, sentSoFar] = range;
  receivedAt.clear();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const { lost, twice, missed } = outcome();
  process.stderr.write(
    `${sentSoFar} messages, ${seconds} s, heap ${now.heapUsed.toFixed(1)} MiB, resident ${now.rss.toFixed(0)} MiB at rest; ` +
      `lost ${lost}, out of order ${counts.outOfOrder}, twice ${twice}, missed ${missed}\n`,
  );
}
const seconds = (performance.now() - startedAt) / 1000;
const { lost, twice, missed } = outcome();
const retries = tills.reduce((sum, till) => sum + till.retries(), 0);
const half = memories.slice(memories.length / 2).map(({ heapUsed }) => heapUsed);
const quarters = [1, 2, 3, 4].map((n) => memories[Math.ceil((n * memories.length) / 4) - 1]?.rss.toFixed(0));
process.stdout.write(
  [
    `messages ${sentSoFar} · locations ${locations} · pollers ${pollers} each way · seed ${seed} · ${seconds.toFixed(0)} s · ${Math.round(sentSoFar / seconds)} messages/s`,
    `mishaps planned ${counts.mishaps} · calls repeated ${retries} · deliveries ${counts.received}, of which ${timedOut.size} messages late, since a till took too long`,
    `lost ${lost} · out of order in a group ${counts.outOfOrder} · twice without the schedule ${twice} · scheduled again and never seen again ${missed}`,
    `resident after each quarter, MiB: ${quarters.join(' ')}`,
    `heap at rest after each part, MiB: ${memories.map(({ heapUsed }) => heapUsed.toFixed(1)).join(' ')}`,
    `second half: ${(Math.max(...half) - Math.min(...half)).toFixed(1)} MiB between least and most`,
    '',
  ].join('\n'),
);
process.exitCode = lost + counts.outOfOrder + twice + missed === 0 ? 0 : 1;
child.kill();
await agent.close();
