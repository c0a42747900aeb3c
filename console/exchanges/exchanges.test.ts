import { expect, test } from 'vitest';
import { toBody } from '#traffic';
import { createExchanges } from './exchanges.ts';

const key = 'issued-key-4711';
const body = (text: string) => toBody(Buffer.from(text), { encoding: undefined, truncated: false });

const seen = () => {
  const exchanges = createExchanges({ secrets: () => ({ values: [key] }) });
  exchanges.add({
    at: 1_000,
    answeredAt: 1_001,
    sender: 'target',
    call: { name: 'activation', party: 'pos' },
    request: { method: 'POST', url: `/x/${key}`, headers: { 'x-sent': key, host: 'here' }, body: body(`{"${key}":1}`) },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: body('{"success":false}') },
    facts: {},
  });
  return exchanges;
};

test('what is taken along as an archive has the whole exchange, and no secret', async () => {
  const { log } = await seen().archive([1]);
  expect(log.entries).toMatchObject([
    { request: { method: 'POST', postData: { text: '{"«redacted»":1}' } }, response: { status: 200 } },
  ]);
  expect(JSON.stringify(log)).not.toContain(key);
});

test('a secret that a stranger sends back is shown neither in the list nor in the place of a finding', () => {
  const exchanges = seen();
  expect(JSON.stringify(exchanges.list(0, 10))).not.toContain(key);
  const detail = exchanges.get(1);
  expect(detail?.judgements.length).toBeGreaterThan(0);
  expect(JSON.stringify(detail)).not.toContain(key);
});
