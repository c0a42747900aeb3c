import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Fetch } from '#mocks/hosting';
import type { AllureStory } from '#reports';
import type { Party, RequirementResult } from '#schemas';
import type { FromThread, ShopAnswer, ThreadOptions, ToThread } from './messages.ts';
import type { SuiteOptions, SuiteRun } from './suite-run.ts';

export interface ThreadRun extends Omit<SuiteRun, 'storyOf'> {
  readonly storyOf: (row: RequirementResult, hasReporter: boolean) => Promise<AllureStory>;
}

/** Certifies in a thread of its own, where nobody has put another clock in the place of the real one. */
export const runInThread = (suite: Party, { fetch, clock: _, ...options }: SuiteOptions) => {
  const workerData: ThreadOptions = { suite, options, hasShop: fetch !== undefined };
  // In a package this file and the thread's are JavaScript. A URL may be made by the environment of the tests, which Node does not take.
  const worker = new Worker(fileURLToPath(import.meta.url.replace('run-in-thread', 'suite-thread')), { workerData });
  const startedAt = Date.now();
  const tell = (message: ToThread): void => worker.postMessage(message);
  const { promise: done, resolve, reject } = Promise.withResolvers<ThreadRun>();
  const stories = new Map<string, (story: AllureStory) => void>();
  const storyOf: ThreadRun['storyOf'] = ({ id }, hasReporter) =>
    new Promise((told) => {
      stories.set(id, told);
      tell({ kind: 'story', id, hasReporter });
    });
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('the thread of the run has ended')));
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'ready') {
      if (fetch === undefined || isReal(startedAt, message.now)) return;
      reject(new Error(fakedClock()));
      void worker.terminate();
    } else if (message.kind === 'failed') reject(new Error(message.message));
    else if (message.kind === 'done') {
      const { result, untried } = message;
      resolve({ result, untried, rows: new Map(result.requirements.map((row) => [row.id, row])), storyOf });
    } else if (message.kind === 'story') {
      const { id, result, contents } = message;
      stories.get(id)?.({ result, contentOf: (source) => contents.get(source) ?? '' });
    } else if (fetch !== undefined)
      void answerOf(fetch, message).then((answer) => tell({ kind: 'answer', n: message.n, answer }));
  });
  return {
    done,
    async stop(): Promise<void> {
      tell({ kind: 'stop' });
      await done.catch(() => undefined);
      await worker.terminate();
    },
  };
};

/** It takes a thread longer to start, and no clock of a machine is so far from itself. */
const [leastMs, mostMs] = [5, 60_000];

/** Whether the clock that the shop reads goes, and goes right. */
const isReal = (startedAt: number, real: number): boolean => {
  const now = Date.now();
  return now - startedAt >= leastMs && Math.abs(now - real) < mostMs;
};

const fakedClock = (): string =>
  `The tests have a faked clock (${new Date(Date.now()).toISOString()}, or it stands still), and so has the shop that is called in them: its baskets would expire at the wrong time. Call vi.useRealTimers() in the file of certify(), or give the shop an address in place of fetch.`;

type Call = Extract<FromThread, { kind: 'call' }>;

const answerOf = async (fetch: Fetch, { method, url, headers, body }: Call): Promise<ShopAnswer> => {
  try {
    const request = new Request(url, { method, headers: headers as [string, string][], ...(body && { body }) });
    const response = await fetch(request);
    if (response.type === 'error') return { status: undefined };
    const { status, statusText } = response;
    return { status, statusText, headers: [...response.headers], body: await response.arrayBuffer() };
  } catch (error) {
    // What throws would have been an answer of the server around it.
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { status: 500, statusText: '', headers: [], body: new TextEncoder().encode(text).buffer };
  }
};
