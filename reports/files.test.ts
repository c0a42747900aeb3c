import { readFileSync } from 'node:fs';
import { calculateSummary, validateStrict } from 'ctrf';
import { expect, test } from 'vitest';
import { allureResults } from './allure/results.ts';
import { json, memberOrder } from './json.ts';
import { ctrf } from './junit/ctrf.ts';
import { junit } from './junit/junit.ts';
import { markdown } from './markdown/markdown.ts';
import type { Report, Reported } from './report.ts';
import { har } from './reports.ts';
import { exchange, sample, textOf, violation } from '#lab/doubles/reports/reported';
import { conformant, failing, harnessError, incomplete, notJudged } from '#lab/doubles/reports/reported-cases';

const written = async (report: Report, reported: Reported): Promise<string> =>
  await textOf((await report.write(reported))[0]);

test('results.json is the result, and the same bytes whatever order its members were made in', async () => {
  const reported = failing();
  const text = await written(json, reported);
  expect(JSON.parse(text)).toEqual(reported.result);
  const shuffled = Object.fromEntries(Object.entries(reported.result).reverse()) as typeof reported.result;
  expect(await written(json, { ...reported, result: shuffled })).toBe(text);
});

test('results.json holds no half surrogate pair, which strict readers refuse with all the rest', async () => {
  const actual = 'z\u0142\uD800\u{1F600}';
  const reported = sample({ rows: { 'basket/id': { status: 'failed', violations: [violation({ actual })] } } });
  const text = await written(json, reported);
  expect(text).not.toMatch(/\\ud[89a-f]/);
  expect(text).toContain('z\u0142\uFFFD\u{1F600}');
});

test('every member of the result schema has its place in results.json', () => {
  const schema: unknown = JSON.parse(readFileSync(new URL('../schemas/run/result.json', import.meta.url), 'utf8'));
  const named = (node: unknown): readonly string[] =>
    typeof node !== 'object' || node === null
      ? []
      : Object.entries(node).flatMap(([key, value]) =>
          key === 'properties'
            ? [...Object.keys(value as object), ...named(Object.values(value as object))]
            : named(value),
        );
  expect(named(schema).filter((name) => !memberOrder.includes(name))).toEqual([]);
});

/** Throws where tags do not match, an entity is unknown, or a character is none of XML 1.0's. */
const wellFormed = (xml: string): ReadonlyMap<string, number> => {
  const open: string[] = [];
  const seen = new Map<string, number>();
  const rest = xml
    .replace(/^<\?xml [^>]*\?>/, '')
    .replace(
      /<(\/?)([a-z-]+)((?:\s[a-z]+="[^"<]*")*)(\/?)>/g,
      (_tag, closing: string, name: string, _a, empty: string) => {
        if (closing !== '') expect(open.pop()).toBe(name);
        else {
          seen.set(name, (seen.get(name) ?? 0) + 1);
          if (empty === '') open.push(name);
        }
        return '';
      },
    );
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|#\d+);)/);
  expect(xml).not.toMatch(/[[\p{Cc}--[\t\n\r\u007F-\u009F]]\uFFFE\uFFFF]/v);
  return seen;
};

test('junit.xml is well-formed, a suite per area and a case per requirement', async () => {
  const reported = failing();
  const seen = wellFormed(await written(junit, reported));
  expect(seen.get('testcase')).toBe(reported.result.requirements.length);
  expect(seen.get('testsuite')).toBe(7);
  expect(seen.get('failure')).toBe(3);
  expect(seen.get('system-out')).toBe(1);
  expect(seen.get('skipped')).toBe(8);
});

test('junit.xml survives what XML cannot carry', async () => {
  const reported = sample({
    rows: { 'basket/id': { status: 'failed', violations: [violation({ message: '\u0000]]>"\n\uD800&' })] } },
  });
  expect(wellFormed(await written(junit, reported)).get('failure')).toBe(1);
});

test('junit.xml is red exactly when the exit code is not 0', async () => {
  for (const reported of [conformant(), failing(), incomplete(), harnessError(), notJudged()]) {
    const seen = wellFormed(await written(junit, reported));
    expect(seen.has('failure') || seen.has('error')).toBe(reported.result.exitCode !== 0);
  }
});

test('ctrf-report.json is what the format asks for, and as red as junit.xml', async () => {
  for (const reported of [conformant(), failing(), incomplete(), harnessError(), notJudged()]) {
    const report: unknown = JSON.parse(await written(ctrf, reported));
    validateStrict(report);
    const { summary, tests } = report.results;
    expect(summary.failed > 0).toBe(reported.result.exitCode !== 0);
    expect(calculateSummary(tests)).toMatchObject({ tests: tests.length, failed: summary.failed });
  }
});

test('exchanges.har has the members HTTP Archive 1.2 demands of every entry', async () => {
  const silent = exchange(40, { failure: { code: 'ETIMEDOUT', message: 'no answer within 8 s' } });
  const { response: _, ...unanswered } = silent;
  const reported = sample({ exchanges: [...failing().exchanges.values(), unanswered] });
  const { log } = JSON.parse(await written(har, reported)) as {
    log: { version: string; creator: object; pages: { id: string }[]; entries: Record<string, never>[] };
  };
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'conformance', version: '0.1.0' } });
  const pages = log.pages.map(({ id }) => id);
  expect(log.entries).toHaveLength(7);
  const header = { name: expect.any(String), value: expect.any(String) };
  for (const entry of log.entries) {
    expect(pages).toContain(entry.pageref);
    expect(entry).toMatchObject({
      startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      time: expect.any(Number),
      request: {
        method: expect.any(String),
        url: expect.stringMatching(/^https:/),
        httpVersion: expect.any(String),
        cookies: [],
        headers: expect.arrayContaining([header]),
        queryString: expect.arrayContaining([]),
        headersSize: expect.any(Number),
        bodySize: expect.any(Number),
      },
      response: {
        status: expect.any(Number),
        statusText: expect.any(String),
        httpVersion: expect.any(String),
        cookies: [],
        headers: expect.arrayContaining([]),
        content: { size: expect.any(Number), mimeType: expect.any(String) },
        redirectURL: '',
        headersSize: expect.any(Number),
        bodySize: expect.any(Number),
      },
      cache: {},
      timings: { send: expect.any(Number), wait: expect.any(Number), receive: expect.any(Number) },
    });
  }
  expect(log.entries.at(-1)).toMatchObject({
    response: { status: 0 },
    comment: 'Acme shop · catalogue · no answer within 8 s',
  });
});

test('exchanges.har is written exchange by exchange, so that a run of any length fits', async () => {
  let asked = 0;
  const everyExchange = function* () {
    for (;;) yield exchange(++asked);
  };
  const [file] = await har.write({ ...sample(), everyExchange });
  const pieces: string[] = [];
  for await (const piece of file?.content ?? '') {
    pieces.push(piece);
    if (pieces.length === 4) break;
  }
  expect(asked).toBe(3);
});

test('the job summary shows a target’s text as text', async () => {
  const text = await written(markdown, failing());
  expect(text).toMatch(/^## ✗ Not conformant: Acme shop 2026\\.11\n/);
  expect(text).toContain('Set **`triggers.createBasket`** to exercise 4 requirements');
  // Outside code, no markup of the target's is left.
  expect(text.replace(/(`+)[\s\S]*?\1/g, '')).not.toContain('<script');
  expect(text.match(/<details>/g)).toHaveLength(text.match(/<\/details>/g)?.length ?? 0);
});

test('what is told of several targets stays apart where one job reads it together', async () => {
  const till = (name: string): Reported => ({ ...failing(), result: { ...failing().result, target: { name } } });
  const tills = [till('front'), till('bar 2.0')];
  const cases = await Promise.all(tills.map(async (one) => await written(junit, one)));
  const named = cases.flatMap((xml) =>
    [...xml.matchAll(/classname="([^"]*)" name="([^"]*)"/g)].map(([whole]) => whole),
  );
  expect(new Set(named).size).toBe(named.length);
  expect(named[0]).toMatch(/^classname="merchant\.front\.[a-z-]+"/);
  const files = tills.flatMap((one) => allureResults(one)).filter(({ path }) => /\d/.test(path));
  expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
  const results = (await Promise.all(files.filter(({ path }) => path.endsWith('-result.json')).map(textOf))).map(
    (text) => JSON.parse(text) as Record<'historyId' | 'testCaseId' | 'fullName', string>,
  );
  for (const key of ['historyId', 'testCaseId', 'fullName'] as const)
    expect(new Set(results.map((result) => result[key])).size).toBe(results.length);
  expect(await written(har, tills[0] ?? failing())).toContain('"comment":"front · ');
});
