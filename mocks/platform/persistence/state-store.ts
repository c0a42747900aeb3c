/**
 * Where the platform's state lies beside its memory. Synchronous, so that what was acknowledged is kept by the time the
 * answer leaves. Values are plain JSON.
 */
export interface StateStore {
  /** False: nothing survives the process. */
  readonly durable: boolean;
  /** Everything of one kind, in the order it was first put. */
  all(kind: string): readonly (readonly [id: string, value: unknown])[];
  put(kind: string, id: string, value: unknown): void;
  remove(kind: string, id: string): void;
  /** All that `work` puts and removes, or, when it throws, nothing of it. Synchronous work only; inner calls join in. */
  atomically<Result>(work: () => Result): Result;
  close(): void;
}

/** Keeps nothing: the maps in memory are all there is. */
export const volatileStore: StateStore = {
  durable: false,
  all: () => [],
  put: () => {},
  remove: () => {},
  atomically: (work) => work(),
  close: () => {},
};
