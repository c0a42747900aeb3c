import type { Judgement } from '#schemas';

/** Whose calls are whose: several scenarios may be under way at once. */
export const createCallers = (first: string) => {
  let latest = first;
  const callers: (string | undefined)[] = [];
  return {
    /** The scenario that began last: nothing tells of another one. */
    latest: () => latest,
    began(scenario: string): void {
      latest = scenario;
    },
    called(exchange: number, scenario: string): void {
      callers[exchange] = scenario;
    },
    /** Of what is told about calls some time after them. */
    ofJudgement({ outcome }: Judgement): string {
      const exchanges = 'exchanges' in outcome ? outcome.exchanges : undefined;
      return callers[exchanges?.at(-1) ?? -1] ?? latest;
    },
  };
};
