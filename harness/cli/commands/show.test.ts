import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { check, ended, failed, finished, otherRows, passed, started } from '#lab/doubles/reports/sample-journal';
import { testFolder } from '#lab/doubles/test-folder';
import type { CheckOutcome, JournalEvent } from '#schemas';
import { conformance, start } from '../cli.fixture.ts';

const order: JournalEvent = {
  event: 'exchange',
  exchange: {
    n: 3,
    at: '2026-11-21T10:00:00.000Z',
    scenario: 'merchant/one',
    sender: 'harness',
    operation: 'order',
    durationMs: 4,
    request: { method: 'POST', url: 'https://shop.example/any?x=1', headers: {}, body: '{}' },
    response: { status: 200, headers: {}, body: '{}' },
  },
};

const journalOf = (outcome: CheckOutcome): string =>
  [started(), ...otherRows, order, check(outcome), finished, ended()].map((event) => JSON.stringify(event)).join('\n');

test('runs that are over are shown with their traffic and what changed, and none is started', async () => {
  const cwd = testFolder();
  for (const [name, outcome] of [
    ['before', failed],
    ['after', passed],
  ] as const) {
    mkdirSync(join(cwd, name));
    writeFileSync(join(cwd, name, 'journal.ndjson'), `${journalOf(outcome)}\n`);
  }
  const { child } = start(['show', 'before', 'after', '--port', '0'], { cwd });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = (await once(child.stdout, 'data')) as [string];
  const url = /http:\S+?(?=\/#)/u.exec(said)?.[0] ?? '';
  const get = async (path: string) => await (await fetch(`${url}/certification${path}`)).json();
  const wish = { method: 'POST', body: JSON.stringify({ suite: 'merchant' }) };
  expect(await get('')).toMatchObject({
    suites: [],
    runs: [
      { id: '1-before', status: 'finished', verdict: 'non-conformant' },
      { id: '2-after', verdict: 'conformant' },
    ],
  });
  // Nobody configured the address, so only the journal knows that this was an order.
  expect(await get('/runs/1-before/exchanges?after=0')).toMatchObject({
    exchanges: [{ id: 3, operation: 'order', verdict: 'violation' }],
  });
  expect(await get('/runs/2-after/comparison?older=1-before')).toMatchObject({ changes: [{ words: 'fixed' }] });
  expect((await fetch(`${url}/certification/runs`, wish)).status).toBe(409);
});

test('a folder without a journal is refused', async () => {
  expect(await conformance(['show', 'nowhere'])).toMatchObject({ code: 2 });
});
