/** What was opened so far. Disposed of, it closes everything, the last first, also when one of them fails to close. */
export interface CleanUp extends AsyncDisposable {
  readonly use: <Opened extends AsyncDisposable>(opened: Opened) => Opened;
  readonly defer: (close: () => void | Promise<void>) => void;
  /** Hands everything over, so that disposing of this one closes nothing. */
  readonly move: () => CleanUp;
}

/** Node 22 has no AsyncDisposableStack. */
export const createCleanUp = (given: readonly (() => void | Promise<void>)[] = []): CleanUp => {
  let closes = [...given];
  const take = () => {
    const taken = closes;
    closes = [];
    return taken;
  };
  const cleanUp: CleanUp = {
    use(opened) {
      cleanUp.defer(async () => await opened[Symbol.asyncDispose]());
      return opened;
    },
    defer: (close) => void closes.push(close),
    move: () => createCleanUp(take()),
    async [Symbol.asyncDispose]() {
      const failures: unknown[] = [];
      for (const close of take().reverse()) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 1) throw new AggregateError(failures, 'Several things could not be closed.');
      if (failures.length === 1) throw failures[0];
    },
  };
  return cleanUp;
};
