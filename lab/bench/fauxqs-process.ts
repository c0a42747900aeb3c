/** fauxqs (installed in the folder that is named) with one FIFO queue. Stops when its input ends. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answerLines } from './lines.ts';

/** As far as it is used. */
interface Fauxqs {
  readonly port: number;
  createQueue(name: string, options: object): { readonly queueUrl: string };
  sendMessage(queue: string, body: string, options: object): void;
}

const [folder = ''] = process.argv.slice(2);
const { startFauxqs } = (await import(pathToFileURL(join(folder, 'node_modules/fauxqs/dist/app.js')).href)) as {
  startFauxqs(options: object): Promise<Fauxqs>;
};
const region = 'eu-central-1';
const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false, defaultRegion: region });
const { queueUrl } = server.createQueue('till.fifo', { region, attributes: { FifoQueue: 'true' } });
const url = `http://127.0.0.1:${server.port}`;

const queueConfiguration = { queueUrl, region, accessKeyId: 'AKIA0000000000000000', secretAccessKey: 'secret' };
process.stdout.write(
  `${JSON.stringify({ url, activation: { apiConfiguration: { apiKey: 'key', secret: 'secret' }, queueConfiguration } })}\n`,
);

answerLines((count) => {
  for (let index = 0; index < count; index += 1) {
    const messageId = crypto.randomUUID();
    const body = JSON.stringify({
      messageKind: 'TableOrderSnapshotRequested',
      apiVersion: 'v1',
      messageId,
      idempotencyKey: messageId,
      payload: { tableId: `T${index % 1000}` },
    });
    const text = (value: string) => ({ DataType: 'String', StringValue: value });
    server.sendMessage('till.fifo', body, {
      region,
      messageGroupId: `T${index % 1000}`,
      messageDeduplicationId: crypto.randomUUID(),
      messageAttributes: { messageKind: text('TableOrderSnapshotRequested'), messageId: text(messageId) },
    });
  }
});
