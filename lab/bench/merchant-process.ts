/** A reference merchant in a process of its own, which knows how long it was answering. Stops when its input ends. */
import { parseArgs } from 'node:util';
import { serve } from '#mocks/hosting';
import { createReferenceMerchant } from '#mocks/merchant';
import { systemClock } from '#mocks/time';

const { values } = parseArgs({
  options: { latency: { type: 'string' }, retrieval: { type: 'string' }, size: { type: 'string' } },
});
const merchant = createReferenceMerchant({
  variant: 'granite',
  clock: systemClock,
  latencyMs: Number(values.latency ?? 0),
  ...(values.size === undefined ? {} : { catalogueSize: Number(values.size) }),
});

const basketPath = new URL(merchant.configuration('http://shop').merchant?.basketUrl ?? '').pathname;

/** `totalMs`: with one under way or several. `answeringMs`: of each for itself, as if there were one at a time. */
const busy = { open: 0, since: 0, totalMs: 0, answeringMs: 0, requests: 0 };

const { url } = await serve(async (request) => {
  if (new URL(request.url).pathname === '/bench/busy') return Response.json(busy);
  const startedAt = performance.now();
  if (busy.open++ === 0) busy.since = startedAt;
  busy.requests++;
  try {
    if (request.method === 'GET' && new URL(request.url).pathname === basketPath)
      await systemClock.sleep(Number(values.retrieval ?? 0));
    return await merchant.fetch(request);
  } finally {
    busy.answeringMs += performance.now() - startedAt;
    if (--busy.open === 0) busy.totalMs += performance.now() - busy.since;
  }
});
process.stdin.resume().once('end', () => process.exit(0));
process.stdout.write(`${JSON.stringify({ url, config: merchant.configuration(url) })}\n`);
