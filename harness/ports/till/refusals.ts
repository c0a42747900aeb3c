import type { Clock } from '#mocks/time';
import type { TillTraffic } from '#traffic';

/** Whether the till was refused from its first call on: then all that is still to come would show the same again. */
export interface Refusals extends Disposable {
  readonly see: (seen: TillTraffic) => void;
  /** Resolves with what was refused, in words; never once one was taken. */
  readonly refused: Promise<string>;
}

const enough = 5;
/** From the first refusal on: whoever starts with one bad call may have caught itself by then. */
const patienceMs = 15_000;

export const createRefusals = (clock: Pick<Clock, 'after'>): Refusals => {
  const { promise: refused, resolve } = Promise.withResolvers<string>();
  let [times, isActive, isDue, isOver] = [0, false, false, false];
  let cancel = (): void => undefined;
  const look = (): void => {
    if (isOver || !isDue || times < enough) return;
    isOver = true;
    resolve(`each of its ${times} calls since it was activated was refused for its signature`);
  };
  return {
    refused,
    see(seen) {
      // What it calls before is signed with what an earlier run had issued.
      isActive ||= seen.kind === 'activation' && seen.success;
      if (!isActive || isOver || !('signed' in seen) || seen.status === undefined) return;
      if ('injected' in seen && seen.injected === true) return;
      isOver = seen.status !== 401;
      if (++times === 1 && !isOver)
        cancel = clock.after(patienceMs, () => {
          isDue = true;
          look();
        });
      look();
    },
    [Symbol.dispose]: () => cancel(),
  };
};
