import { request } from 'node:http';
import { notBuilt } from '#console';
import type { ServedPlatform } from './served-platform.ts';
import type { Tally } from './tally.ts';

export interface Input {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** So many at a time. */
export const each = async <Value>(
  values: readonly Value[],
  act: (value: Value) => Promise<void>,
  at = 16,
): Promise<void> => {
  const next = values.values();
  await Promise.all(
    Array.from({ length: at }, async () => {
      for (const one of next) await act(one);
    }),
  );
};

/** Each on a connection of its own; undefined where it is no HTTP, or was hung up on. */
const sent = async (url: string, { method: verb, path, headers: given, body }: Input): Promise<Answered | undefined> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const hasBody = verb !== 'GET' && verb !== 'HEAD';
    try {
      const message = request({ hostname, port, method: verb, path, headers: given, agent: false, timeout: patience });
      message.on('response', (response) => {
        let said = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
        response.once('close', () => resolve({ status: response.statusCode ?? 0, said }));
      });
      message.once('timeout', () => {
        resolve({ status: 0, said: 'no answer' });
        message.destroy();
      });
      message.once('error', () => resolve(undefined));
      message.end(hasBody ? body : undefined);
    } catch {
      resolve(undefined);
    }
  });

interface Answered {
  readonly status: number;
  readonly said: string;
}

/** Longer than a long poll may take. */
const patience = 60_000;

/** Sends anything to a port: no answer is a 5xx, but what is not there. */
export const sendAll = async (
  platform: ServedPlatform,
  url: string,
  inputs: readonly Input[],
  tally: Tally,
): Promise<void> =>
  each(inputs, async (input) => {
    if (platform.crash() !== undefined) return;
    tally.inputs += 1;
    const answered = await sent(url, input);
    if (answered === undefined) return;
    const what = `${JSON.stringify(input).slice(0, 600)}: ${answered.said.slice(0, 300)}`;
    if (answered.status === 0) tally.stalls.push(what);
    if (answered.status >= 500 && answered.status !== 501 && !answered.said.startsWith(notBuilt))
      tally.crashes.push(`${answered.status} to ${what}`);
  });
