import { runMerchantSuite, startMerchant } from './processes.ts';
import { median, type Row } from './row.ts';

/**
 * They wait, for a basket to expire, for a lock to hold and for the catalogue to follow an order, 3 s and 1.5 s of it with
 * nothing else to do: neither the target's time nor ours.
 */
const skipped = ['merchant/order-payment-time', 'merchant/lock-last-unit', 'merchant/order-stock'];

/** A whole run against a target of 20 ms a call: its wall time over the time in which the target was answering. */
export const overhead = async (): Promise<readonly Row[]> => {
  const runs: { readonly ratio: number; readonly wallMs: number; readonly busyMs: number; readonly firstMs: number }[] =
    [];
  for (let run = 0; run < 5; run++) {
    await using merchant = await startMerchant({ latencyMs: 20 });
    const { wallMs, firstScenarioMs } = await runMerchantSuite(merchant.config, [
      '--ci',
      '--seed',
      '1',
      ...skipped.flatMap((id) => ['--skip', id]),
    ]);
    const { totalMs } = await merchant.busy();
    runs.push({ ratio: wallMs / totalMs, wallMs, busyMs: totalMs, firstMs: firstScenarioMs });
  }
  const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick));
  return [
    {
      name: 'harness overhead: run / time the target answered, at 20 ms a call',
      measured: of(({ ratio }) => ratio),
      unit: '',
      bound: { atMost: 1.1 },
      detail: `${Math.round(of(({ wallMs }) => wallMs))} ms whole command, ${Math.round(of(({ busyMs }) => busyMs))} ms answering`,
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
