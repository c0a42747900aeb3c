import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toScheme } from '#mocks/platform';
import { temporaryFolder } from '#harness/output/temporary-folder';

/** `conformance platform` in a process of its own, in a folder of its own. */
export interface ServedPlatform extends AsyncDisposable {
  readonly api: string;
  readonly control: string;
  readonly tell: (method: string, path: string, body?: unknown) => Promise<unknown>;
  readonly activated: (id: string) => Promise<Till>;
  /** Resident, in MiB. */
  readonly memory: () => number;
  /** How it ended, where it did. */
  readonly crash: () => string | undefined;
  /** The longest its main thread was busy since this was last asked, in ms of processor time. */
  readonly busy: () => Promise<number>;
  /** All that it wrote to the terminal. */
  readonly said: () => string;
  /** A folder of which it was started in a part, so that what it writes outside can be seen. */
  readonly around: string;
  readonly kill: () => Promise<void>;
}

export interface Till {
  readonly id: string;
  readonly secrets: readonly string[];
  readonly queue: {
    readonly queueUrl: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  readonly send: (method: string, path: string, body: Uint8Array) => Promise<Response>;
}

export const servePlatform = async (): Promise<ServedPlatform> => {
  const folder = temporaryFolder('attacked');
  const around = folder.path;
  const cwd = join(around, 'own');
  mkdirSync(cwd, { recursive: true });
  const script = fileURLToPath(new URL('../../bin/conformance.js', import.meta.url));
  const child = fork(script, ['platform', '--port', '0', '--control-port', '0', '--data-dir', 'kept'], {
    cwd,
    silent: true,
    execArgv: ['--import', new URL('measured.ts', import.meta.url).href],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let [said, crash] = ['', undefined as string | undefined];
  let isOver = false;
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += String(chunk);
    });
  const exited = once(child, 'exit').then(([code, signal]) => {
    if (!isOver) crash = `${String(signal ?? code)}: ${said.slice(-2000)}`;
  });
  while (!said.includes('Not for production') && crash === undefined)
    await Promise.race([once(child.stdout ?? child, 'data'), exited]);
  if (crash !== undefined) throw new Error(crash);
  const [, api = ''] = /^platform +(\S+)/m.exec(said) ?? [];
  const [, control = ''] = /^control +(\S+)/m.exec(said) ?? [];
  const tell = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${control}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the control API answered ${path} with ${answer.status}: ${text.slice(0, 500)}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const kill = async (): Promise<void> => {
    isOver = true;
    child.kill('SIGKILL');
    await exited;
    folder[Symbol.dispose]();
  };
  return {
    api,
    control,
    tell,
    async activated(id) {
      await tell('POST', '/locations', { merchantTaxId: 'tax-1', integrationProfileId: id });
      const { pinCode } = (await tell('POST', `/locations/${id}/pins`)) as { pinCode: string };
      const activation = { merchantTaxId: 'tax-1', pinCode, softwareName: 'Till', softwareVersion: '1' };
      const answer = await fetch(`${api}/merchant/v1/pos/activate`, {
        method: 'POST',
        body: JSON.stringify(activation),
      });
      const { apiConfiguration: keys, queueConfiguration: queue } = (await answer.json()) as {
        apiConfiguration: { apiKey: string; secret: string };
        queueConfiguration: Till['queue'];
      };
      const send: Till['send'] = async (method, path, body) => {
        const message = { method, url: `${api}${path}`, headers: new Headers(), body };
        const headers = await toScheme(undefined).sign(message, keys, Date.now());
        return await fetch(`${api}${path}`, { method, headers, ...(method !== 'GET' && { body: Buffer.from(body) }) });
      };
      return { id, queue, secrets: [keys.apiKey, keys.secret, queue.accessKeyId, queue.secretAccessKey], send };
    },
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    crash: () => crash,
    async busy() {
      child.send('busy');
      const [longest] = (await Promise.race([once(child, 'message'), exited.then(() => [0])])) as [number];
      return longest;
    },
    said: () => said,
    around,
    kill,
    [Symbol.asyncDispose]: kill,
  };
};
