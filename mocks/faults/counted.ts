/** Misbehaviour for a stated number of calls, 1 unless said otherwise: printed and replayable, never dice. */
export interface Counted<Fault extends { readonly times?: number | undefined }> {
  readonly add: (fault: Fault) => void;
  /** The first fault that `hits` says yes about, used up once by being asked for. */
  readonly next: (hits: (fault: Fault) => boolean) => Fault | undefined;
  readonly pending: () => readonly Fault[];
  readonly clear: () => void;
}

export const createCounted = <Fault extends { readonly times?: number | undefined }>(): Counted<Fault> => {
  let pending: readonly { readonly fault: Fault; readonly times: number }[] = [];
  return {
    add: (fault) => {
      const { times = 1 } = fault;
      if (times > 0) pending = [...pending, { fault, times }];
    },
    next: (hits) => {
      const hit = pending.find(({ fault }) => hits(fault));
      if (hit === undefined) return undefined;
      pending = pending.flatMap((entry) =>
        entry !== hit ? [entry] : entry.times > 1 ? [{ ...entry, times: entry.times - 1 }] : [],
      );
      return hit.fault;
    },
    pending: () => pending.map(({ fault, times }) => ({ ...fault, times })),
    clear: () => {
      pending = [];
    },
  };
};
