import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { conformance, folderWith, resultIn } from '../cli.fixture.ts';

const json = (value: unknown) => ({
  headers: [{ name: 'content-type', value: 'application/json' }],
  text: JSON.stringify(value),
});
const call = (second: number, asked: unknown, answer: unknown, url = 'http://shop.example/order') => ({
  startedDateTime: `2026-11-22T06:00:0${second}.000Z`,
  time: 20,
  request: { method: 'POST', url, headers: [], postData: json(asked) },
  response: { status: 201, headers: json({}).headers, content: json(answer) },
});
const confirmation = (oaOrderId: string, shopOrderId: unknown) => ({
  oaOrderId,
  shopOrderId,
  returnPolicy: { maxReturnDays: 14 },
});
const order = (oaOrderId: string) => ({ oaOrderId, basket: { products: [{ id: 'p', quantity: 1 }] } });
const archive = (...entries: readonly object[]): string => JSON.stringify({ log: { version: '1.2', entries } });

const folderOf = (text: string): string => {
  const folder = testFolder();
  writeFileSync(join(folder, 'traffic.har'), text);
  return folder;
};

const sound = [call(1, order('a'), confirmation('a', '1')), call(2, order('a'), confirmation('a', '1'))];
const twice = [...sound, call(3, order('b'), confirmation('b', '2')), call(4, order('b'), confirmation('b', '3'))];

test('an archive of a shop that places an order twice says so, with the exchanges that show it', async () => {
  const cwd = folderOf(archive(...twice));
  const { code, stdout, stderr } = await conformance(['judge', 'merchant', 'traffic.har'], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain('order/idempotent');
  expect(stdout).toContain('conformance judge merchant traffic.har');
  expect(stderr).toContain('4 of 4 captured exchanges');
  expect(stderr).toContain('Taken for order: http://shop.example/order (4 times)');
  const { requirements } = resultIn(cwd);
  expect(requirements.filter(({ status }) => status === 'failed')).toMatchObject([
    { id: 'order/idempotent', violations: [{ exchanges: [3, 4] }] },
  ]);
});

test('what nothing was seen of is not exercised, however sound the rest is', async () => {
  const cwd = folderOf(archive(...sound));
  const { code } = await conformance(['judge', 'merchant', 'traffic.har'], { cwd });
  expect(code).toBe(4);
  const { requirements } = resultIn(cwd);
  const of = (id: string) => requirements.find((row) => row.id === id);
  expect(of('order/idempotent')).toMatchObject({ status: 'passed' });
  expect(of('lock/last-unit-once')).toMatchObject({ status: 'not-exercised', reason: expect.stringContaining('run') });
});

test('traffic captured without its secrets is not blamed for what stands in their place', async () => {
  const cwd = folderOf(archive(call(1, order('a'), { ...confirmation('a', '«redacted»'), oaOrderId: '«redacted»' })));
  expect((await conformance(['judge', 'merchant', 'traffic.har'], { cwd })).code).toBe(4);
});

test('a repeat whose answer or request was not kept, or whose headers were not, is blamed on nobody', async () => {
  const [first = {}, repeat = {}] = sound;
  const unheard = {
    ...repeat,
    response: { status: 200, headers: [], content: { size: 40, text: '{"oaOrderId":"a","sho' } },
  };
  const headless = {
    ...repeat,
    response: { status: 200, headers: [], content: { text: JSON.stringify(confirmation('a', '1')) } },
  };
  const recalculated = (postData: object) => ({
    ...call(5, {}, { id: 'b', requestId: 'r-1' }, 'http://shop.example/recalculate'),
    request: { method: 'POST', url: 'http://shop.example/recalculate', headers: [], postData },
  });
  const unasked = recalculated({ mimeType: 'application/json', params: [{ name: 'requestId', value: 'r-1' }] });
  const merchant = { orderUrl: 'http://shop.example/order', recalculateUrl: 'http://shop.example/recalculate' };
  const cwd = folderWith({ merchant });
  writeFileSync(join(cwd, 'traffic.har'), archive(first, unheard, headless, unasked));
  const { stderr } = await conformance(['judge', 'merchant', 'traffic.har', '--only', 'order', '--only', 'http'], {
    cwd,
  });
  expect(stderr).toContain('2 of them have no complete body');
  const { requirements } = resultIn(cwd);
  expect(requirements.filter(({ status }) => status === 'failed')).toEqual([]);
  await conformance(['judge', 'merchant', 'traffic.har', '--only', 'basket/request-id-echo'], { cwd });
  expect(resultIn(cwd).requirements.filter(({ status }) => status === 'failed')).toEqual([]);
});

test('where nothing of the protocol is found, the key to say what is, is named', async () => {
  const cwd = folderWith({ merchant: { orderUrl: 'http://shop.example/elsewhere' } });
  writeFileSync(join(cwd, 'traffic.har'), archive(...sound));
  const { code, stderr } = await conformance(['judge', 'merchant', 'traffic.har'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('merchant.basketUrl');
});

test('the traffic of a run is not cleared away to be judged', async () => {
  const cwd = testFolder();
  writeFileSync(join(cwd, 'traffic.har'), archive(...sound));
  await conformance(['judge', 'merchant', 'traffic.har'], { cwd });
  const journal = join('conformance-results', 'journal.ndjson');
  const before = readFileSync(join(cwd, journal), 'utf8');
  const { code, stderr } = await conformance(['judge', 'merchant', journal], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/belongs to the run in conformance-results.*--out/)]);
  expect(readFileSync(join(cwd, journal), 'utf8')).toBe(before);
  const elsewhere = await conformance(['judge', 'merchant', journal, '--out', 'judged'], { cwd });
  expect(resultIn(cwd, 'judged').requirements.some(({ status }) => status === 'passed')).toBe(true);
  expect(elsewhere.code).not.toBe(2);
});

test('a capture without an exchange is called that', async () => {
  const { code, stderr } = await conformance(['judge', 'merchant', 'traffic.har'], { cwd: folderOf(archive()) });
  expect([code, stderr]).toEqual([2, expect.stringContaining('There is no exchange in traffic.har.')]);
});

test('of several shops in one capture it is said how to judge one, and what a cache answered is counted apart', async () => {
  const elsewhere = call(3, order('c'), confirmation('c', '3'), 'http://other.example/order');
  const cached = { ...elsewhere, _fromCache: 'disk' };
  const { stderr } = await conformance(['judge', 'merchant', 'traffic.har'], {
    cwd: folderOf(archive(...sound, elsewhere, cached)),
  });
  expect(stderr).toContain('Several addresses look like order');
  expect(stderr).toContain('1 more were answered by a cache or by a route of a test');
});
