import type { Clock } from '#mocks/time';
import type { TillTraffic } from '#traffic';
import { isElsewhere } from '#traffic/laws';

/** Something without which all that is still to come would only show the same again. */
interface RefusalRow<Seen> {
  /** What was refused, in a word, or `taken`; undefined: it says nothing of this. */
  readonly look: (seen: Seen) => string | undefined;
  /** Of so many unlike things none was taken. */
  readonly unlike: number;
  readonly inWords: (times: number) => string;
}

export const tillRefusals: readonly RefusalRow<TillTraffic>[] = [
  {
    unlike: 1,
    look: (seen) => ('signed' in seen && isTold(seen) ? (seen.status === 401 ? 'signature' : 'taken') : undefined),
    inWords: (times) =>
      `each of its ${times} calls since it was activated was refused for its signature. auth/calls-are-signed shows where the two signatures part; platform.signature.mode: warn goes on without.`,
  },
  {
    // The results of one kind may be wrong, and those of all others right.
    unlike: 3,
    look(seen) {
      if (isElsewhere(seen)) return seen.path.split('/').at(-2);
      if (seen.kind !== 'callback' || !isTold(seen)) return undefined;
      return seen.status < 400 ? 'taken' : seen.messageKind;
    },
    inWords: (times) => `none of its ${times} results since it was activated was taken. The failed rows show why.`,
  },
];

/** Of a shop: the status of each answer. */
export const shopRefusals: readonly RefusalRow<number>[] = [
  {
    unlike: 1,
    look: (status) => (status < 500 ? 'taken' : 'server error'),
    inWords: (times) => `each of its ${times} answers was a server error (5xx). Its log says why.`,
  },
];

const isTold = <Seen extends object>(seen: Seen): seen is Seen & { readonly status: number } =>
  'status' in seen && seen.status !== undefined && !('injected' in seen && seen.injected === true);

const enough = 5;
/** From the first refusal on: whoever starts with one bad call may have caught itself by then. */
const patienceMs = 15_000;

/** Whether the target was refused, or refused, from its first call on. */
export const createRefusals = <Seen>(
  clock: Pick<Clock, 'after'>,
  rows: readonly RefusalRow<Seen>[],
  /** From when on calls count. */
  begins: (seen: Seen) => boolean = () => true,
): Disposable & { readonly see: (seen: Seen) => void; readonly refused: Promise<string> } => {
  const { promise: refused, resolve } = Promise.withResolvers<string>();
  let hasBegun = false;
  const counts = rows.map((row) => ({ row, times: 0, kinds: new Set<string>(), isDue: false, isOver: false }));
  const cancels: (() => void)[] = [];
  return {
    /** Resolves with what was refused, in words; never once one was taken. */
    refused,
    see(seen) {
      hasBegun ||= begins(seen);
      if (!hasBegun) return;
      for (const count of counts) {
        const what = count.isOver ? undefined : count.row.look(seen);
        if (what === undefined) continue;
        count.isOver = what === 'taken';
        count.kinds.add(what);
        const look = (): void => {
          const { times, kinds, row, isDue, isOver } = count;
          if (!isOver && isDue && times >= enough && kinds.size >= row.unlike) resolve(row.inWords(times));
        };
        if (++count.times === 1)
          cancels.push(
            clock.after(patienceMs, () => {
              count.isDue = true;
              look();
            }),
          );
        look();
      }
    },
    [Symbol.dispose]: () => cancels.forEach((cancel) => cancel()),
  };
};
