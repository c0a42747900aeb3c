import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { CliContext } from '../cli-context.ts';
import { type Given, wordsOf } from './tools.ts';

/** The mock platform in a process of its own, and its control API, which describes itself. */
export const createPlatformTools = ({ cwd, env }: Pick<CliContext, 'cwd' | 'env'>, program: readonly string[]) => {
  let child: ChildProcess | undefined;
  let addresses: Readonly<Record<string, string>> = {};
  const start = async (words: readonly string[]): Promise<void> => {
    const started = spawn(process.execPath, [...program, 'platform', ...words], { cwd, env });
    let wrong = '';
    started.stderr.on('data', (text: Buffer) => (wrong += text.toString()));
    // All addresses come at once.
    const [said] = (await Promise.race([once(started.stdout, 'data'), once(started, 'close')])) as [unknown];
    addresses = Object.fromEntries([...String(said).matchAll(/^(\w+) +(http\S+)$/gm)].map(([, ...pair]) => pair));
    if (addresses['control'] === undefined) throw new Error(wrong.trim());
    child = started;
  };
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    if (child === undefined) throw new Error('The platform does not run. Call platform_start first.');
    const response = await fetch(new URL(path, addresses['control']), init);
    const body = await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${body}`);
    return body === '' ? null : JSON.parse(body);
  };
  return {
    async platform_start(given: Given): Promise<object> {
      if (child === undefined) await start(wordsOf({}, given));
      const { paths } = (await ask('/openapi.json')) as { readonly paths: Readonly<Record<string, Operations>> };
      const operations = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { summary = '' }]) => `${method.toUpperCase()} ${path}  ${summary}`),
      );
      return { api: addresses['platform'], control: addresses['control'], operations };
    },
    async platform_call({ method, path, body }: Given): Promise<object> {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const headers = { 'content-type': 'application/json' };
      return { answer: await ask(String(path), { method: String(method), headers, ...sent }) };
    },
    [Symbol.dispose]: () => void child?.kill('SIGINT'),
  };
};

type Operations = Readonly<Record<string, { readonly summary?: string }>>;
