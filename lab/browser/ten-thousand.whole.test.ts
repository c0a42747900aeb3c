import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { browserTest, openBrowser, openConsole } from './browser.fixture.ts';

const exchanges = 10_000;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser.close());

browserTest(
  'ten thousand exchanges are a list of which only what is in sight exists',
  async ({ annotate }) => {
    await using opened = await openConsole(browser);
    const { page, platform, console, complaints } = opened;
    for (let n = 1; n <= exchanges; n += 1)
      await platform.fetch(new Request(`http://platform.example/merchant/v1/call-${n}`));

    const began = performance.now();
    await page.goto(console);
    await page.getByText(`call-${exchanges}`).waitFor();
    await page.getByRole('search').getByText(`${exchanges} lines`).waitFor();
    const list = page.getByRole('listbox');
    await list.press('Home');
    await list.getByRole('option', { selected: true }).waitFor();
    const interactiveMs = performance.now() - began;
    await page.keyboard.press('Escape');
    const drawn = () => list.getByRole('option').count();
    expect(await drawn()).toBeLessThan(100);

    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    await session.send('Performance.enable');
    const measured = async (name: string) => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    };
    const heapMiB = (await measured('JSHeapUsedSize')) / 2 ** 20;
    expect(heapMiB).toBeLessThan(256);

    const framesOf = (each: string) =>
      page.evaluate<readonly number[]>(`new Promise((resolve) => {
      const list = document.getElementById('traffic-list');
      const times = [];
      let last = performance.now();
      const step = (now) => {
        times.push(now - last);
        last = now;
        ${each}
        if (times.length < 120) requestAnimationFrame(step);
        else resolve(times.slice(1).sort((a, b) => a - b));
      };
      requestAnimationFrame(step);
    })`);
    const busy = async (each: string) => {
      const before = await measured('TaskDuration');
      const frames = await framesOf(each);
      return { frames, busyMs: (1000 * ((await measured('TaskDuration')) - before)) / 120 };
    };
    const resting = await busy('');
    // Ten rows a frame are 18 000 pixels in a second.
    const flicking = await busy('list.scrollTop += 300;');
    // From top to bottom: every frame shows other rows than the one before.
    const jumping = await busy('list.scrollTop = (list.scrollHeight * times.length) / 120;');
    expect(await drawn()).toBeLessThan(100);
    await list.getByText('GET /merchant/v1/call-1', { exact: true }).waitFor();

    const typed = performance.now();
    await page.getByLabel('Search').fill('call-9999');
    await expect.poll(drawn).toBe(1);
    const filterMs = performance.now() - typed;

    const told = ({ frames, busyMs }: Awaited<ReturnType<typeof busy>>) => {
      const times = [0.5, 0.95, 1].map((share) => frames[Math.floor(share * (frames.length - 1))] ?? Number.NaN);
      return `${times.map((time) => time.toFixed(0)).join(', ')} (busy ${busyMs.toFixed(1)})`;
    };
    await annotate(
      `interactive after ${interactiveMs.toFixed(0)} ms, heap ${heapMiB.toFixed(1)} MiB, filtered in ${filterMs.toFixed(0)} ms; ` +
        'frames in ms, median, p95, worst (main thread): ' +
        `resting ${told(resting)}, flicking ${told(flicking)}, jumping ${told(jumping)}`,
    );
    expect(complaints).toEqual([]);
  },
  180_000,
);
