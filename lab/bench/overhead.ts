import { merchantScenarios } from '#scenarios';
import { runMerchantSuite, startMerchant } from './processes.ts';
import { median, type Row } from './row.ts';

/** A lock that has to hold for 3 s and stock that may settle for 1.5 s, waited for by `idle` with nothing else to do. */
const idle = ['merchant/lock-last-unit', 'merchant/order-stock'];
/** What waits for time to pass is neither the target's time nor ours; who is `meanwhile` waits by definition. */
const skipped = [...merchantScenarios.filter(({ phase }) => phase === 'meanwhile').map(({ id }) => id), ...idle];

/**
 * A whole run against a target of 20 ms a call: for how long the target had nothing to answer, beside what it takes to
 * answer. Calls that are under way together take less of the wall and no less of the target, so that the time of each is
 * counted for itself; the quotient of the run and the time with any under way grows the faster a run is over.
 */
export const overhead = async (): Promise<readonly Row[]> => {
  const runs: Record<'ratio' | 'quotient' | 'wallMs' | 'busyMs' | 'answeringMs' | 'firstMs' | 'reportsMs', number>[] =
    [];
  for (let run = 0; run < 5; run++) {
    await using merchant = await startMerchant({ latencyMs: 20 });
    const { wallMs, firstScenarioMs, reportsMs } = await runMerchantSuite(merchant.config, [
      '--ci',
      '--seed',
      '1',
      ...skipped.flatMap((id) => ['--skip', id]),
    ]);
    const { totalMs, answeringMs } = await merchant.busy();
    runs.push({
      ratio: 1 + (wallMs - totalMs) / answeringMs,
      quotient: wallMs / totalMs,
      wallMs,
      busyMs: totalMs,
      answeringMs,
      firstMs: firstScenarioMs,
      reportsMs,
    });
  }
  const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick));
  return [
    {
      name: 'harness overhead: 1 + time the target had nothing to answer / time it takes to answer each call, at 20 ms a call',
      measured: of(({ ratio }) => ratio),
      unit: '',
      bound: { atMost: 1.1 },
      detail: `${Math.round(of(({ wallMs }) => wallMs))} ms whole command, of it ${Math.round(of(({ firstMs }) => firstMs))} ms before the first scenario and ${Math.round(of(({ reportsMs }) => reportsMs))} ms after the last; ${Math.round(of(({ answeringMs }) => answeringMs))} ms to answer, within ${Math.round(of(({ busyMs }) => busyMs))} ms; run / time with any call under way ${of(({ quotient }) => quotient).toFixed(2)}`,
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
