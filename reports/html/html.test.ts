import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { html } from './html.ts';
import type { Reported } from '../report.ts';
import { sample, textOf, violation } from '#lab/doubles/reports/reported';
import { conformant, failing, harnessError, incomplete, notJudged } from '#lab/doubles/reports/reported-cases';

const pageOf = async (reported: Reported): Promise<string> => await textOf((await html.write(reported))[0]);
const samples = { conformant, failing, incomplete, harnessError, notJudged };

test('nothing a target says becomes markup', async () => {
  const hostile = '"><img src=x onerror=alert(1)></pre></script><script>alert(1)</script>';
  const page = await pageOf(
    sample({
      rows: {
        'basket/id': {
          status: 'failed',
          reason: hostile,
          violations: [
            violation({ message: hostile, expected: hostile, actual: hostile, pointer: hostile, replay: hostile }),
          ],
        },
      },
      reason: hostile,
      unexpected: [{ what: hostile }],
    }),
  );
  expect(page).not.toContain('<img');
  expect(page.match(/<script>/g)).toHaveLength(1);
});

test('the page loads nothing and its policy names exactly its own style and script', async () => {
  const page = await pageOf(failing());
  expect(page).toContain('#30 order, first time: 201. #31 order, second time: 201, shopOrderId');
  // What a repeat was answered stands beside what the first was.
  expect(page).toMatch(
    /In the response of exchange #30[\s\S]*SO-1001[\s\S]*In the response of exchange #31[\s\S]*SO-1002/,
  );
  expect(page).toContain('Somebody is charged twice');
  expect(page).toContain('Where to look: Put a unique index');
  expect(page).not.toMatch(/\s(?:src|srcset|style|onclick)=|@import|url\(/);
  const hash = (text: string | undefined): string =>
    `'sha256-${createHash('sha256')
      .update(text ?? '')
      .digest('base64')}'`;
  expect(page).toContain(`style-src ${hash(/<style>([\s\S]*?)<\/style>/.exec(page)?.[1])};`);
  expect(page).toContain(`script-src ${hash(/<script>([\s\S]*?)<\/script>/.exec(page)?.[1])};`);
});

test('what one defect explains is one card, and what is there because of it stands inside', async () => {
  const failed = { status: 'failed' as const, violations: [violation({ cause: 'one' })] };
  const warns = { status: 'warning' as const, violations: [violation({ cause: 'two' })] };
  const reported = sample({
    rows: { 'order/idempotent': failed, 'order/retry-after-silence': failed, 'basket/id': warns },
  });
  const [first, second] = ['order/idempotent', 'basket/id'];
  const findings = [
    { requirement: first, cause: 'one' },
    { requirement: second, cause: 'two' },
  ];
  const like = { fault: 'f', says: 'Behaves like a shop.', missing: [], others: [] };
  reported.result.diagnosis = [{ findings, like }];
  const page = await pageOf(reported);
  expect(page.match(/<p class="like">Behaves like a shop\.<\/p>/g)).toHaveLength(1);
  expect(page).toMatch(
    /id="order\/idempotent:1"[\s\S]*Because of it: 1 more finding \(basket\/id\)<\/summary><article id="basket\/id:1"/,
  );
  expect(page).toContain('<a href="#failed">Failures <span>2</span></a>');
  expect(page).not.toContain('href="#warnings"');
});

test('every link leads to a place in the page, and no place has two', async () => {
  for (const make of Object.values(samples)) {
    const page = await pageOf(make());
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  }
});

test('a failure is shown with its sentence, both sides, the place, and both commands', async () => {
  const page = await pageOf(failing());
  for (const part of [
    'Look the order up by oaOrderId first',
    '<mark>SO-1001',
    '<mark>SO-1002',
    '<mark>&quot;shopOrderId&quot;: &quot;SO-1002&quot;</mark>',
    'npx conformance run merchant --replay conformance-results/replays/order-idempotent.json',
    'curl -i --globoff',
    'Set <code>triggers.createBasket</code> to exercise 4 requirements',
  ]) {
    expect(page).toContain(part);
  }
});

test('what changed since the run before stands in a table, and what was only tried for the first time is counted', async () => {
  expect(await pageOf(failing())).not.toContain('Since the run before');
  const page = await pageOf({ ...failing(), before: incomplete().result });
  const [, section = ''] = /<section aria-labelledby="since">([\s\S]*?)<\/section>/.exec(page) ?? [];
  expect(section).toContain('4 broke');
  expect(section).toMatch(/<a href="#order\/idempotent">.*\n<td>✗ broke<span class="why">passed → failed/);
});

test('the exchange that shows a failure is open, with all of its body', async () => {
  const page = await pageOf(failing());
  const [, article = ''] = /<article id="order\/idempotent:1"([\s\S]*?)<\/article>/.exec(page) ?? [];
  const [open = '', ...others] = article.match(/<details open>[\s\S]*?<\/details>/g) ?? [];
  expect(others).toEqual([]);
  expect(open).toContain('&quot;shopOrderId&quot;: &quot;SO-1002&quot;');
  expect(article).not.toContain('shortened here');
});

const browserPath = '/usr/bin/chromium';
const launch = () =>
  chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run'],
  });
const noBrowser = `there is no chromium at ${browserPath}`;

test('filters narrow the table, a link brings a filtered row back, and the policy lets the script run', async (context) => {
  if (!existsSync(browserPath)) context.skip(noBrowser);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.setContent(await pageOf(failing()));
    const shown = () => page.locator('tr[data-status]:visible').count();
    expect(await shown()).toBe(failing().result.requirements.length);
    await page.getByLabel('Status').selectOption('failed');
    expect(await shown()).toBe(3);
    await page.getByLabel('Text').fill('idempotent');
    expect(await shown()).toBe(1);
    await page.locator('.map a[href="#basket/id"]').click();
    await page.locator('tr[id="basket/id"]').waitFor({ state: 'visible' });
    expect(await page.locator('.command button').count()).toBeGreaterThan(0);
    // From a file there is no documentation beside it.
    expect(await page.locator('a.docs:visible').count()).toBe(0);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});

test('the page links to published documentation, and to no folder of the machine it was written on', async () => {
  const linked = async (documentation: string) => await pageOf({ ...failing(), documentation });
  expect(await linked('https://docs.example/')).toContain(
    'href="https://docs.example/requirements/order/idempotent.html"',
  );
  expect(await linked('file:///home/somebody/docs/')).not.toContain('somebody');
});

test('what failed and what is open stand before the table, and a scenario that found something is not green', async () => {
  const page = await pageOf(failing());
  const places = ['id="failed"', 'id="not-exercised"', 'id="requirements"'].map((place) => page.indexOf(place));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(page.slice(0, page.indexOf('</header>'))).toContain('Look the order up by oaOrderId first');
  const { result } = failing();
  const [found] = result.requirements
    .filter(({ status }) => status === 'failed')
    .flatMap(({ violations }) => violations);
  const row = page.slice(page.indexOf(`<code>${found?.scenario}</code>`, page.indexOf('id="scenarios"')));
  expect(row.slice(0, row.indexOf('</tr>'))).toMatch(/t-failed">\d+ failed/);
});

test('the charts of a run are drawn from all its exchanges, and hold nothing of a target unescaped', async () => {
  const at = '2026-11-20T09:00:00.000Z';
  const asked = {
    scenario: 'merchant/order',
    at,
    sender: 'harness',
    request: { method: 'GET', url: '/', headers: {} },
  };
  const page = await pageOf(
    sample({
      exchanges: [
        {
          ...asked,
          n: 1,
          sender: 'harness',
          durationMs: 8200,
          operation: 'order',
          response: { status: 200, headers: {} },
        },
        {
          ...asked,
          n: 2,
          sender: 'harness',
          durationMs: 9,
          operation: 'shop<img>',
          response: { status: 200, headers: {} },
        },
      ],
    }),
  );
  const charts = page.slice(page.indexOf('id="charts"'), page.indexOf('aria-labelledby="scenarios"'));
  expect(charts).toContain('order: 1 over 8 s.');
  expect(charts).toContain('shop&lt;img&gt;');
  expect(charts).toContain('<a href="#exchange:1">exchange 1</a>');
});
