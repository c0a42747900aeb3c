import { runMerchantSuite, startMerchant } from './processes.ts';
import type { Row } from './row.ts';

/** What a shop takes for an answer, or for showing a basket alone, and how long a whole run against it may take. */
const shops = [
  { answersMs: 0, withinSeconds: 8 },
  { answersMs: 100, withinSeconds: 20 },
  { answersMs: 300, withinSeconds: 45 },
  { answersMs: 1000, withinSeconds: 120 },
  { answersMs: 0, retrievalMs: 4000, withinSeconds: 240 },
] as const;

/** Whole runs against right shops that take their time, `concurrency: 4`, and what is left to do once they are over. */
export const shopLatency = async (): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  const reportsMs: number[] = [];
  for (const shop of shops) {
    const retrievalMs = 'retrievalMs' in shop ? shop.retrievalMs : 0;
    await using merchant = await startMerchant({ latencyMs: shop.answersMs, retrievalMs });
    const run = await runMerchantSuite(merchant.config, ['--seed', '1'], { env: { CI: '' } });
    const { totalMs, requests } = await merchant.busy();
    reportsMs.push(run.reportsMs);
    rows.push({
      name: `a right shop, ${retrievalMs === 0 ? `${shop.answersMs} ms an answer` : `${retrievalMs} ms a retrieval`}`,
      measured: run.wallMs / 1000,
      unit: ' s',
      bound: { atMost: shop.withinSeconds },
      detail: `${run.verdict}; ${requests} requests, triggers included; ${Math.round(totalMs / 1000)} s with one under way; attempts ${run.attempts}`,
    });
  }
  return [
    ...rows,
    {
      name: 'reports after a run, without Allure',
      measured: Math.min(...reportsMs) / 1000,
      unit: ' s',
      bound: { atMost: 0.8 },
      detail: `from the end of the run to the end of the command; ${reportsMs.map((ms) => `${Math.round(ms)} ms`).join(', ')}`,
    },
  ];
};
