import { Agent, request } from 'undici';
import { measured } from '../bench/alternate.ts';
import { startPeer } from '../bench/pos-peer.ts';
import { quantile } from '../bench/row.ts';
import { openTill, type Till } from '../soak/soak-till.ts';
import type { Curve, Point } from './curve.ts';

const commands = 2_000;
/** Commands that are under way at once, whoever they are for. */
const atOnce = 4;

/** Tills that all wait with an open poll, and commands to one after the other: received, answered and deleted. */
export const tills = async (most: number): Promise<Curve> => {
  const points: Point[] = [];
  for (const size of [1, 10, 50, 100, 250, 500, 1_000]) {
    if (size > most) break;
    points.push(await together(size));
  }
  return { title: 'Tills on one platform: a command handled', sizes: 'tills', unit: 'command', points };
};

const together = async (size: number): Promise<Point> => {
  await using platform = await startPeer('platform');
  const agent = new Agent({ connections: size + 4 * atOnce, pipelining: 1 });
  const control = new URL(platform.commandsUrl).origin;
  const all: Till[] = [];
  for (let index = 0; index < size; index += 1)
    all.push(await openTill({ api: platform.url, control, agent, location: `till-${index}` }));
  const handled = new Map<string, () => void>();
  let isOver = false;
  const attending = all.map(async (till) => {
    while (!isOver)
      for (const { messageId, receiptHandle } of await till.receive(1)) {
        await till.answer(messageId);
        await till.delete(receiptHandle);
        handled.get(messageId)?.();
      }
  });
  const took: number[] = [];
  const send = async (index: number): Promise<void> => {
    const messageId = crypto.randomUUID();
    const { location } = all[index % size] as Till;
    const from = performance.now();
    const done = new Promise<void>((resolve) => handled.set(messageId, resolve));
    const payload = { tableId: 'T1' };
    const body = JSON.stringify({ messageKind: 'TableOrderSnapshotRequested', payload, messageId });
    const answer = await request(`${control}/locations/${location}/commands`, {
      dispatcher: agent,
      method: 'POST',
      body,
    });
    const said = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`the command was refused: ${said}`);
    await done;
    handled.delete(messageId);
    took.push(performance.now() - from);
  };
  const work = async (count: number): Promise<void> => {
    let next = 0;
    const one = async (): Promise<void> => {
      for (let index = next++; index < count; index = next++) await send(index);
    };
    await Promise.all(Array.from({ length: atOnce }, one));
  };
  await work(commands / 4);
  took.length = 0;
  const { seconds, cpuMicros } = await measured(platform, commands, async () => await work(commands));
  const residentMiB = platform.residentMiB();
  isOver = true;
  await Promise.all(attending);
  await agent.close();
  const within = (part: number): string => `${quantile(took, part).toFixed(0)} ms`;
  return {
    size,
    wallMs: seconds * 1000,
    cpuMs: cpuMicros / 1000,
    residentMiB,
    units: commands,
    beside: { 'from sending to deleted, median': within(0.5), p99: within(0.99) },
  };
};
