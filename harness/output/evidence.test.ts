import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { summaryText } from '#reports';
import type { Exchange, JournalEvent } from '#schemas';
import { at, check, failed, settled, started } from '#lab/doubles/reports/sample-journal';
import { testFolder } from '#lab/doubles/test-folder';
import { evidenceOf, readEvidence } from './evidence.ts';

const exchange = (n: number): JournalEvent => ({
  event: 'exchange',
  exchange: {
    n,
    scenario: n < 20 ? 'merchant/one' : 'merchant/two',
    at,
    durationMs: 1,
    sender: 'harness',
    operation: 'order',
    request: { method: 'POST', url: 'https://shop.example/', headers: {} },
  },
});
const numbers = async (exchanges: Iterable<Exchange> | AsyncIterable<Exchange>): Promise<readonly number[]> => {
  const found: number[] = [];
  for await (const { n } of exchanges) found.push(n);
  return found;
};

const ten = Array.from({ length: 10 }, (_, index) => exchange(index + 1));
const events = [started(), ...ten, exchange(20), check({ ...failed, exchanges: [8] })];
const result = settled([check({ ...failed, exchanges: [8] })]);

test('the exchanges of violations and the first of each scenario are kept, and the others read again when asked for', async () => {
  const folder = testFolder();
  const journal = join(folder, 'journal.ndjson');
  const half = '{"event":"exchange","exch';
  writeFileSync(journal, [...events.map((event) => JSON.stringify(event)), half].join('\n'));
  const evidence = await readEvidence(journal, result);
  expect([...evidence.exchanges.keys()]).toEqual([1, 2, 3, 8, 20]);
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20];
  expect(await numbers(evidence.everyExchange())).toEqual(all);
  expect(await numbers(evidence.everyExchange())).toEqual(all);
});

test('events at hand give the same evidence as a journal on the disk', async () => {
  const replay = { scenario: 'merchant/one', property: 'walk', seed: 7, plan: [] };
  const evidence = evidenceOf([...events, check({ ...failed, replay })], result);
  expect([...evidence.exchanges.keys()]).toEqual([1, 2, 3, 8, 20]);
  expect(await numbers(evidence.everyExchange())).toHaveLength(11);
  expect(evidence.replays).toEqual([replay]);
});

test('an answer of a till is shown with the command that it answers', () => {
  const messageId = '680d39cd-414a-4707-b8ad-9e2ac4153c30';
  const call = (n: number, operation: string, url: string, body: string): JournalEvent => ({
    event: 'exchange',
    exchange: {
      n,
      scenario: 'pos/submission',
      at,
      durationMs: 1,
      sender: 'target',
      operation,
      request: { method: 'POST', url, headers: {} },
      response: { status: 200, headers: {}, body },
    },
  });
  const receive = (n: number, id: string) =>
    call(n, 'ReceiveMessage', 'http://queue/', `{"messageKind":"OrderSubmissionRequested","messageId":"${id}"}`);
  const answer = call(9, 'OrderSubmissionResult', `http://platform/async/OrderSubmissionRequested/${messageId}`, '');
  const others = [4, 5, 6].map((n) => call(n, 'ReportPosHealth', 'http://platform/health', ''));
  const till = settled([check({ ...failed, exchanges: [9] })]);
  const evidence = evidenceOf([...others, receive(7, messageId), receive(8, 'another-1'), answer], till);
  expect([...evidence.exchanges.keys()]).toEqual([4, 5, 6, 7, 9]);
  expect(summaryText({ result: till, ...evidence }, { colour: false, width: 100 })).toContain(
    '#7 asks for messages: 200 OrderSubmissionRequested',
  );
});
