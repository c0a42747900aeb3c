import { expect, test } from 'vitest';
import type { Config } from '#schemas';
import { examineTill } from './till-doctor.ts';

const examine = async (pos: Config['pos'], triggers: Config['triggers'] = {}, status = 'failed') => {
  const { signal } = new AbortController();
  const target = { merchantTaxId: '5250000001', ...pos };
  const checks = await examineTill({ pos: target, triggers }, target, {
    env: {},
    clock: { now: () => 0 },
    signal,
    limitMs: 500,
  });
  return checks.filter((check) => check.status === status).map(({ key, message }) => [key, message]);
};

test('a till that cannot be started is told before the run that would start it', async () => {
  expect(await examine({ command: './no-such-till --pin {{pinCode}}' })).toEqual([
    ['pos.command', expect.stringContaining('There is no command ./no-such-till here')],
  ]);
  expect(await examine({ command: 'true {{pinCode}}' })).toEqual([]);
});

test('a host of triggers that nobody listens at stands in the way, unless the till is ours to start', async () => {
  const triggers = { setLocation: { http: { method: 'PUT', url: 'http://127.0.0.1:1/{{open}}' } } } as const;
  expect(await examine({}, triggers)).toEqual([
    ['triggers.setLocation', expect.stringMatching(/127\.0\.0\.1:1 cannot be reached/)],
  ]);
  expect(await examine({ command: 'true' }, triggers)).toEqual([]);
});

test('what would make a run against a slow till quicker is a hint, until it is there', async () => {
  const hinted = async (open: readonly string[]) =>
    (await examine({ fixtures: { tables: { open: [...open] } } }, {}, 'hint')).filter(([key]) =>
      key?.startsWith('pos.'),
    );
  expect(await hinted(['1', '2'])).toEqual([
    ['pos.fixtures.tables.open', expect.stringContaining('4 or more open tables')],
  ]);
  expect(await hinted(['1', '2', '3', '4'])).toEqual([]);
});

test('a trigger is not asked for where what it unlocks is not claimed', async () => {
  const target = { merchantTaxId: '5250000001' };
  const asked = async (pos: Readonly<Record<string, boolean>>, more: { readonly command?: string } = {}) => {
    const deps = { env: {}, clock: { now: () => 0 }, signal: new AbortController().signal };
    const till = { ...target, ...more };
    const checks = await examineTill({ pos: till, capabilities: { pos } }, till, deps);
    return checks.flatMap(({ name, key }) => (name === 'triggers' ? [key] : []));
  };
  expect(await asked({})).toHaveLength(7);
  expect(await asked({ events: false, listings: false, STATION: false, tips: false })).toEqual([
    'triggers.testRoundTrip',
    'triggers.restartTill',
  ]);
  expect(await asked({}, { command: './till' })).toHaveLength(6);
});
