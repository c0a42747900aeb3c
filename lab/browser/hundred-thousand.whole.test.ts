import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { serve } from '#mocks/hosting';
import type { StreamEntry } from '#schemas';
import { browserTest, hostPlatform, openBrowser } from './browser.fixture.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser.close());

/** A step of a checkout of four calls, each one answered, every hundredth wrong. */
const entry = (n: number): StreamEntry => ({
  n,
  event: {
    kind: 'exchange',
    id: n,
    at: 1_760_000_000_000 + n * 10,
    durationMs: n % 300,
    direction: 'sent',
    party: 'merchant',
    call: 'order',
    operation: 'order',
    shop: `shop-${n % 7}`,
    oaOrderId: `order-${Math.floor((n - 1) / 4)}`,
    method: 'POST',
    url: `http://shop-${n % 7}.example/oa/order?call=${n}`,
    status: 200,
    verdict: n % 100 === 0 ? 'violation' : 'conformant',
    violations: n % 100 === 0 ? 1 : 0,
  },
});

/** The page of a platform whose journal tells of so many exchanges at once. */
const openWith = async (count: number) => {
  const platform = hostPlatform();
  const served = await serve(async (request) => {
    if (!request.url.includes('/journal/stream')) return await platform.controlFetch(request);
    const encoder = new TextEncoder();
    let n = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (n >= count) return new Promise<void>(() => undefined);
        let text = '';
        for (const last = Math.min(count, n + 500); n < last; )
          text += `id: ${(n += 1)}\ndata: ${JSON.stringify(entry(n))}\n\n`;
        controller.enqueue(encoder.encode(text));
        return undefined;
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  onTestFinished(async () => {
    await page.close();
    platform.close();
    await served[Symbol.asyncDispose]();
  });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));

  const session = await page.context().newCDPSession(page);
  // Processor time, since others use this machine as well.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const measured = async (name: string): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  };
  await page.goto(served.url);
  await page
    .getByRole('search')
    .getByText(`${count / 4} lines`)
    .waitFor({ timeout: 150_000 });
  const readMs = 1000 * (await measured('TaskDuration'));
  await session.send('HeapProfiler.collectGarbage');
  const frames = 120;
  /** What a frame of scrolling costs the main thread, whatever else the machine does. */
  const scrolling = async (step: string): Promise<number> => {
    const before = await measured('TaskDuration');
    await page.evaluate(`new Promise((resolve) => {
      const list = document.getElementById('traffic-list');
      let times = 0;
      const next = () => {
        times += 1;
        ${step}
        if (times < ${frames}) requestAnimationFrame(next);
        else resolve();
      };
      requestAnimationFrame(next);
    })`);
    return (1000 * ((await measured('TaskDuration')) - before)) / frames;
  };
  const heapMiB = (await measured('JSHeapUsedSize')) / 2 ** 20;
  const flickingMs = await scrolling('list.scrollTop += 300;');
  const jumpingMs = await scrolling(`list.scrollTop = (list.scrollHeight * times) / ${frames};`);
  const list = page.getByRole('listbox');
  expect(await list.getByRole('option').count()).toBeLessThan(100);

  const timed = async (act: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await act();
    return performance.now() - start;
  };
  const filterMs = await timed(async () => {
    await page.getByLabel('Search').fill(`call=${count - 1}`);
    await expect.poll(() => list.getByRole('option').count(), { interval: 10 }).toBe(1);
  });
  const unfoldMs = await timed(async () => {
    await list.getByRole('option').first().click();
    await list.locator('.step-row').nth(3).waitFor();
  });
  expect(complaints).toEqual([]);
  return { readMs, heapMiB, flickingMs, jumpingMs, filterMs, unfoldMs };
};

browserTest(
  'a hundred thousand exchanges scroll as smoothly as ten thousand',
  async ({ annotate }) => {
    const few = await openWith(10_000);
    const many = await openWith(100_000);
    const told = ({ readMs, heapMiB, flickingMs, jumpingMs, filterMs, unfoldMs }: typeof few): string =>
      `read in ${readMs.toFixed(0)} ms of the main thread, heap ${heapMiB.toFixed(0)} MiB, main thread a frame: flicking ${flickingMs.toFixed(1)} ms, ` +
      `jumping ${jumpingMs.toFixed(1)} ms; filtered in ${filterMs.toFixed(0)} ms, unfolded in ${unfoldMs.toFixed(0)} ms`;
    await annotate(`10 000: ${told(few)}`);
    await annotate(`100 000: ${told(many)}`);
    // A frame costs what comes into sight, whatever lies beyond; what is measured beside others wavers.
    expect(many.flickingMs).toBeLessThan(2 * few.flickingMs + 2);
    expect(many.jumpingMs).toBeLessThan(2 * few.jumpingMs + 2);
    expect(many.heapMiB).toBeLessThan(400);
  },
  300_000,
);
