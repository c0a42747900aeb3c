import type { Exchange } from '#traffic';
import type { Recorder } from './recorder.ts';

/** How much of an exchange is worth writing down. */
export type Kept = 'everything' | 'heads' | 'nothing';

interface About {
  /** On whose account it goes. */
  readonly scenario: string;
  readonly operation: string;
  readonly kept?: Kept;
}

export const recordExchange = (
  recorder: Recorder,
  exchange: Exchange,
  { scenario, operation, kept = 'everything' }: About,
): void => {
  if (kept === 'nothing') return;
  const { at, answeredAt } = exchange;
  const seen = { ...exchange, scenario, durationMs: answeredAt - at, operation, told: recorder.told(exchange) };
  recorder.record(seen, kept === 'heads' ? 0 : undefined);
};
