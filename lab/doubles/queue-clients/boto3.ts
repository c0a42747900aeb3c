import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Called, OpenClient } from './client.ts';

/** Why boto3 cannot be used here, or its version. */
export const boto3Version = (): { readonly version: string } | { readonly reason: string } => {
  const asked = spawnSync('python3', ['-c', 'import boto3; print(boto3.__version__)'], { encoding: 'utf8' });
  if (asked.error !== undefined) return { reason: 'python3 is not installed' };
  return asked.status === 0 ? { version: asked.stdout.trim() } : { reason: 'python3 cannot import boto3' };
};

/** boto3 in a process of its own: query protocol up to 1.28, JSON from 1.29. Importing it costs half a second, once. */
export const createBoto3 = (): { readonly open: OpenClient; readonly close: () => Promise<void> } => {
  let python: ReturnType<typeof start> | undefined;
  return {
    open: async (settings) => {
      python ??= start();
      const { ask } = python;
      return {
        call: (operation, input) => ask({ settings, operation, input }),
        async [Symbol.asyncDispose]() {},
      };
    },
    close: async () => python?.close(),
  };
};

const start = () => {
  const script = fileURLToPath(new URL('boto3_client.py', import.meta.url));
  const child = spawn('python3', [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(question: object): Promise<Called> {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      const { value } = await lines.next();
      const called: Called = JSON.parse(value ?? 'null');
      return called;
    },
    async close() {
      child.stdin.end();
      await once(child, 'close');
    },
  };
};
