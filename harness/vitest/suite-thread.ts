/**
 * The thread in which a suite is run for a team's own tests: it has a clock, timers, signals and a network of its own, whatever a
 * test's environment has put in their place.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { FromThread, ShopAnswer, ThreadOptions, ToThread } from './messages.ts';
import { runSuite, type SuiteRun } from './suite-run.ts';
import { attachedOf } from './tell-allure.ts';

// Given by the only module that starts this one.
const { suite, options, hasShop } = workerData as ThreadOptions;
const stop = new AbortController();
const asked: ((answer: ShopAnswer) => void)[] = [];
let run: SuiteRun | undefined;

const tell = (message: FromThread): void => parentPort?.postMessage(message);

const shop = async (request: Request): Promise<Response> => {
  const { method, url, headers } = request;
  const body = request.body === null ? undefined : await request.arrayBuffer();
  const answered = new Promise<ShopAnswer>((resolve) => asked.push(resolve));
  tell({ kind: 'call', n: asked.length - 1, method, url, headers: [...headers], body });
  const answer = await answered;
  if (answer.status === undefined) return Response.error();
  // Where there can be no body, an empty one is not allowed either.
  return new Response(answer.body.byteLength === 0 ? null : answer.body, answer);
};

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'answer') asked[message.n]?.(message.answer);
  else if (message.kind === 'stop') stop.abort(new Error('the tests are over'));
  else {
    const row = run?.rows.get(message.id);
    if (row === undefined || run === undefined) return;
    const { result, contentOf } = run.storyOf(row);
    const sources = message.hasReporter ? attachedOf(result) : [];
    tell({ kind: 'story', id: message.id, result, contents: new Map(sources.map((one) => [one, contentOf(one)])) });
  }
});

tell({ kind: 'ready', now: Date.now() });
try {
  run = await runSuite(suite, { ...options, ...(hasShop && { fetch: shop }) }, stop.signal);
  const { result, untried } = run;
  tell({ kind: 'done', result, untried });
} catch (error) {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
}
