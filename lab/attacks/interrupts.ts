import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serve } from '#mocks/hosting';
import { systemClock } from '#mocks/time';
import { peers } from '../faults/index.ts';
import { temporaryFolder } from '#harness/output/temporary-folder';
import { mark, type Phase, silent } from './interrupted-phases.ts';

export interface Interrupted {
  readonly code: number | null;
  /** From Ctrl-C to the end, without the time in which others had the processor. */
  readonly ms: number;
  readonly said: string;
  /** Processes it started and left behind. */
  readonly left: readonly string[];
}

const bin = fileURLToPath(new URL('../../bin/conformance.js', import.meta.url));

/** Runs it as far as that phase, presses Ctrl-C, and waits for its end. */
export const interrupt = async (phase: Phase & { readonly variant?: string }): Promise<Interrupted> => {
  using folder = temporaryFolder('interrupted');
  const cwd = folder.path;
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
  const [from, waitedBefore, stolenBefore] = [performance.now(), waitedIn(child.pid), stolen()];
  child.kill('SIGINT');
  let waited = waitedBefore;
  while (!isOver) {
    waited = Math.max(waited, waitedIn(child.pid));
    await Promise.race([over, setTimeout(20)]);
  }
  const ms = performance.now() - from - (waited - waitedBefore) - (stolen() - stolenBefore);
  const [code] = await over;
  server.close();
  server.closeAllConnections();
  await peer?.stop?.();
  return { code, ms, said, left: processesOf(mark) };
};

/** How long its main thread and the one that waited most were ready and had no processor, in ms: the one waits for the other. */
const waitedIn = (pid: number | undefined): number => {
  const waits = existsSync(`/proc/${pid}/task`)
    ? readdirSync(`/proc/${pid}/task`).map((task) => waitOf(pid, task))
    : [];
  return waitOf(pid, String(pid)) + Math.max(0, ...waits);
};

/**
 * What a host has kept of the processors it lends to this machine, in ms: once it was 80 % for a quarter of an hour, and
 * nothing else shows it.
 */
const stolen = (): number => {
  try {
    const [, , , , , , , , ticks = '0'] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 9);
    return 10 * Number(ticks);
  } catch {
    return 0;
  }
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
