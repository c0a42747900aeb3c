/** Plain node:http that answers what the platform would, and does nothing for it. Stops when its input ends. */
import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const body = JSON.stringify({
  messageKind: 'TableOrderSnapshotRequested',
  apiVersion: 'v1',
  messageId: '00000000-0000-4000-8000-000000000000',
  idempotencyKey: '00000000-0000-4000-8000-000000000000',
  payload: { tableId: 'T1' },
});
// The AWS SDK checks the digest of what it receives.
const received = JSON.stringify({
  Messages: [
    { MessageId: 'm', ReceiptHandle: 'r', Body: body, MD5OfBody: createHash('md5').update(body).digest('hex') },
  ],
});
const empty = JSON.stringify({});

let sent = 0;
const polls: ServerResponse[] = [];

const answerPolls = (): void => {
  while (sent > 0) {
    const poll = polls.shift();
    if (poll === undefined) return;
    sent -= 1;
    poll.end(received);
  }
};

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const target = request.headers['x-amz-target'];
    if (target !== undefined) response.setHeader('content-type', 'application/x-amz-json-1.0');
    if (target === 'AmazonSQS.ReceiveMessage') {
      polls.push(response);
      answerPolls();
    } else if (target === 'AmazonSQS.DeleteMessage') response.end(empty);
    else if (request.url?.endsWith('/commands') === true) {
      sent += 1;
      response.writeHead(201, { 'content-type': 'application/json' }).end(empty);
      answerPolls();
    } else response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const activation = {
    apiConfiguration: { apiKey: 'key', secret: 'secret' },
    queueConfiguration: {
      queueUrl: `${url}/000000000000/bare.fifo`,
      region: 'eu-central-1',
      accessKeyId: 'AKIA0000000000000000',
      secretAccessKey: 'secret',
    },
  };
  process.stdin.resume().once('end', () => process.exit(0));
  process.stdout.write(`${JSON.stringify({ url, commandsUrl: `${url}/commands`, activation })}\n`);
});
