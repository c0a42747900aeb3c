import type { DrawingWorld } from '../context/merchant.ts';

/** No more at once: what is made long before it is used may expire. */
const atOnce = 8;

interface Attempts {
  /** Planned; half of them are made where the target keeps one waiting. */
  readonly planned: number;
}

/**
 * What `count` attempts need before they begin, made several at once where others may be under way, and handed out one by
 * one. Who wants more gets it made then.
 */
export const madeAhead = <Value>(
  {
    isBeside,
    replay,
    keepsWaiting,
  }: Pick<DrawingWorld<never>, 'isBeside' | 'keepsWaiting'> & { readonly replay?: unknown },
  count: number | Attempts,
  make: () => Promise<Value>,
): (() => Promise<Value>) => {
  const most = typeof count === 'number' ? count : Math.ceil(count.planned / (keepsWaiting?.() === true ? 2 : 1));
  let left = isBeside === true && replay === undefined ? most : 0;
  let made: readonly Promise<Value>[] = [];
  return async () => {
    if (made.length === 0) {
      made = Array.from({ length: Math.min(atOnce, left) }, make);
      left -= made.length;
      // One that is never asked for may fail unheard.
      for (const one of made) one.catch(() => undefined);
    }
    const [next, ...others] = made;
    made = others;
    return await (next ?? make());
  };
};
