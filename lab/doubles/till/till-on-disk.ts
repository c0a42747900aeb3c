/**
 * `node …/till-on-disk.ts PLATFORM TAX_ID PIN FILE [keeps|forgets]`: a till of one process, one table and one file. It comes up as
 * the one it was where the file has its credentials; `forgets` keeps no message there, and without a FILE nothing is kept.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

interface Line {
  readonly lineId: string;
  readonly listingId: string;
  readonly quantity: number;
}

interface Issued {
  readonly apiConfiguration: { readonly apiKey: string; readonly secret: string };
  readonly queueConfiguration: Readonly<Record<'queueUrl' | 'region' | 'accessKeyId' | 'secretAccessKey', string>>;
}

interface State {
  issued?: Issued;
  lines: Line[];
  updatedAt: string;
  /** By messageId and by key. */
  results: Record<string, unknown>;
}

interface Envelope {
  readonly messageKind: string;
  readonly messageId: string;
  readonly idempotencyKey: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const [platform = '', merchantTaxId = '', pinCode = '', file = '', memory = 'keeps'] = process.argv.slice(2);
const software = { softwareName: 'one file', softwareVersion: '1' };
const openedAt = '2026-01-01T10:00:00.000Z';
const state: State =
  file !== '' && existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as State)
    : { lines: [], updatedAt: openedAt, results: {} };

/** All of it or nothing, whenever it is killed. */
const save = (): void => {
  if (file === '') return;
  writeFileSync(`${file}.new`, JSON.stringify(memory === 'forgets' ? { ...state, results: {} } : state));
  renameSync(`${file}.new`, file);
};

const call = async (path: string, body: unknown): Promise<Response> => {
  const text = JSON.stringify(body);
  const { apiKey = '', secret = '' } = state.issued?.apiConfiguration ?? {};
  const timestamp = String(Math.floor(Date.now() / 1000));
  const hash = createHash('sha256').update(text).digest('hex');
  const signature = createHmac('sha256', secret).update(['POST', path, timestamp, hash].join('\n')).digest('hex');
  const headers = { 'X-Api-Key': apiKey, 'X-Timestamp': timestamp, 'X-Signature': signature };
  return await fetch(`${platform}${path}`, { method: 'POST', headers, body: text, signal: AbortSignal.timeout(5_000) });
};

const totals = (): object => ({ total: { value: state.lines.reduce((sum, one) => sum + 900 * one.quantity, 0) } });

const works: Readonly<Record<string, (payload: Envelope['payload']) => unknown>> = {
  ProductListingsSyncRequested: () => ({ checkpoint: {}, listings: [] }),
  TableOrderSnapshotRequested: ({ tableId }) => ({
    success: true,
    tableSessionContext: { locationId: '1', tableId, tableNumber: '1', status: 'OPEN', openedAt },
    tableOrderSnapshot: {
      tableId,
      status: 'OPEN',
      lines: state.lines,
      totals: totals(),
      payments: [],
      updatedAt: state.updatedAt,
    },
  }),
  OrderSubmissionRequested: ({ items }) => {
    const ordered = items as readonly Omit<Line, 'lineId'>[];
    state.lines = [
      ...state.lines,
      ...ordered.map(({ listingId, quantity }) => ({ lineId: randomUUID(), listingId, quantity })),
    ];
    state.updatedAt = new Date().toISOString();
    return { success: true, acceptedItems: items };
  },
  BillPreparationRequested: () => ({
    success: true,
    bill: { posBillId: randomUUID(), totals: totals(), preparedAt: new Date().toISOString() },
  }),
};

const answer = ({ messageKind, messageId, idempotencyKey, payload }: Envelope): unknown => {
  const known = state.results[messageId] ?? state.results[idempotencyKey];
  const result = known ?? works[messageKind]?.(payload);
  if (result === undefined || messageKind.startsWith('Table')) return result;
  state.results = { ...state.results, [messageId]: result, [idempotencyKey]: result };
  save();
  return result;
};

if (state.issued === undefined) {
  state.issued = (await (
    await call('/merchant/v1/pos/activate', { merchantTaxId, pinCode, ...software })
  ).json()) as Issued;
  save();
}
const health = async (): Promise<unknown> =>
  await call('/merchant/v1/pos/health', { healthy: true, ...software }).catch(() => undefined);
await health();
setInterval(() => void health(), 3_000);
const { queueUrl: QueueUrl, region, ...credentials } = state.issued.queueConfiguration;
const queue = new SQSClient({ region, credentials, endpoint: new URL(QueueUrl).origin });
// Whoever started it may be gone.
for (let failures = 0; failures < 3; ) {
  const polled = await queue.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 })).catch(() => undefined);
  failures = polled === undefined ? failures + 1 : 0;
  for (const { Body = '', ReceiptHandle } of polled?.Messages ?? []) {
    const envelope = JSON.parse(Body) as Envelope;
    const result = answer(envelope);
    const path = `/merchant/v1/async/${envelope.messageKind}/${envelope.messageId}`;
    const taken = result === undefined || (await call(path, result).catch(() => undefined))?.ok === true;
    if (taken) await queue.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })).catch(() => undefined);
  }
}
process.exit();
