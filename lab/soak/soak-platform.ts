/** The platform of the soak, in a process of its own, so that its memory is nobody else's. Run with --expose-gc. */
import { serve } from '#mocks/hosting';
import { createPlatform } from '#mocks/platform';
import { createAdjustableClock } from '#mocks/time';

const platform = createPlatform({ clock: createAdjustableClock() });
const api = await serve(platform.fetch);
const control = await serve(platform.controlFetch);

process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heapUsed, rss });
});
// Who began it was ended.
process.once('disconnect', () => process.exit());
process.send?.({ api: api.url, control: control.url });
