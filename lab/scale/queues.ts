import { measured } from '../bench/alternate.ts';
import { openMailbox } from '../bench/mailbox.ts';
import { startPeer } from '../bench/pos-peer.ts';
import type { Curve, Point } from './curve.ts';

const cycles = 300;
const atOnce = 1_000;

/** What it takes to receive and delete a message through the AWS SDK while so many others wait. */
export const queues = async (most: number): Promise<Curve> => {
  const points: Point[] = [];
  for (const size of [1, 1_000, 10_000, 100_000, 1_000_000]) {
    if (size > most) break;
    await using platform = await startPeer('platform');
    using mailbox = openMailbox(platform);
    // Its first calls are compiled, which is no question of size.
    for (let cycle = 0; cycle < cycles; cycle += 1) await mailbox.send();
    for (let cycle = 0; cycle < cycles; cycle += 1) await mailbox.delete(await mailbox.receive(0));
    const fill = await measured(platform, size, async () => {
      for (let filled = 0; filled < size; filled += atOnce) await platform.ask(String(Math.min(atOnce, size - filled)));
    });
    for (let cycle = 0; cycle < cycles; cycle += 1) await mailbox.send();
    const { seconds, cpuMicros } = await measured(platform, cycles, async () => {
      for (let cycle = 0; cycle < cycles; cycle += 1) await mailbox.delete(await mailbox.receive(0));
    });
    points.push({
      size,
      wallMs: seconds * 1000,
      cpuMs: cpuMicros / 1000,
      residentMiB: platform.residentMiB(),
      units: cycles,
      beside: { 'to put one in, CPU': `${(fill.cpuMicros / size).toFixed(0)} us` },
    });
  }
  return {
    title: 'Queues: a message received and deleted',
    sizes: 'messages waiting',
    unit: 'message',
    points,
  };
};
