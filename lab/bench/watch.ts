import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { redactorFor } from '#harness/run/redactor';
import { openWatchedRun } from '#harness/run/watched-run';
import { temporaryFolder } from '#harness/output/temporary-folder';
import { systemClock } from '#mocks/time';
import type { JournalEvent } from '#schemas';
import { certify } from '../certify/certify.ts';
import { cpuMs, readAnew } from './runs-and-laws.ts';
import { startMerchant } from './processes.ts';
import { median, quantile, type Row } from './row.ts';

const calls = 2000;
const warmUp = 300;

/** What a watch adds to a call of a live shop: each call goes once straight and once through, in turns. */
export const watch = async (): Promise<readonly Row[]> => {
  await using merchant = await startMerchant({});
  await using proxy = await startWatch(merchant.url);
  const { basketUrl = '', headers = {}, fixtures } = merchant.config.merchant ?? {};
  const { pathname } = new URL(basketUrl);
  const path = `${pathname}?basketId=${encodeURIComponent(fixtures?.baskets?.[0] ?? '')}`;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (url: string): Promise<number> => {
    const startedAt = performance.now();
    const request = http.get(`${url}${path}`, { headers, agent });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return performance.now() - startedAt;
  };
  const straight: number[] = [];
  const through: number[] = [];
  for (let call = 0; call < calls + warmUp; call++) {
    const took = [await ask(merchant.url), await ask(proxy.url)] as const;
    if (call < warmUp) continue;
    straight.push(took[0]);
    through.push(took[1]);
  }
  agent.destroy();
  const added = (part: number): number => quantile(through, part) - quantile(straight, part);
  const about = (part: number): string =>
    `${quantile(straight, part).toFixed(2)} ms straight, ${quantile(through, part).toFixed(2)} ms through`;
  return [
    {
      name: 'watch: added to a call of a shop, p99',
      measured: added(0.99),
      unit: ' ms',
      bound: { atMost: 2 },
      detail: `${about(0.99)}; ${calls} calls each, in turns`,
    },
    {
      name: 'watch: added to a call of a shop, median',
      measured: added(0.5),
      unit: ' ms',
      bound: { atMost: 1 },
      detail: about(0.5),
    },
    await judgedPerSecond(),
  ];
};

/** What one processor can judge, record and settle, before a watch has to leave some out. */
const judgedPerSecond = async (): Promise<Row> => {
  const events: JournalEvent[] = [];
  const { config } = await certify(
    { party: 'merchant', variant: 'granite' },
    { onEvent: (event) => events.push(event) },
  );
  const rates: number[] = [];
  for (let round = 0; round < 10; round++) {
    const exchanges = readAnew('merchant', config, events).slice(0, 600);
    const redactor = redactorFor(config, []);
    const run = openWatchedRun({ suite: 'merchant', config, redactor, clock: systemClock, command: [], onEvent() {} });
    const ms = cpuMs(() => {
      for (const exchange of exchanges) run.see(exchange, 'traffic');
      run.end();
    });
    if (round >= 3) rates.push((1000 * exchanges.length) / ms);
  }
  return {
    name: 'watch: calls of a shop judged, recorded and settled per second of a processor',
    measured: median(rates),
    unit: ' /s',
    bound: { atLeast: 5000 },
    detail: `600 calls of a run; ${Math.round(Math.max(...rates))} at best`,
  };
};

const startWatch = async (target: string): Promise<AsyncDisposable & { readonly url: string }> => {
  const folder = temporaryFolder('watch');
  const child = spawn(
    process.execPath,
    ['bin/conformance.js', 'watch', 'merchant', '--ci', '--target', target, '--out', join(folder.path, 'out')],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = once(child, 'exit');
  let url: string | undefined;
  for await (const line of createInterface(child.stdout)) {
    url = /^watching {2}(\S+)/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error('conformance watch ended before it listened');
  // What it goes on to say is nobody's.
  child.stdout.resume();
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT');
      await ended;
      folder[Symbol.dispose]();
    },
  };
};
