import { ReceiveMessageCommand, DeleteMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { sampleBasket } from '#lab/doubles/merchant/sample-basket';
import { testFolder } from '#lab/doubles/test-folder';

/** A platform in a process of its own on the directory. */
const startPlatform = async (directory: string) => {
  const script = fileURLToPath(new URL('../../../lab/doubles/platform/served-platform.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout ?? child, 'data');
  const { url, controlUrl } = JSON.parse(String(line)) as { url: string; controlUrl: string };
  const control = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${controlUrl}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  const phase = async (oaOrderId: string) => (await control('GET', `/shops/s/checkouts/${oaOrderId}`)).phase;
  const reach = async (oaOrderId: string, name: string): Promise<void> => {
    for (let now = await phase(oaOrderId); now.name !== name; now = await phase(oaOrderId))
      if (now.name === 'ended' || now.name === 'rolled-back') throw new Error(`${now.name}: ${now.reason}`);
  };
  const kill = async () => {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    expect((await closed)[1]).toBe('SIGKILL');
  };
  return { url, control, reach, phase, kill };
};

const directory = () => {
  const path = testFolder();
  return path;
};

test('after kill -9 a payment still waits, an order is sent again with its oaOrderId, and what is over stays known', async () => {
  const path = directory();
  const orders: string[] = [];
  const firstOrder = Promise.withResolvers<void>();
  let answering = false;
  await using shop = await serve(async (request) => {
    if (request.method === 'GET')
      return Response.json(
        sampleBasket(Date.now() + 60_000, { id: new URL(request.url).searchParams.get('basketId') ?? '' }),
      );
    const { oaOrderId } = (await request.json()) as { oaOrderId: string };
    orders.push(oaOrderId);
    firstOrder.resolve();
    if (!answering) return new Promise<Response>(() => {});
    return Response.json({ oaOrderId, shopOrderId: `s-${oaOrderId}`, returnPolicy: { maxReturnDays: 14 } });
  });
  const first = await startPlatform(path);
  const addresses = { basketUrl: shop.url, recalculateUrl: shop.url, orderUrl: shop.url };
  await first.control('PUT', '/shops/s', { ...addresses, payments: 'by-hand' });
  const scanned = async (basketId: string): Promise<string> => {
    const { oaOrderId } = await first.control('POST', '/shops/s/checkouts', { basketId });
    await first.reach(oaOrderId, 'open');
    return oaOrderId;
  };
  const [ordering, paying, over] = [await scanned('b-1'), await scanned('b-2'), await scanned('b-3')];
  await first.control('POST', `/shops/s/checkouts/${over}/cancel`);
  await first.control('POST', `/shops/s/checkouts/${ordering}/confirm`);
  await first.control('POST', '/shops/s/payments', { accepted: true });
  await firstOrder.promise;
  await first.control('POST', `/shops/s/checkouts/${paying}/confirm`);
  await first.kill();

  answering = true;
  const second = await startPlatform(path);
  await second.reach(ordering, 'confirmed');
  expect(await second.phase(paying)).toMatchObject({ name: 'paying' });
  expect(await second.phase(over)).toMatchObject({ name: 'ended', why: 'cancelled' });
  await second.control('POST', '/shops/s/payments', { accepted: true });
  await second.reach(paying, 'confirmed');
  expect(orders).toEqual([ordering, ordering, paying]);
  await second.kill();

  const third = await startPlatform(path);
  for (const id of [ordering, paying]) expect(await third.phase(id)).toMatchObject({ name: 'confirmed' });
  await third.kill();
  expect(orders).toHaveLength(3);
});

test('after kill -9 a received message stays hidden for the rest of its time, and its handle deletes it', async () => {
  const path = directory();
  const first = await startPlatform(path);
  await first.control('POST', '/locations', { merchantTaxId: 't', integrationProfileId: 'bar' });
  const { pinCode } = await first.control('POST', '/locations/bar/pins');
  const activation = { merchantTaxId: 't', pinCode, softwareName: 'Till', softwareVersion: '1' };
  const activated = await fetch(`${first.url}/merchant/v1/pos/activate`, {
    method: 'POST',
    body: JSON.stringify(activation),
  });
  const { queueConfiguration } = (await activated.json()) as {
    queueConfiguration: { region: string; accessKeyId: string; secretAccessKey: string; queueUrl: string };
  };
  const { region, accessKeyId, secretAccessKey, queueUrl } = queueConfiguration;
  const tillAt = (endpoint: string) => {
    const sqs = new SQSClient({ region, endpoint, credentials: { accessKeyId, secretAccessKey }, maxAttempts: 1 });
    onTestFinished(() => sqs.destroy());
    const QueueUrl = `${endpoint}${new URL(queueUrl).pathname}`;
    return {
      receive: async () => {
        const asked = { QueueUrl, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All' as const] };
        return (await sqs.send(new ReceiveMessageCommand(asked))).Messages ?? [];
      },
      remove: async (ReceiptHandle = '') => sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })),
    };
  };
  const test = { messageKind: 'Test', payload: { nonce: 'n' }, groupId: 'g' };
  await first.control('POST', '/locations/bar/commands', test);
  const till = tillAt(first.url);
  const [message] = await till.receive();
  await first.control('POST', '/locations/bar/commands', test);
  const queueOf = async (platform: typeof first) => (await platform.control('GET', '/state')).locations[0].queue;
  const before = await queueOf(first);
  await first.kill();

  const second = await startPlatform(path);
  const again = tillAt(second.url);
  expect(await queueOf(second)).toEqual(before);
  expect(before).toMatchObject([
    { inFlight: true, receiveCount: 1 },
    { inFlight: false, receiveCount: 0 },
  ]);
  // It holds its group, and is gone with the handle of the life before.
  expect(await again.receive()).toEqual([]);
  await again.remove(message?.ReceiptHandle);
  const [next] = await again.receive();
  expect(next?.Attributes).toMatchObject({ ApproximateReceiveCount: '1' });
  await second.kill();

  const third = await startPlatform(path);
  const sqsMessageId = next?.MessageId;
  expect(await queueOf(third)).toMatchObject([{ sqsMessageId, inFlight: true, receiveCount: 1 }]);
  await third.control('POST', `/locations/bar/commands/${Object(await queueOf(third))[0].messageId}/redeliver`);
  const [counted] = await tillAt(third.url).receive();
  expect(counted).toMatchObject({ MessageId: sqsMessageId, Attributes: { ApproximateReceiveCount: '2' } });
  await third.kill();
});
