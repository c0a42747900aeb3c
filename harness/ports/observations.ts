import type { AssumptionId, JournalEvent } from '#schemas';

export type Observe = (assumption: AssumptionId, observation: string) => void;

/** One line per distinct observation, however often it is made. */
export const onceEach = (emit: (event: JournalEvent) => void): Observe => {
  const made = new Set<string>();
  return (assumption, observation) => {
    const key = `${assumption} ${observation}`;
    if (made.has(key)) return;
    made.add(key);
    emit({ event: 'observed', assumption, observation });
  };
};
