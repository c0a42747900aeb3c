import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serve } from '#mocks/hosting';
import { systemClock } from '#mocks/time';
import { peers } from '#harness/targets/reference-peers';
import { worstBodies } from './worst-bodies.ts';

/** A command in the middle of something, and how one knows that it is. */
export interface Phase {
  readonly name: string;
  /** `{{url}}` is the shop. */
  readonly args: readonly string[];
  readonly files: (url: string) => Readonly<Record<string, string>>;
  readonly shop?: RequestListener;
  readonly isReached: (seen: { readonly calls: number; readonly said: string; readonly journal: string }) => boolean;
  /** Somebody who calls what the command serves, by all that it has said. */
  readonly caller?: (said: string) => void;
  /** It ends by Ctrl-C only, and may have its verdict by then. */
  readonly mayEndWell?: true;
}

export interface Interrupted {
  readonly code: number | null;
  /** From Ctrl-C to the end, without the time in which others had the processor. */
  readonly ms: number;
  readonly said: string;
  /** Processes it started and left behind. */
  readonly left: readonly string[];
}

const bin = fileURLToPath(new URL('../../bin/conformance.js', import.meta.url));

const shopAt = (url: string, more: object = {}): string =>
  JSON.stringify({
    merchant: {
      basketUrl: `${url}/basket`,
      recalculateUrl: `${url}/recalculate`,
      orderUrl: `${url}/order`,
      catalogueUrl: `${url}/catalogue`,
      fixtures: { baskets: ['b'] },
    },
    ...more,
  });
const config = (more?: object) => (url: string) => ({ 'c.json': shopAt(url, more) });
const silent: RequestListener = () => undefined;
const drip: RequestListener = (_, response) => {
  response.setHeader('content-type', 'application/json');
  response.write('{"id":"');
  const timer = setInterval(() => response.write('x'), 20);
  response.once('close', () => clearInterval(timer));
};
const worstOf = (name: string): RequestListener => {
  const text = worstBodies.find((body) => body.name === name)?.text(16 * 2 ** 20) ?? '';
  return (_, response) => void response.setHeader('content-type', 'application/json').end(text);
};
const called = ({ calls }: { readonly calls: number }): boolean => calls > 0;
const journalled = (text: string) => (seen: { readonly journal: string }) => seen.journal.includes(text);
const till = (script: string): string =>
  JSON.stringify({ pos: { merchantTaxId: '5250000001', command: script, fixtures: { tables: { open: ['T1'] } } } });
const run = ['run', 'merchant', '--ci', '--config', 'c.json', '--out', 'out'] as const;
const mark = 'left-behind-by-an-interrupted-run';

const watchAt = ['watch', 'merchant', '--ci', '--config', 'c.json', '--out', 'out', '--target', '{{url}}'] as const;
/** Many calls at what is watched, again and again. */
const customers = (said: string): void => {
  const [, url] = /watching +(\S+) ->/.exec(said) ?? [];
  if (url === undefined) return;
  for (let n = 0; n < 20; n += 1)
    void fetch(`${url}/catalogue?limit=${n}`)
      .then(async (answer) => answer.arrayBuffer())
      .catch(() => undefined);
};

const capture = (entries: number): string =>
  JSON.stringify({
    log: {
      entries: Array.from({ length: entries }, () => ({
        startedDateTime: '2026-01-01T00:00:00.000Z',
        time: 1,
        request: { method: 'GET', url: 'http://x/catalogue?limit=5', headers: [] },
        response: { status: 200, headers: [], content: { text: '{"products":[]}' } },
      })),
    },
  });

export const phases: readonly Phase[] = [
  {
    name: 'a doctor whose patient is silent',
    args: ['doctor', 'merchant', '--config', 'c.json'],
    files: config(),
    shop: silent,
    isReached: called,
  },
  { name: 'set-up of a silent shop', args: run, files: config(), shop: silent, isReached: called },
  { name: 'a body that never ends', args: run, files: config(), shop: drip, isReached: called },
  {
    name: 'a worst body',
    args: run,
    files: config(),
    shop: worstOf('numbers for products'),
    isReached: called,
  },
  {
    name: 'a body of a million names',
    args: run,
    files: config(),
    shop: worstOf('a million names'),
    isReached: journalled('"event":"scenario-started"'),
  },
  {
    name: 'a trigger that does not end',
    args: run,
    files: config({ triggers: { createBasket: { command: `sleep 61 # ${mark}` } } }),
    shop: (_, response) => void response.setHeader('content-type', 'application/json').end('{}'),
    isReached: journalled('"event":"scenario-started"'),
  },
  {
    name: 'a till that never activates and does not want to end',
    args: ['run', 'pos', '--ci', '--config', 'c.json', '--out', 'out'],
    files: () => ({ 'c.json': till(`trap '' TERM; while :; do sleep 1; done # ${mark} {{pinCode}}`) }),
    isReached: journalled('"event":"scenario-started"'),
  },
  {
    name: 'a till that floods its terminal',
    args: ['run', 'pos', '--ci', '--config', 'c.json', '--out', 'out'],
    files: () => ({ 'c.json': till(`yes ${mark} {{pinCode}}`) }),
    isReached: journalled('"event":"scenario-started"'),
  },
  {
    name: 'a capture of very many exchanges',
    args: ['judge', 'merchant', 'big.har', '--config', 'c.json', '--out', 'out'],
    files: (url) => ({ 'c.json': shopAt('http://x', {}), 'big.har': capture(60_000), note: url }),
    isReached: journalled('"event":"exchange"'),
  },
  {
    name: 'a fleet of silent shops',
    args: ['fleet', 'fleet.yaml', '--out', 'out', '--parallel', '2'],
    files: (url) => ({
      ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.json`, shopAt(url)])),
      'fleet.yaml': JSON.stringify({ targets: [{ config: '*.json' }] }),
    }),
    shop: silent,
    isReached: ({ calls }) => calls > 1,
  },
  {
    name: 'a watch of a silent shop',
    args: watchAt,
    files: config(),
    shop: silent,
    caller: customers,
    isReached: called,
    mayEndWell: true,
  },
  {
    name: 'a watch that has much to judge',
    args: watchAt,
    files: config(),
    shop: worstOf('half a million empty products'),
    caller: customers,
    isReached: ({ calls, journal }) => calls > 60 && journal.includes('"event":"exchange"'),
    mayEndWell: true,
  },
  {
    name: 'a platform that is asked for its journal',
    args: ['platform', '--port', '0', '--control-port', '0'],
    files: () => ({}),
    caller(said) {
      const [, url] = /^control +(\S+)/m.exec(said) ?? [];
      if (url !== undefined) void fetch(`${url}/journal/stream`).catch(() => undefined);
    },
    isReached: ({ said }) => said.includes('Not for production'),
    mayEndWell: true,
  },
];

/** The same in the middle of a run against a reference peer, and as its reports are written. */
export const peerPhases: readonly (Phase & { readonly variant: string })[] = [
  {
    name: 'scenarios of a shop',
    variant: 'granite',
    args: run,
    files: () => ({}),
    isReached: ({ journal }) => journal.length > 300_000,
  },
  {
    name: 'reports of a shop',
    variant: 'granite',
    args: run,
    files: () => ({}),
    isReached: journalled('"event":"run-finished"'),
  },
];

/** Runs it as far as that phase, presses Ctrl-C, and waits for its end. */
export const interrupt = async (phase: Phase & { readonly variant?: string }): Promise<Interrupted> => {
  const cwd = mkdtempSync(join(tmpdir(), 'interrupted-'));
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume();
    (phase.shop ?? silent)(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peer = phase.variant === undefined ? undefined : peers.merchant.create(phase.variant, systemClock);
  await using host = await serve(peer?.fetch ?? (() => Response.error()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const files = peer === undefined ? phase.files(url) : { 'c.json': JSON.stringify(peer.configuration(host.url)) };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const args = phase.args.map((arg) => arg.replace('{{url}}', url));
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const over = once(child, 'close') as Promise<[number | null]>;
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  const journal = join(cwd, 'out', 'journal.ndjson');
  const seen = () => ({ calls, said, journal: existsSync(journal) ? readFileSync(journal, 'utf8') : '' });
  while (!isOver && !phase.isReached(seen())) {
    phase.caller?.(said);
    await setTimeout(50);
  }
  const [from, waitedBefore] = [performance.now(), waitedIn(child.pid)];
  child.kill('SIGINT');
  let waited = waitedBefore;
  while (!isOver) {
    waited = Math.max(waited, waitedIn(child.pid));
    await Promise.race([over, setTimeout(20)]);
  }
  const ms = performance.now() - from - (waited - waitedBefore);
  const [code] = await over;
  server.close();
  server.closeAllConnections();
  await peer?.stop?.();
  rmSync(cwd, { recursive: true, force: true });
  return { code, ms, said, left: processesOf(mark) };
};

/** How long its main thread and the one that waited most were ready and had no processor, in ms: the one waits for the other. */
const waitedIn = (pid: number | undefined): number => {
  const waits = existsSync(`/proc/${pid}/task`)
    ? readdirSync(`/proc/${pid}/task`).map((task) => waitOf(pid, task))
    : [];
  return waitOf(pid, String(pid)) + Math.max(0, ...waits);
};

const waitOf = (pid: number | undefined, task: string): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
};

const processesOf = (text: string): readonly string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statSync(`/proc/${name}`, { throwIfNoEntry: false }) !== undefined)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return command.includes(text) ? [command] : [];
      } catch {
        return [];
      }
    });
