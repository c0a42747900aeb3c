import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { createReferenceMerchant } from '#mocks/merchant';
import { createPlatform } from '#mocks/platform';
import { createReferenceTill } from '#mocks/pos';
import { type Clock, createWarpClock, systemClock } from '#mocks/time';
import type { Config, RunSummary } from '#schemas';
import { testFolder } from '#lab/doubles/test-folder';
import { createConsoleRuns } from './console-runs.ts';

/** A platform whose control API certifies what the configuration says. */
const hosting = async (config: Config | undefined, clock: Clock = systemClock) => {
  const cwd = testFolder();
  if (config !== undefined) writeFileSync(join(cwd, 'conformance.yaml'), JSON.stringify(config));
  const out = join(cwd, 'conformance-results', 'console');
  const certification = createConsoleRuns({
    config: undefined,
    cwd,
    env: {},
    out,
    now: () => Date.now(),
    taken: () => [],
    clock,
  });
  const platform = createPlatform({ clock: systemClock, ports: { certification } });
  const control = await serve(platform.controlFetch);
  onTestFinished(async () => {
    await certification[Symbol.asyncDispose]();
    platform.close();
    await control[Symbol.asyncDispose]();
  });
  const call = async (method: string, path: string, body?: object) => {
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fetch(`${control.url}${path}`, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  /** Reads the run whenever the journal says that it changed, until it is as wanted. */
  const until = async (id: string, isWanted: (run: RunSummary) => boolean): Promise<RunSummary> => {
    let changed = Promise.withResolvers<void>();
    const stop = platform.subscribe((event) => {
      if (event.kind === 'certification' && event.run === id) changed.resolve();
    });
    try {
      for (;;) {
        const { body } = await call('GET', `/certification/runs/${id}`);
        if (isWanted(body)) return body;
        if (!['running', 'waiting'].includes(body.status)) throw new Error(`it ended: ${JSON.stringify(body)}`);
        await changed.promise;
        changed = Promise.withResolvers();
      }
    } finally {
      stop();
    }
  };
  return { call, until, out };
};

const isOver = ({ status }: RunSummary): boolean => status === 'finished';

test('a merchant is certified through the control API as on the command line', { timeout: 120_000 }, async () => {
  const shop = createReferenceMerchant({ variant: 'willow', clock: systemClock });
  const merchant = await serve(shop.fetch);
  onTestFinished(() => merchant[Symbol.asyncDispose]());
  const { call, until, out } = await hosting(shop.configuration(merchant.url));
  expect((await call('GET', '/certification')).body).toEqual({
    configured: true,
    suites: ['merchant', 'pos', 'platform'],
    tills: [],
    runs: [],
  });
  const { checks } = (await call('POST', '/certification/doctor', { suite: 'merchant' })).body;
  expect(checks.length).toBeGreaterThan(0);
  expect(checks.filter(({ status }: { status: string }) => status === 'failed')).toEqual([]);

  const { status, body: started } = await call('POST', '/certification/runs', { suite: 'merchant', effort: 'quick' });
  expect([status, started.status, started.suite]).toEqual([200, 'running', 'merchant']);
  expect((await call('POST', '/certification/runs', { suite: 'merchant' })).status).toBe(409);
  expect((await call('GET', `/certification/runs/${started.id}/report.html`)).status).toBe(404);
  const halfway = await until(started.id, ({ done }) => done > 0);
  expect(halfway.requirements.some((row) => row.status === 'pending' || row.status === 'passed')).toBe(true);

  const finished = await until(started.id, isOver);
  expect(finished).toMatchObject({ verdict: 'conformant', exitCode: 0 });
  expect(finished.done).toBe(finished.total);
  expect(finished.requirements.some((row) => row.status === 'pending')).toBe(false);
  const result = JSON.parse(readFileSync(join(out, started.id, 'results.json'), 'utf8'));
  expect(finished.requirements).toEqual(
    result.requirements.map(({ id, status: was, unlock }: { id: string; status: string; unlock?: string }) => ({
      id,
      status: was,
      ...(unlock !== undefined && { unlock }),
    })),
  );
  const { exchanges } = (await call('GET', `/certification/runs/${started.id}/exchanges?text=MAXRETURNDAYS`)).body;
  expect(new Set(exchanges.map(({ operation }: { operation: string }) => operation))).toEqual(new Set(['order']));
  const report = await call('GET', `/certification/runs/${started.id}/report.html`);
  expect(report.body).toContain('<!doctype html>');
  expect(report.headers.get('content-security-policy')).toMatch(
    /^sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
  );
});

test('a till waits for a person, who says that it is done', { timeout: 120_000 }, async () => {
  const clock = createWarpClock();
  const till = createReferenceTill({ variant: 'quartz', clock });
  const served = await serve(till.fetch);
  onTestFinished(async () => {
    await till.stop();
    await served[Symbol.asyncDispose]();
  });
  const { triggers, ...config } = till.configuration(served.url);
  const { activatePos: _, ...others } = triggers ?? {};
  const text = 'Activate at {{platformUrl}} with {{merchantTaxId}} and {{pinCode}}';
  const { call, until } = await hosting({ ...config, triggers: { ...others, activatePos: { manual: text } } }, clock);
  const { body: started } = await call('POST', '/certification/runs', { suite: 'pos', only: ['activation'] });
  const activate = triggers?.activatePos?.http;
  const done = new Set<string>();
  const next = async () =>
    await until(started.id, (run) => isOver(run) || (run.turn !== undefined && !done.has(run.turn.text)));
  let finished = await next();
  // Once to begin with, and once more with the till active.
  for (; !isOver(finished); finished = await next()) {
    const { turn } = finished;
    expect(finished).toMatchObject({ status: 'waiting', turn: { trigger: 'activatePos', wantsAnswer: false } });
    expect(turn?.deadline).toBeGreaterThan(Date.now());
    done.add(turn?.text ?? '');
    const [, platformUrl = '', merchantTaxId = '', pinCode = ''] =
      /^Activate at (\S+) with (\S+) and (\S+)$/.exec(turn?.text ?? '') ?? [];
    expect(pinCode).not.toBe('');
    await fetch(activate?.url ?? '', {
      method: activate?.method ?? 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ platformUrl, merchantTaxId, pinCode }),
    });
    // The run may have seen the activation by itself.
    await call('POST', `/certification/runs/${started.id}/turn`, { done: true });
  }
  expect(done.size).toBeGreaterThanOrEqual(2);
  expect(finished.turn).toBeUndefined();
  expect((await call('POST', `/certification/runs/${started.id}/turn`, { done: true })).status).toBe(409);
});

test('a run is interrupted, and its report is there all the same', { timeout: 60_000 }, async () => {
  const { call, until, out } = await hosting({ pos: { merchantTaxId: '5250000001' } });
  expect(await call('POST', '/certification/runs', { suite: 'pos', only: ['basket'] })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Valid: activation') },
  });
  const { body: started } = await call('POST', '/certification/runs', { suite: 'pos' });
  await until(started.id, ({ turn }) => turn?.trigger === 'activatePos');
  expect((await call('DELETE', `/certification/runs/${started.id}`)).status).toBe(200);
  const ended = await until(started.id, ({ status }) => status === 'interrupted');
  expect(ended).toMatchObject({ exitCode: 130 });
  expect(readdirSync(join(out, started.id))).toContain('report.html');
  expect((await call('DELETE', '/certification/runs/none')).status).toBe(404);
});

test('what cannot be run is said in a sentence', async () => {
  const { call } = await hosting(undefined);
  expect((await call('GET', '/certification')).body).toMatchObject({ configured: false });
  expect(await call('POST', '/certification/runs', { suite: 'merchant' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('conformance.yaml does not exist') },
  });
  expect((await call('POST', '/certification/doctor', { suite: 'shop' })).status).toBe(400);
  expect((await call('POST', '/certification/runs', { suite: 'pos', colour: 1 })).status).toBe(400);
});
