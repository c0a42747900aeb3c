/** The thread in which watched traffic is judged and written down, so that it never holds up the traffic. */
import { parentPort, workerData } from 'node:worker_threads';
import { createWatcher, type WatcherOptions } from './watcher.ts';
import type { ProxiedCall } from './reverse-proxy.ts';

// Given by the only module that starts this one.
const watcher = createWatcher(workerData as WatcherOptions, (said) => parentPort?.postMessage(said));
parentPort?.on('message', (call: ProxiedCall | 'end') => {
  if (call !== 'end') return watcher.see(call);
  watcher.end();
  parentPort?.close();
});
