import { setTimeout as sleep } from 'node:timers/promises';
import { alternate, cpuEach, measured, middle, perSecond, ratio, type Round } from './alternate.ts';
import { startOther, startPeer } from './pos-peer.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { median, quantile, type Row } from './row.ts';

const cycles = 40;
const wakes = 100;
const waiting = 100_000;

/** A till's work with its queue, against a responder that only reads requests and writes prepared answers. */
export const queue = async (): Promise<readonly Row[]> => {
  await using platform = await startPeer('platform');
  await using bare = await startPeer('bare');
  await using fauxqs = await startOther('fauxqs');
  using ours = openMailbox(platform);
  using least = openMailbox(bare);
  using others = fauxqs && openMailbox(fauxqs);
  const [whole, handed] = [await turns(goThrough, ours, least, others), await turns(handOver, ours, least, others)];
  const woken = await turns(wake, ours, least, others, { rounds: wakes, warmUp: 10 });
  const ms = (rounds: readonly Round[]): number =>
    1000 *
    quantile(
      rounds.map(({ seconds }) => seconds),
      0.99,
    );
  const cost = (rounds: readonly Round[]): string => `${(middle(rounds, cpuEach) / 1000).toFixed(2)} ms`;
  const memory = await memoryOf('platform');
  const theirs = fauxqs && (await memoryOf('fauxqs'));
  return [
    {
      name: 'queue: send, receive and delete per second through the AWS SDK, calls recorded / bare node:http',
      measured: ratio(whole.ours, whole.least, perSecond),
      unit: '',
      bound: { atLeast: 0.75 },
      detail: `${Math.round(middle(whole.ours, perSecond))} / ${Math.round(middle(whole.least, perSecond))} per second, one after the other; sent through the control API, since a till may not send`,
    },
    {
      name: 'queue: server CPU to receive and delete a message through the AWS SDK, signatures checked and calls recorded',
      measured: middle(handed.ours, cpuEach) / 1000,
      unit: ' ms',
      bound: { atMost: 0.7 },
      ...(handed.others && { peer: `fauxqs ${cost(handed.others)}, no signatures` }),
      detail: `bare node:http ${cost(handed.least)}`,
    },
    {
      name: 'queue: a waiting poll is answered after the send, p99',
      measured: ms(woken.ours),
      unit: ' ms',
      bound: { atMost: 9 },
      ...(woken.others && { peer: `fauxqs ${ms(woken.others).toFixed(1)} ms` }),
      detail: `bare node:http ${ms(woken.least).toFixed(1)} ms; ${wakes} wakes, from before the send`,
    },
    {
      name: `queue: resident memory with ${waiting} messages waiting`,
      measured: memory.full,
      unit: ' MiB',
      bound: { atMost: 150 },
      ...(theirs && { peer: `fauxqs ${Math.round(theirs.full)} MiB, empty ${Math.round(theirs.empty)} MiB` }),
      detail: `empty ${Math.round(memory.empty)} MiB`,
    },
  ];
};

type Turns = Readonly<Record<'ours' | 'least', readonly Round[]>> & { readonly others?: readonly Round[] };

const turns = async (
  work: (mailbox: Mailbox) => Promise<Round>,
  ours: Mailbox,
  least: Mailbox,
  others: Mailbox | undefined,
  counts = { rounds: 9, warmUp: 3 },
): Promise<Turns> => {
  const both = { least: () => work(least), ours: () => work(ours) };
  return others === undefined
    ? await alternate(both, counts)
    : await alternate({ ...both, others: () => work(others) }, counts);
};

const goThrough = async (mailbox: Mailbox): Promise<Round> =>
  await measured(mailbox.peer, cycles, async () => {
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      await mailbox.send();
      await mailbox.delete(await mailbox.receive(0));
    }
  });

/** What is sent costs another peer another thing, so that it is not counted. */
const handOver = async (mailbox: Mailbox): Promise<Round> => {
  for (let cycle = 0; cycle < cycles; cycle += 1) await mailbox.send();
  return await measured(mailbox.peer, cycles, async () => {
    for (let cycle = 0; cycle < cycles; cycle += 1) await mailbox.delete(await mailbox.receive(0));
  });
};

/** From before the send to the answer of a poll that waits for it. */
const wake = async (mailbox: Mailbox): Promise<Round> => {
  const poll = mailbox.receive(20);
  // Nobody says when a poll has begun to wait; loopback needs a millisecond or two.
  await sleep(15);
  let handle = '';
  const round = await measured(mailbox.peer, 1, async () => {
    await mailbox.send();
    handle = await poll;
  });
  await mailbox.delete(handle);
  return round;
};

/** Filled from within, as the wire would take minutes; the median of a few looks, since the collector has its own time. */
const memoryOf = async (which: 'platform' | 'fauxqs'): Promise<{ readonly empty: number; readonly full: number }> => {
  const peer = which === 'platform' ? await startPeer(which) : await startOther(which);
  if (peer === undefined) throw new Error(`${which} was there before`);
  const look = async (): Promise<number> => {
    const looks: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      await sleep(300);
      looks.push(peer.residentMiB());
    }
    return median(looks);
  };
  try {
    const empty = await look();
    for (let filled = 0; filled < waiting; filled += 1000) await peer.ask('1000');
    return { empty, full: await look() };
  } finally {
    await peer[Symbol.asyncDispose]();
  }
};
