import { join } from 'node:path';
import { createRedactor } from '#traffic';
import type { JournalEvent } from '#schemas';
import { expect, test } from 'vitest';
import { openWatchedRun } from '../run/watched-run.ts';
import { inOrderOfCompletion } from './completion.ts';
import { entriesIn } from './entries.ts';
import { createCaptureReader } from './exchanges.ts';

/** Each as its program wrote it, packed: a broken shop, a sound one, and what else a program of its kind meets between. */
const folder = join(import.meta.dirname, 'programs');
const addresses = (origin: string) => ({
  basketUrl: `${origin}/oa/basket`,
  recalculateUrl: `${origin}/oa/recalculate`,
  orderUrl: `${origin}/oa/order`,
  catalogueUrl: `${origin}/oa/catalogue`,
});

const judged = async (file: string, merchant?: ReturnType<typeof addresses>) => {
  const settings = merchant === undefined ? {} : { merchant };
  const reader = createCaptureReader({ party: 'merchant', settings });
  const events: JournalEvent[] = [];
  const run = openWatchedRun({
    suite: 'merchant',
    config: settings,
    command: [],
    redactor: createRedactor(),
    clock: { now: () => 0 },
    onEvent: (event) => events.push(event),
  });
  const captured = (async function* () {
    for await (const entry of entriesIn(join(folder, file), file)) {
      const one = reader.read(entry, file);
      if (one !== undefined) yield one;
    }
  })();
  for await (const { exchange, scenario } of inOrderOfCompletion(captured)) run.see(exchange, scenario);
  const { requirements } = run.end();
  return {
    named: requirements.filter(({ status }) => status === 'failed' || status === 'warning').map(({ id }) => id),
    isIdempotent: requirements.find(({ id }) => id === 'order/idempotent')?.status,
    calls: events.filter(({ event }) => event === 'exchange').length,
    guessed: [...new Set([...reader.guessed().keys()].map((what) => what.replace(/^\w+: /, '')))].toSorted(),
    unkept: reader.unkept(),
  };
};

const names = ['basket/products', 'order/idempotent', 'catalogue/next-checkpoint-present'];
const plain = { broken: 'http://127.0.0.1:4202', sound: 'https://127.0.0.1:4301' };
const other = { broken: 'https://127.0.0.1:4302', sound: 'http://127.0.0.1:4201' };

test.each([
  ['Chromium 156, DevTools', 'devtools.har.gz', other, 11],
  ['Firefox 153, its network monitor', 'firefox.har.gz', other, 10],
  ['Playwright 1.65, recordHar', 'playwright.har.gz', plain, 11],
  ['mitmproxy, save.har, driven by curl', 'mitmproxy.zhar', plain, 10],
  ['mitmproxy 8.1, har_dump, driven by curl', 'mitmproxy-har_dump.har.gz', plain, 10],
  ['axios-har-tracker 0.8', 'axios-har-tracker.har.gz', plain, 10],
  ['node-fetch-har 1.0', 'node-fetch-har.har.gz', plain, 11],
])(
  'the archive of %s names what is wrong with the broken shop and nothing of the sound one',
  async (_, file, { broken, sound }, calls) => {
    expect(await judged(file, addresses(broken))).toMatchObject({ named: names });
    expect(await judged(file, addresses(sound))).toMatchObject({ named: [], isIdempotent: 'passed' });
    const { named, guessed, calls: seen } = await judged(file);
    expect([named, seen]).toEqual([names, calls]);
    expect(guessed).toEqual([broken, sound].flatMap((origin) => Object.values(addresses(origin))).toSorted());
  },
);

test('an archive of chrome-har, which loses the bodies of requests and swaps headers, blames nobody for that', async () => {
  const file = 'chrome-har.har.gz';
  expect(await judged(file, addresses(plain.broken))).toMatchObject({
    named: names.filter((name) => name !== 'order/idempotent'),
    unkept: 3,
  });
  expect(await judged(file, addresses(plain.sound))).toMatchObject({ named: [], isIdempotent: 'not-exercised' });
});
