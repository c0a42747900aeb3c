import type { JsonObject } from '#mocks/json';
import type { TillDecorator } from '#mocks/pos/faults/pos-fault';
import { onWork } from '#mocks/pos/faults/decorators';
import { snapshotsIn } from '../../faults/pos/decorators.ts';

/** In every result that shows a table. */
export const onSnapshots = (change: (snapshot: JsonObject) => JsonObject): TillDecorator =>
  onWork(undefined, () => async (command, step) => {
    const result = await step(command);
    for (const snapshot of snapshotsIn(result)) Object.assign(snapshot, change(snapshot));
    return result;
  });

export const all =
  (...decorators: readonly TillDecorator[]): TillDecorator =>
  (parts) =>
    decorators.reduce((known, decorate) => ({ ...known, ...decorate(known) }), parts);

/** Every so many times. */
export const nowAndThen = (every: number): (() => boolean) => {
  let times = 0;
  return () => ++times % every === 0;
};
