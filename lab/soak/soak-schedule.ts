/** What goes wrong, decided beforehand by the seed: the same seed plans the same faults for the same message numbers. */
export interface Mishap {
  readonly kind:
    | 'duplicate'
    | 'resend'
    | 'queue-error'
    | 'queue-drop-before'
    | 'queue-drop-after'
    | 'api-error'
    | 'api-drop';
  readonly action?: 'ReceiveMessage' | 'DeleteMessage';
  readonly after?: boolean;
}

const share = 0.06;

const kinds: readonly Mishap[] = [
  { kind: 'duplicate' },
  { kind: 'resend' },
  { kind: 'queue-error', action: 'ReceiveMessage' },
  { kind: 'queue-error', action: 'DeleteMessage' },
  { kind: 'queue-drop-before', action: 'ReceiveMessage' },
  { kind: 'queue-drop-before', action: 'DeleteMessage' },
  { kind: 'queue-drop-after', action: 'ReceiveMessage' },
  { kind: 'queue-drop-after', action: 'DeleteMessage' },
  { kind: 'api-error', after: false },
  { kind: 'api-error', after: true },
  { kind: 'api-drop', after: false },
  { kind: 'api-drop', after: true },
];

/** Mulberry32: small, and the same on every machine. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** What goes wrong around message number `index`, if anything. */
export const mishapOf = (seed: number, index: number): Mishap | undefined => {
  const random = randomFrom(seed * 1_000_003 + index);
  return random() < share ? kinds[Math.floor(random() * kinds.length)] : undefined;
};
