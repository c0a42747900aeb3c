/** The thread in which watched traffic is judged, written down and shown, so that it never holds up the traffic. */
import { parentPort, workerData } from 'node:worker_threads';
import type { LivePage } from './live-page.ts';
import { createWatcher, type PageSaid, type WatcherOptions, type WatcherSaid } from './watcher.ts';
import type { ProxiedCall } from './reverse-proxy.ts';

// Given by the only module that starts this one.
const options = workerData as WatcherOptions;
const tellEveryMs = 25;
let timer: NodeJS.Timeout | undefined;
let seen: WatcherSaid | undefined;
const tellSeen = (): void => {
  clearTimeout(timer);
  timer = undefined;
  if (seen !== undefined) say(seen);
};
const say = (said: WatcherSaid | PageSaid): void => parentPort?.postMessage(said);
const watcher = createWatcher(options, (said) => {
  if (said.kind === 'ended') tellSeen();
  if (said.kind !== 'seen') return say(said);
  // One message a call would take the other thread longer than the call.
  timer ??= setTimeout(tellSeen, tellEveryMs);
  seen = said;
});
const page = options.page === undefined ? undefined : open(options.page);
parentPort?.on('message', (call: ProxiedCall | 'end') => {
  if (call !== 'end') return watcher.see(call);
  watcher.end();
  parentPort?.close();
  void page?.then(async (opened) => await opened?.close());
});

async function open(address: NonNullable<WatcherOptions['page']>): Promise<LivePage | undefined> {
  // What it is made of takes time to load, and most who watch need none of it.
  const { openLivePage } = await import('./live-page.ts');
  try {
    const opened = await openLivePage(options, address);
    watcher.show(opened);
    say({ kind: 'page', url: opened.url });
    return opened;
  } catch (error) {
    say({ kind: 'no-page', code: (error as NodeJS.ErrnoException).code ?? String(error) });
    return undefined;
  }
}
