import { merchantScenarios } from '#scenarios';
import { runMerchantSuite, startMerchant } from './processes.ts';
import { median, type Row } from './row.ts';

/** A lock that has to hold for 3 s and stock that may settle for 1.5 s, waited for by `idle` with nothing else to do. */
const idle = ['merchant/lock-last-unit', 'merchant/order-stock'];
/** What waits for time to pass is neither the target's time nor ours; who is `meanwhile` waits by definition. */
const skipped = [...merchantScenarios.filter(({ phase }) => phase === 'meanwhile').map(({ id }) => id), ...idle];

/** A whole run against a target of 20 ms a call: its wall time over the time in which the target was answering. */
export const overhead = async (): Promise<readonly Row[]> => {
  const runs: Record<'ratio' | 'wallMs' | 'busyMs' | 'firstMs' | 'reportsMs', number>[] = [];
  for (let run = 0; run < 5; run++) {
    await using merchant = await startMerchant({ latencyMs: 20 });
    const { wallMs, firstScenarioMs, reportsMs } = await runMerchantSuite(merchant.config, [
      '--ci',
      '--seed',
      '1',
      ...skipped.flatMap((id) => ['--skip', id]),
    ]);
    const { totalMs } = await merchant.busy();
    runs.push({ ratio: wallMs / totalMs, wallMs, busyMs: totalMs, firstMs: firstScenarioMs, reportsMs });
  }
  const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick));
  return [
    {
      name: 'harness overhead: run / time the target answered, at 20 ms a call',
      measured: of(({ ratio }) => ratio),
      unit: '',
      bound: { atMost: 1.1 },
      detail: `${Math.round(of(({ wallMs }) => wallMs))} ms whole command, of it ${Math.round(of(({ firstMs }) => firstMs))} ms before the first scenario and ${Math.round(of(({ reportsMs }) => reportsMs))} ms after the last; ${Math.round(of(({ busyMs }) => busyMs))} ms answering`,
    },
    {
      name: 'start: first scenario of a run',
      measured: of(({ firstMs }) => firstMs) / 1000,
      unit: ' s',
      bound: { atMost: 2 },
      detail: 'from the start of the process, doctor included',
    },
  ];
};
