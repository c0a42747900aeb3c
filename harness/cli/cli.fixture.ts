import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import { serve } from '#mocks/hosting';
import type { Config, RunResult } from '#schemas';
import { testFolder } from '#lab/doubles/test-folder';
import type { CliContext } from './cli-context.ts';
import { commandLine, explain } from './main.ts';
import { answersIn, createPrinter } from './terminal/printer.ts';

const bin = join(import.meta.dirname, '../../bin/conformance.js');

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
  readonly input?: string;
}

const plainEnvironment = () => {
  const { FORCE_COLOR, CI, HTTP_PROXY, HTTPS_PROXY, http_proxy, https_proxy, ...plain } = process.env;
  return plain;
};

export const start = (
  args: readonly string[],
  { cwd = testFolder(), env = {}, nodeOptions = [], input = '' }: CommandOptions,
) => {
  const child = spawn(process.execPath, [...nodeOptions, bin, ...args], {
    cwd,
    env: { ...plainEnvironment(), ...env },
  });
  child.stdin.end(input);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, stdout, stderr }));
  return { child, ended };
};

/** An end that is not a bug of ours comes without a stack trace. */
const withoutTrace = (ended: Ended): Ended => {
  if (ended.code !== 5) expect(ended.stderr).not.toMatch(/\n\s+at /);
  return ended;
};

/** Runs the command to its end as a process of its own. */
export const program = async (args: readonly string[], options: CommandOptions = {}): Promise<Ended> =>
  withoutTrace(await start(args, options).ended);

/** The same in this process, which is far quicker: of the program only its start and its end are left out. */
export const conformance = async (
  args: readonly string[],
  { cwd = testFolder(), env: more = {}, input = '' }: Omit<CommandOptions, 'nodeOptions'> = {},
): Promise<Ended> => {
  const ci = args.includes('--ci');
  const env = { ...(ci && { CI: 'true' }), ...plainEnvironment(), ...more };
  const said = { stdout: '', stderr: '' };
  const into = (name: keyof typeof said) => ({ write: (text: string) => (said[name] += text) });
  const printer = createPrinter({ stdout: into('stdout'), stderr: into('stderr'), env, ci, answers: answersIn(args) });
  const context: CliContext = {
    cwd,
    env,
    printer,
    input: Readable.from([Buffer.from(input)]),
    onInterrupt: () => () => undefined,
    outlive: () => () => undefined,
    open: () => undefined,
  };
  const code = await commandLine(args, context).catch((error: unknown) => explain(error, printer));
  return withoutTrace({ code, ...said });
};

export const folderWith = (config: Config | string): string => {
  const folder = testFolder();
  writeFileSync(join(folder, 'conformance.yaml'), typeof config === 'string' ? config : JSON.stringify(config));
  return folder;
};

export const runWith = async (
  config: Config | string,
  ...args: readonly string[]
): Promise<Ended & { folder: string }> => {
  const cwd = folderWith(config);
  return { ...(await conformance(['run', 'merchant', '--ci', ...args], { cwd })), folder: cwd };
};

/** The configuration of a merchant at this address. */
export const at = (url: string): Config => ({
  merchant: {
    basketUrl: `${url}/basket`,
    recalculateUrl: `${url}/recalculate`,
    orderUrl: `${url}/order`,
    catalogueUrl: `${url}/catalogue`,
    fixtures: { baskets: ['b-1'] },
  },
});

/** A server for the time of the test. */
export const hosting = async (answer: (request: Request) => Response | Promise<Response>): Promise<string> => {
  const host = await serve(answer);
  onTestFinished(async () => await host[Symbol.asyncDispose]());
  return host.url;
};

export const resultIn = (folder: string, out = 'conformance-results'): RunResult =>
  JSON.parse(readFileSync(join(folder, out, 'results.json'), 'utf8')) as RunResult;

/** An HTTP Archive of one retrieval that was answered 500. */
export const failedRetrieval = (url: string): string => {
  const [request, response] = [
    { method: 'GET', url, headers: [] },
    { status: 500, headers: [] },
  ];
  const entry = { startedDateTime: '2026-11-22T06:00:01.000Z', time: 20, request, response };
  return JSON.stringify({ log: { version: '1.2', entries: [entry] } });
};
