import { request } from 'undici';
import { systemClock } from '#mocks/time';
import { merchantScenarios } from '#scenarios';
import type { CataloguePage, Config } from '#schemas';
import { run } from '#harness/run/session';
import { createTriggers } from '#harness/targets/triggers';
import { startMerchant } from './processes.ts';
import { median, type Row } from './row.ts';

const size = 50_000;
const limit = 100;

/** Products per second of the full-synchronisation scenario against a loop that only asks and parses. */
export const catalogueWalk = async (): Promise<readonly Row[]> => {
  await using merchant = await startMerchant({ size });
  const rounds: { readonly bare: Walked; readonly judged: Walked }[] = [];
  // The first round warms both up.
  for (let round = 0; round < 8; round++) {
    const bare = await timed(async () => await bareWalk(merchant.config));
    const judged = await timed(async () => await judgedWalk(merchant.config));
    if (round > 0) rounds.push({ bare, judged });
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  return [
    {
      name: `catalogue walk: products per second / bare undici and JSON.parse, ${size} products`,
      measured: of(({ bare, judged }) => judged.perSecond / bare.perSecond),
      unit: '',
      bound: { atLeast: 0.8 },
      detail: `${Math.round(of(({ judged }) => judged.perSecond))} / ${Math.round(of(({ bare }) => bare.perSecond))} products per second; CPU of our process ${Math.round(of(({ judged }) => judged.cpuMs))} / ${Math.round(of(({ bare }) => bare.cpuMs))} ms a walk`,
    },
  ];
};

interface Walked {
  readonly perSecond: number;
  readonly cpuMs: number;
}

const timed = async (walk: () => Promise<number>): Promise<Walked> => {
  const before = process.cpuUsage();
  const rate = await walk();
  const { user, system } = process.cpuUsage(before);
  return { perSecond: rate, cpuMs: (user + system) / 1000 };
};

const perSecond = (products: number, startedAt: number): number => (products * 1000) / (performance.now() - startedAt);

const bareWalk = async (config: Config): Promise<number> => {
  const { catalogueUrl, headers = {} } = config.merchant ?? {};
  const startedAt = performance.now();
  let products = 0;
  let checkpoint: string | undefined;
  for (;;) {
    const url = new URL(catalogueUrl ?? '');
    url.searchParams.set('limit', String(limit));
    if (checkpoint !== undefined) url.searchParams.set('checkpoint', checkpoint);
    const page = JSON.parse(await (await request(url, { headers })).body.text()) as CataloguePage;
    if (page.products.length === 0) return perSecond(products, startedAt);
    products += page.products.length;
    checkpoint = page.nextCheckpoint;
  }
};

const judgedWalk = async (config: Config): Promise<number> => {
  const { signal } = new AbortController();
  const result = await run({
    suite: 'merchant',
    config,
    seed: 1,
    effort: 'quick',
    clock: systemClock,
    signal,
    triggers: createTriggers(config.triggers, { signal }),
    command: ['run', 'merchant'],
    scenarios: merchantScenarios.filter(({ id }) => id === 'merchant/catalogue-full-sync'),
  });
  const [scenario] = result.scenarios;
  if (scenario?.status !== 'done') throw new Error(`the walk was ${scenario?.status}: ${scenario?.reason}`);
  return (size * 1000) / scenario.durationMs;
};
