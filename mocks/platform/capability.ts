/** Whether the POS behind a location is there: unavailable until it is activated and whenever its health reports stop. */
export interface Capability {
  /** An activation or a health report: available for another timeout. */
  readonly alive: () => void;
  readonly isAvailable: () => boolean;
  readonly close: () => void;
}

interface CapabilityOptions {
  readonly clock: { now(): number; after(milliseconds: number, fire: () => void): () => void };
  readonly timeoutMs: number;
  readonly onChange: (available: boolean) => void;
}

export const createCapability = ({ clock, timeoutMs, onChange }: CapabilityOptions): Capability => {
  let until = Number.NEGATIVE_INFINITY;
  let told = false;
  let cancel: () => void = () => undefined;
  const tell = (available: boolean) => {
    if (told !== available) onChange(available);
    told = available;
  };
  return {
    alive() {
      cancel();
      until = clock.now() + timeoutMs;
      cancel = clock.after(timeoutMs, () => tell(false));
      tell(true);
    },
    // The timer only tells; what holds is the clock.
    isAvailable: () => clock.now() < until,
    close: () => cancel(),
  };
};
