import { SQS } from '@aws-sdk/client-sqs';
import { request } from 'undici';
import { type PosPeer, startPeer } from './pos-peer.ts';
import { median, type Row } from './row.ts';

const rounds = 6;
const cyclesPerRound = 200;
const wakes = 300;

/** A till's work with its queue, against a responder that only reads requests and writes prepared answers. */
export const queue = async (): Promise<readonly Row[]> => {
  await using platform = await startPeer('platform');
  await using bare = await startPeer('bare');
  using ours = openTill(platform);
  using theirs = openTill(bare);
  const rates: { readonly ours: number; readonly theirs: number }[] = [];
  for (let round = 0; round < rounds; round++) rates.push({ theirs: await cycles(theirs), ours: await cycles(ours) });
  // The first round warms both up.
  const [, ...warm] = rates;
  const rate = { ours: median(warm.map((one) => one.ours)), theirs: median(warm.map((one) => one.theirs)) };
  const woken: { readonly ours: number; readonly theirs: number }[] = [];
  // In turns, so that what else the machine does disturbs both alike.
  for (let turn = 0; turn < wakes; turn++) woken.push({ theirs: await wake(theirs), ours: await wake(ours) });
  const late = { ours: p99(woken.map((one) => one.ours)), theirs: p99(woken.map((one) => one.theirs)) };
  return [
    {
      name: 'queue: send, receive and delete per second through the AWS SDK, calls recorded / bare node:http',
      measured: rate.ours / rate.theirs,
      unit: '',
      bound: { atLeast: 0.75 },
      detail: `${Math.round(rate.ours)} / ${Math.round(rate.theirs)} per second, one after the other; sent through the control API, since a till may not send`,
    },
    {
      name: 'queue: a waiting poll answers later than bare node:http, p99',
      measured: late.ours - late.theirs,
      unit: ' ms',
      bound: { atMost: 10 },
      detail: `${late.ours.toFixed(1)} ms, ${late.theirs.toFixed(1)} ms from before the send, ${wakes} wakes`,
    },
  ];
};

interface Till extends Disposable {
  send(): Promise<void>;
  receive(waitSeconds: number): Promise<string>;
  delete(receiptHandle: string): Promise<void>;
}

const openTill = ({ url, commandsUrl, activation }: PosPeer): Till => {
  const { queueUrl, region, accessKeyId, secretAccessKey } = activation.queueConfiguration;
  const sqs = new SQS({ endpoint: url, region, credentials: { accessKeyId, secretAccessKey } });
  const command = JSON.stringify({ messageKind: 'TableOrderSnapshotRequested', payload: { tableId: 'T1' } });
  const headers = { 'content-type': 'application/json' };
  return {
    async send() {
      const { statusCode, body } = await request(commandsUrl, { method: 'POST', headers, body: command });
      const said = await body.text();
      if (statusCode >= 300) throw new Error(`the command was refused: ${said}`);
    },
    async receive(waitSeconds) {
      const { Messages = [] } = await sqs.receiveMessage({ QueueUrl: queueUrl, WaitTimeSeconds: waitSeconds });
      const [message] = Messages;
      if (message?.ReceiptHandle === undefined) throw new Error('a message that was sent was not received');
      return message.ReceiptHandle;
    },
    async delete(receiptHandle) {
      await sqs.deleteMessage({ QueueUrl: queueUrl, ReceiptHandle: receiptHandle });
    },
    [Symbol.dispose]: () => sqs.destroy(),
  };
};

/** How many messages a second go all the way. */
const cycles = async (till: Till): Promise<number> => {
  const startedAt = performance.now();
  for (let cycle = 0; cycle < cyclesPerRound; cycle++) {
    await till.send();
    await till.delete(await till.receive(0));
  }
  return (cyclesPerRound * 1000) / (performance.now() - startedAt);
};

/** From before the send to the answer of a poll that waits for it. */
const wake = async (till: Till): Promise<number> => {
  const poll = till.receive(20);
  // Nobody says when a poll has begun to wait; loopback needs a millisecond or two.
  await new Promise((resolve) => setTimeout(resolve, 15));
  const startedAt = performance.now();
  await till.send();
  const handle = await poll;
  const took = performance.now() - startedAt;
  await till.delete(handle);
  return took;
};

const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN;
