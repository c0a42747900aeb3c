import { SQSClient, DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { request as httpRequest } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createManualClock, createPlatform, createReferenceMerchant, mountInProcess, toScheme } from './in-process.ts';

// What a POS vendor's own unit test looks like: the till's code calls the platform as ever, and no socket is opened.
test('a till is activated, receives a command through its SDK and answers it, all in process', async () => {
  const platform = createPlatform({ clock: createManualClock(Date.now()) });
  const { unmount } = await mountInProcess({ 'https://platform.example': platform.fetch }, { otherRequests: 'error' });
  onTestFinished(unmount);
  const { control } = platform;
  const { integrationProfileId } = control.addLocation({ merchantTaxId: '5250000001' });
  const { pinCode } = control.issuePin(integrationProfileId);

  const activation = await fetch('https://platform.example/merchant/v1/pos/activate', {
    method: 'POST',
    body: JSON.stringify({ merchantTaxId: '5250000001', pinCode, softwareName: 'till', softwareVersion: '1' }),
  });
  const { apiConfiguration, queueConfiguration } = JSON.parse(await activation.text());
  const { region, queueUrl: QueueUrl, ...credentials } = queueConfiguration;
  const sqs = new SQSClient({ region, credentials, endpoint: 'https://platform.example' });

  control.sendCommand(integrationProfileId, { messageKind: 'TableOrderSnapshotRequested', payload: { tableId: 'T1' } });
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 0 }));
  const { messageId, messageKind } = JSON.parse(Messages[0]?.Body ?? '');
  const url = `https://platform.example/merchant/v1/async/${messageKind}/${messageId}`;
  const body = JSON.stringify({ success: false, reasonCode: 'UNKNOWN_TABLE', retryable: false });
  const message = { method: 'POST', url, headers: new Headers(), body: Buffer.from(body) };
  const headers = await toScheme().sign(message, apiConfiguration, Date.now());
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(204);
  await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: Messages[0]?.ReceiptHandle }));
  expect(control.command(integrationProfileId, messageId)?.result).toMatchObject({ reasonCode: 'UNKNOWN_TABLE' });
  sqs.destroy();
});

test('two mocks side by side, a broken connection, and the network again afterwards', async () => {
  const clock = createManualClock(Date.now());
  const shop = createReferenceMerchant({ variant: 'willow', clock });
  const { merchant } = shop.configuration('https://shop.example');
  const { unmount } = await mountInProcess({
    'https://shop.example': shop.fetch,
    'http://gone.example': () => Response.error(),
  });
  const url = new URL(merchant?.basketUrl ?? '');
  url.searchParams.set('basketId', merchant?.fixtures?.baskets?.[0] ?? '');
  expect((await fetch(url, { headers: merchant?.headers ?? {} })).status).toBe(200);
  await expect(fetch('http://gone.example/x')).rejects.toThrow();
  const viaHttp = new Promise((resolve) => httpRequest('http://gone.example/x').on('error', resolve).end());
  expect(await viaHttp).toBeInstanceOf(Error);
  unmount();
  await expect(fetch('http://gone.example:1/')).rejects.toThrow();
});

test.each(['platform.example', 'https://platform.example/merchant', ''])('%j is no origin', async (address) => {
  await expect(mountInProcess({ [address]: () => new Response() })).rejects.toThrow('is no origin');
});
