import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { expect, test } from 'vitest';
import { allureResults, executorFrom } from './results.ts';
import { openAllureReport } from './page.ts';
import { allureStories } from './story.ts';
import type { Reported } from '../report.ts';
import { textOf } from '#lab/doubles/reports/reported';
import { failing, harnessError, notJudged } from '#lab/doubles/reports/reported-cases';
import { testFolder } from '#lab/doubles/test-folder';

const filesOf = async (reported: Reported) => {
  const files = allureResults(reported);
  return await Promise.all(files.map(async (file) => ({ path: file.path, content: await textOf(file) })));
};
const resultsOf = async (reported: Reported): Promise<ReadonlyMap<string, TestResult>> =>
  new Map(
    (await filesOf(reported))
      .filter(({ path }) => path.endsWith('-result.json'))
      .map(({ content }) => JSON.parse(content) as TestResult)
      .map((result) => [result.name ?? '', result]),
  );
const label = (result: TestResult | undefined, name: string): readonly string[] =>
  (result?.labels ?? []).filter((one) => one.name === name).map(({ value }) => value);

test('where there is documentation a result links to the page of its requirement, and of nothing else', async () => {
  const linked = await resultsOf({ ...failing(), documentation: 'https://docs.example/' });
  expect(linked.get('order/idempotent')?.links).toEqual([
    {
      type: 'tms',
      name: 'How it is checked and fixed',
      url: 'https://docs.example/requirements/order/idempotent.html',
    },
  ]);
  expect((await resultsOf(failing())).get('order/idempotent')?.links).toEqual([]);
});

test('each requirement is one result, named, labelled and identified by its id', async () => {
  const reported = failing();
  const results = await resultsOf(reported);
  expect([...results.keys()]).toEqual(reported.result.requirements.map(({ id }) => id));
  const row = results.get('order/idempotent');
  expect(row).toMatchObject({
    historyId: 'Acme shop: order/idempotent',
    testCaseId: 'Acme shop: order/idempotent',
    status: 'failed',
    statusDetails: { expected: 'shopOrderId "SO-1001" both times', actual: 'shopOrderId "SO-1002" the second time' },
  });
  expect(['epic', 'feature', 'story', 'severity'].map((name) => label(row, name)[0])).toEqual([
    'merchant',
    'order',
    'order/idempotent',
    'critical',
  ]);
});

test('a result begins when its calls do and takes as long as they took, not as long as its scenarios', async () => {
  const reported = failing();
  const row = (await resultsOf(reported)).get('order/idempotent');
  const shown = reported.result.requirements
    .filter(({ id }) => id === 'order/idempotent')
    .flatMap(({ violations }) => violations.flatMap(({ exchanges }) => exchanges))
    .flatMap((n) => reported.exchanges.get(n) ?? []);
  const took = [...new Set(shown)].reduce((sum, { durationMs }) => sum + durationMs, 0);
  expect(took).toBeGreaterThan(0);
  expect((row?.stop ?? 0) - (row?.start ?? 0)).toBe(took);
  expect(row?.start).toBe(Math.min(...shown.map(({ at }) => Date.parse(at))));
});

test('a warning is neither passed nor failed and says so, what nobody exercised is skipped with its reason', async () => {
  const results = await resultsOf(failing());
  const warning = results.get('basket/expires-in-future');
  expect(warning?.status).toBeUndefined();
  expect(label(warning, 'tag')).toContain('warning');
  expect(label(warning, 'severity')).toEqual(['minor']);
  for (const { status, steps = [] } of warning?.steps ?? [])
    expect([status, ...steps.map((step) => step.status)]).not.toContain('passed');
  expect(results.get('lock/last-unit-once')).toMatchObject({
    status: 'skipped',
    statusDetails: { message: expect.stringContaining('needs triggers.createBasket, which is not configured') },
  });
  expect(results.get('basket/invoice-address-mandatory')?.status).toBe('skipped');
});

test('what the harness or the set-up spoiled is broken', async () => {
  expect((await resultsOf(harnessError())).get('order/confirmed')?.status).toBe('broken');
  expect((await resultsOf(notJudged())).get('order/confirmed')).toMatchObject({
    status: 'broken',
    statusDetails: { message: expect.stringContaining('ECONNREFUSED') },
  });
});

test('every attachment a step names is there once, in Allure’s format, without secrets', async () => {
  const files = await filesOf(failing());
  const paths = files.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  const named = files.flatMap(({ content }) => [...content.matchAll(/"source": "([^"]+)"/g)].map(([, name]) => name));
  expect(named.length).toBeGreaterThan(3);
  for (const name of named) expect(paths).toContain(`allure-results/${name}`);
  expect(files.find(({ path }) => /story-.*-attachment\.svg$/u.test(path))?.content).toMatch(/^<svg[^]*✗ 201/u);
  const one = files.find(({ path }) => /exchange-31-[0-9a-f]{8}-attachment\.httpexchange$/.test(path));
  expect(JSON.parse(one?.content ?? '')).toMatchObject({
    schemaVersion: 1,
    request: {
      method: 'POST',
      headers: expect.arrayContaining([{ name: 'Authorization', value: '__ALLURE_REDACTED__' }]),
    },
    response: { status: 201 },
  });
});

test('who tells Allure by other ways than files gets every attachment too', async () => {
  const files = new Map((await filesOf(failing())).map(({ path, content }) => [path, content]));
  const stories = allureStories(failing());
  const sources = failing().result.requirements.flatMap((row) => {
    const { result, contentOf } = stories(row);
    const named = [...JSON.stringify(result).matchAll(/"source":"([^"]+)"/g)].map(([, source = '']) => source);
    for (const source of named) expect(contentOf(source)).toBe(files.get(`allure-results/${source}`));
    return named;
  });
  expect(sources.some((source) => source.endsWith('.svg'))).toBe(true);
});

test('the same run gives the same files', async () => {
  expect(await filesOf(failing())).toEqual(await filesOf(failing()));
});

test('a CI job is named where its variables are given, and only there', () => {
  expect(executorFrom({})).toBeUndefined();
  expect(
    executorFrom({
      GITHUB_ACTIONS: 'true',
      GITHUB_SERVER_URL: 'https://git.example',
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_RUN_ID: '99',
      GITHUB_RUN_NUMBER: '7',
      GITHUB_WORKFLOW: 'release',
    }),
  ).toMatchObject({
    buildName: 'release #7',
    buildOrder: 7,
    buildUrl: 'https://git.example/acme/shop/actions/runs/99',
  });
});

test('the single-file report is built, and asks nothing of the network', async () => {
  const folder = testFolder();
  mkdirSync(join(folder, 'allure-results'));
  for (const { path, content } of await filesOf(failing())) writeFileSync(join(folder, path), content);
  const report = await openAllureReport({
    outDir: join(folder, 'allure-report'),
    historyPath: join(folder, 'history.jsonl'),
    remember: false,
  });
  await report.build(join(folder, 'allure-results'));
  const page = readFileSync(join(folder, 'allure-report', 'index.html'), 'utf8');
  expect(page).toContain('<script');
  expect(page).not.toMatch(/<script[^>]*\ssrc="https?:/i);
  expect(page).not.toMatch(/<link[^>]*\shref="https?:/i);
  expect(page).not.toContain('googletagmanager');
});
