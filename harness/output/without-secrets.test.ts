import { exchange, sample, textOf, violation } from '#lab/doubles/reports/reported';
import { reports } from '#reports';
import { createRedactor } from '#traffic';
import { expect, test } from 'vitest';
import { withoutSecrets } from './certification.ts';

const secret = 'l4te/"secret"+ä';
const json = JSON.stringify(secret).slice(1, -1);
const bytes = Buffer.from(secret);

test.each([
  ['plain', secret],
  ['JSON', json],
  ['slashes escaped', json.replaceAll('/', '\\/')],
  ['characters escaped', json.replaceAll('l4te', '\\u006c4\\u0074e')],
  ['characters escaped in upper case', json.replaceAll('l4te', '\\u006C4\\u0074e')],
  ['percent', encodeURIComponent(secret)],
  ['percent in lower case', encodeURIComponent(secret).replaceAll(/%../g, (escape) => escape.toLowerCase())],
  ['form', new URLSearchParams({ secret }).toString()],
  ['Base64', bytes.toString('base64')],
  ['hex', bytes.toString('hex')],
  ['hex in upper case', bytes.toString('hex').toUpperCase()],
])('no report shows a secret that stands in the run in %s', async (_, spelled) => {
  const body = JSON.stringify({ id: `a ${spelled} b`, nested: JSON.stringify({ [spelled]: spelled }) });
  const shown = exchange(1, {
    request: { method: 'POST', url: `http://shop/?q=${spelled}`, headers: { via: spelled }, body },
    response: { status: 200, headers: { 'x-debug': spelled }, body },
    failure: { code: 'X', message: spelled },
  });
  const given = sample({
    verdict: 'non-conformant',
    reason: spelled,
    rows: {
      'catalogue/page': {
        status: 'failed',
        violations: [violation({ message: spelled, actual: spelled, expected: body, pointer: '/id', exchanges: [1] })],
      },
      'basket/id': { status: 'not-exercised', reason: spelled },
    },
    exchanges: [shown],
  });
  const clean = withoutSecrets(given, createRedactor({ values: [secret] }));
  expect(clean.result.requirements.map(({ id }) => id)).toEqual(given.result.requirements.map(({ id }) => id));
  for (const { write } of reports)
    for (const file of await write(clean)) {
      const text = await textOf(file);
      for (const part of ['l4te', '6c347465', '6C347465', bytes.toString('base64').slice(0, 12)])
        expect([file.path, text.includes(part)]).toEqual([file.path, false]);
    }
});

test('what was redacted as it came is left as it is', async () => {
  const { result, exchanges } = sample();
  const again = withoutSecrets({ result, exchanges, everyExchange: () => exchanges.values() }, createRedactor());
  expect([again.result, again.exchanges]).toEqual([result, exchanges]);
});
