import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { serve } from '#mocks/hosting';
import { systemClock } from '#mocks/time';
import type { RunResult } from '#schemas';
import { journalName, resultsName } from '#harness/config/files';
import { peers } from '../faults/index.ts';
import { temporaryFolder } from '#harness/output/temporary-folder';
import { untruths } from './journal-audit.ts';

/** A run to be killed as soon as its journal has this many lines, or has ended. */
export interface Moment {
  readonly suite: 'merchant' | 'pos';
  readonly variant: string;
  readonly afterLines: number;
}

export interface KilledRun extends Moment {
  /** Lines there were when it was dead. */
  readonly lines: number;
  /** The journal was complete, and the kill hit the writing of the reports. */
  readonly hadEnded: boolean;
  readonly wasKilled: boolean;
  readonly verdict: RunResult['verdict'];
  readonly counts: RunResult['counts'];
  /** What the report built afterwards says wrongly, a sentence each. */
  readonly untruths: readonly string[];
}

const bin = join(import.meta.dirname, '../../bin/conformance.js');
const out = 'results';

/** Kills -9 a run of the command line against a reference peer, and holds the report built afterwards to its journal. */
export const killedRun = async (moment: Moment): Promise<KilledRun> => {
  const { suite, variant, afterLines } = moment;
  using folder = temporaryFolder('killed');
  const cwd = folder.path;
  const peer = peers[suite].create(variant, systemClock);
  try {
    await using host = await serve(peer.fetch);
    writeFileSync(join(cwd, 'conformance.yaml'), JSON.stringify(peer.configuration(host.url)));
    mkdirSync(join(cwd, out));
    const journal = join(cwd, out, journalName);
    const read = (): string => (existsSync(journal) ? readFileSync(journal, 'utf8') : '');
    const run = start(['run', suite, '--ci', '--seed', '7', '--out', out], cwd);
    const ended = once(run, 'close');
    let lines = 0;
    let size = 0;
    const watcher = watch(join(cwd, out), () => {
      const news = textAfter(journal, size);
      size += news.length;
      lines += linesIn(news);
      if (lines > afterLines || hasEnded(news)) run.kill('SIGKILL');
    });
    await ended;
    watcher.close();
    const report = start(['report', out, '--ci'], cwd);
    const [exitCode] = (await once(report, 'close')) as [number | null];
    const result = JSON.parse(readFileSync(join(cwd, out, resultsName), 'utf8')) as RunResult;
    return {
      ...moment,
      lines: linesIn(read()),
      hadEnded: hasEnded(read()),
      wasKilled: run.signalCode === 'SIGKILL',
      verdict: result.verdict,
      counts: result.counts,
      untruths: untruths(read(), result, exitCode),
    };
  } finally {
    await peer.stop?.();
  }
};

const start = (args: readonly string[], cwd: string) =>
  spawn(process.execPath, [bin, ...args], { cwd, stdio: 'ignore' });

/** What was appended after that many bytes. Read again from the start, a long journal would slow the run down. */
const textAfter = (path: string, bytes: number): string => {
  if (!existsSync(path)) return '';
  const file = openSync(path, 'r');
  try {
    const news = Buffer.alloc(Math.max(0, fstatSync(file).size - bytes));
    return news.toString('latin1', 0, readSync(file, news, 0, news.length, bytes));
  } finally {
    closeSync(file);
  }
};

const linesIn = (text: string): number => text.split('\n').length - 1;
const hasEnded = (text: string): boolean => text.includes('{"event":"run-finished"');

/** As many moments as asked for, in turns of a shop and a till, each anywhere in the first `lines` of its journal. */
export const momentsOf = (
  count: number,
  seed: number,
  lines: Readonly<Record<Moment['suite'], number>>,
): readonly Moment[] =>
  Array.from({ length: count }, (_, index) => {
    const suite = index % 2 === 0 ? 'merchant' : 'pos';
    const { variants } = peers[suite];
    const variant = variants[Math.floor(index / 2) % variants.length] ?? '';
    return { suite, variant, afterLines: Math.floor(fraction(`${seed} ${index}`) * lines[suite]) };
  });

/** From 0 to 1, and always the same for a text. */
const fraction = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
