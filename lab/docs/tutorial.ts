import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '#harness/output/temporary-folder';

interface Block {
  /** What stands after the backticks: `sh exit=1`, `yaml file=conformance.yaml`. */
  readonly info: string;
  readonly text: string;
}

export const blocksIn = (markdown: string): readonly Block[] =>
  [...markdown.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, info = '', text = '']) => ({ info, text }));

/**
 * Below those that systems give to whoever asks for any: it is free again for a while between a program that is stopped and the
 * one started in its place, and nobody else may get it then.
 */
const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(15_000, 30_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
};

/** Ports are written out in a tutorial, and another may have them here. */
const withFreePorts = async (markdown: string): Promise<string> => {
  const ports = [...new Set(markdown.match(/(?<=--(?:control-)?port )\d{4}/g) ?? [])];
  const free = await Promise.all(ports.map(async (port) => [port, String(await freePort())] as const));
  return free.reduce((text, [port, other]) => text.replaceAll(port, other), markdown);
};

/** Whether each line of what is shown came, in this order; … stands for anything. */
const missingLine = (shown: string, came: string): string | undefined => {
  let from = 0;
  return shown
    .trimEnd()
    .split('\n')
    .find((line) => {
      const pattern = line
        .trim()
        .split('…')
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
      const found = new RegExp(pattern.join('.*')).exec(came.slice(from));
      if (found === null) return true;
      from += found.index + found[0].length;
      return false;
    });
};

/** Does in an empty folder what a tutorial says; what was wrong, or nothing. */
export const followTutorial = async (markdown: string, bin: string): Promise<readonly string[]> => {
  using temporary = temporaryFolder('tutorial');
  const folder = temporary.path;
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(bin, join(folder, 'node_modules/.bin/conformance'));
  const wrong: string[] = [];
  const started = new Map<string, ChildProcess>();
  const exported: string[] = [];
  let came = '';
  const env = {
    ...process.env,
    // Without Node the program has no npx before its name.
    PATH: `${join(folder, 'node_modules/.bin')}:${dirname(process.execPath)}:${process.env['PATH']}`,
    npm_config_offline: 'true',
  };
  const shell = (script: string, detached = false): ChildProcess =>
    spawn('bash', ['-c', `${exported.join('\n')}\n${script}`], {
      cwd: folder,
      env,
      detached,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const stop = async (child: ChildProcess | undefined): Promise<void> => {
    if (child?.pid === undefined || child.exitCode !== null) return;
    const ended = once(child, 'close');
    process.kill(-child.pid, 'SIGINT');
    await ended;
  };
  try {
    for (const { info, text } of blocksIn(await withFreePorts(markdown))) {
      const file = /file=(\S+)/.exec(info)?.[1];
      if (file !== undefined) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        (info.endsWith('append') ? appendFileSync : writeFileSync)(join(folder, file), text);
      } else if (info === 'text') {
        const line = missingLine(text, came);
        if (line !== undefined) wrong.push(`shown, and did not come: ${line}\n${came.slice(-3000)}`);
      } else if (info === 'sh terminal') {
        const port = /--port (\d+)/.exec(text)?.[1] ?? '';
        await stop(started.get(port));
        const child = shell(text, true);
        started.set(port, child);
        // They tell their address once they listen.
        const said = await untilSaid(child, `http://127.0.0.1:${port}`);
        if (said !== undefined) wrong.push(`ended at once: ${text}\n${said}`);
      } else if (/^sh(?: exit=\d+)?$/.test(info)) {
        const child = shell(`set -e\n${text}`);
        came = '';
        for (const stream of [child.stdout, child.stderr])
          stream?.setEncoding('utf8').on('data', (part: string) => (came += part));
        const [code] = (await once(child, 'close')) as [number | null];
        const wanted = Number(/exit=(\d+)/.exec(info)?.[1] ?? 0);
        if (code !== wanted) wrong.push(`exit ${code} instead of ${wanted}: ${text}\n${came.slice(-3000)}`);
        exported.push(...(text.match(/^(?:export )?[A-Z_]+=\S+$/gm) ?? []));
      }
    }
  } finally {
    await Promise.all([...started.values()].map(stop));
  }
  return wrong;
};

/** What it said instead, where it ended before. */
const untilSaid = async (child: ChildProcess, word: string): Promise<string | undefined> => {
  let said = '';
  return await new Promise((resolve) => {
    child.once('close', () => resolve(said));
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => {
        said += part;
        if (said.includes(word)) resolve(undefined);
      });
  });
};
