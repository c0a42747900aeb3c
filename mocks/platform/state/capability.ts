import type { Slot } from './slot.ts';

interface CapabilityOptions {
  readonly clock: { now(): number; after(milliseconds: number, fire: () => void): () => void };
  readonly timeoutMs: number;
  readonly onChange: (available: boolean) => void;
  /** Epoch ms until which it is available. */
  readonly kept: Slot<number>;
}

/** Whether the POS behind a location is there: unavailable until it is activated and whenever its health reports stop. */
export type Capability = ReturnType<typeof createCapability>;

export const createCapability = ({ clock, timeoutMs, onChange, kept }: CapabilityOptions) => {
  let until = kept.get() ?? 0;
  let told = until > clock.now();
  let cancel: (() => void) | undefined;
  const tell = (available: boolean) => {
    if (told !== available) onChange(available);
    told = available;
  };
  // One timer that looks again when it is due: to move it at every report would cost more than the report.
  const watch = (): void => {
    const left = until - clock.now();
    cancel = left > 0 ? clock.after(left, watch) : undefined;
    if (left <= 0) tell(false);
  };
  if (told) watch();
  return {
    /** An activation or a health report: available for another timeout. */
    alive() {
      until = clock.now() + timeoutMs;
      kept.set(until);
      if (cancel === undefined) watch();
      tell(true);
    },
    // The timer only tells; what holds is the clock.
    isAvailable: () => clock.now() < until,
    close: () => cancel?.(),
  };
};
