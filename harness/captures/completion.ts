import type { Captured } from './exchanges.ts';

/** So many calls may be under way at once before the order of their ends is no longer looked for. */
const most = 1000;

/**
 * Captures list calls in the order they began, and laws see them in the order they were complete: each waits until one began
 * that began after it was over.
 */
export async function* inOrderOfCompletion(captured: AsyncIterable<Captured>): AsyncGenerator<Captured> {
  const waiting: Captured[] = [];
  for await (const one of captured) {
    while (waiting[0] !== undefined && (waiting[0].exchange.answeredAt <= one.exchange.at || waiting.length >= most))
      yield* waiting.splice(0, 1);
    const place = waiting.findLastIndex(({ exchange }) => exchange.answeredAt <= one.exchange.answeredAt);
    waiting.splice(place + 1, 0, one);
  }
  yield* waiting;
}
