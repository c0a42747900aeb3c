import { Worker } from 'node:worker_threads';
import type { RunResult } from '#schemas';
import type { ProxiedCall } from './reverse-proxy.ts';
import type { PageSaid, WatcherOptions, WatcherSaid } from './watcher.ts';

export interface WatchingDeps {
  readonly onSaid: (said: WatcherSaid) => void;
  readonly onStopped: (reason: string) => void;
}

/** Of the bodies that wait to be judged; as much as a busy minute brings. */
const mostWaitingBytes = 64 * 1024 * 1024;

/** Judging in a thread of its own. Whatever happens there, the calls go on. */
export const startWatching = (options: WatcherOptions, { onSaid, onStopped }: WatchingDeps) => {
  // In a package this file and the thread's are JavaScript.
  const worker = new Worker(new URL(import.meta.url.replace('/watching.', '/watch-thread.')), { workerData: options });
  const waiting: number[] = [];
  let waitingBytes = 0;
  let judged = 0;
  let missed = 0;
  let isOver = false;
  const { promise: finished, resolve: finish } = Promise.withResolvers<RunResult | undefined>();
  const { promise: page, resolve: tellPage } = Promise.withResolvers<PageSaid>();
  const stop = (reason: string): void => {
    if (isOver) return;
    isOver = true;
    missed += waiting.length;
    finish(undefined);
    onStopped(reason);
  };
  worker.on('message', (said: WatcherSaid | PageSaid) => {
    if (said.kind === 'page' || said.kind === 'no-page') return tellPage(said);
    if (said.kind === 'seen') for (; judged < said.calls; judged++) waitingBytes -= waiting.shift() ?? 0;
    if (said.kind !== 'ended') return onSaid(said);
    isOver = true;
    finish(said.result);
  });
  worker.on('error', ({ message }) => stop(message));
  worker.on('exit', () => stop('its thread ended'));
  return {
    see(call: ProxiedCall): void {
      const bytes = call.request.body.bytes.length + (call.response?.body.bytes.length ?? 0);
      if (isOver || waitingBytes + bytes > mostWaitingBytes) {
        missed++;
        return;
      }
      waiting.push(bytes);
      waitingBytes += bytes;
      // Nobody here needs the bodies any more, and to copy them would hold up the next call.
      worker.postMessage(
        call,
        [call.request.body, call.response?.body].flatMap((body) => (body === undefined ? [] : [body.bytes.buffer])),
      );
    },
    /** How many calls were not judged, since judging could not keep up or has stopped. */
    missed: () => missed,
    /** How serving the console went; never where none was asked for. */
    page,
    /** Undefined where judging stopped before. */
    end(): Promise<RunResult | undefined> {
      if (!isOver) worker.postMessage('end');
      return finished;
    },
  };
};
