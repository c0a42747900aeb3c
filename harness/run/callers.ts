import type { Judgement } from '#schemas';

/** Whose calls are whose: several scenarios may be under way at once. */
export interface Callers {
  /** The scenario that began last: nothing tells of another one. */
  readonly latest: () => string;
  readonly began: (scenario: string) => void;
  readonly called: (exchange: number, scenario: string) => void;
  /** Of what is told about calls some time after them. */
  readonly ofJudgement: (judgement: Judgement) => string;
}

export const createCallers = (first: string): Callers => {
  let latest = first;
  const callers: (string | undefined)[] = [];
  return {
    latest: () => latest,
    began(scenario) {
      latest = scenario;
    },
    called(exchange, scenario) {
      callers[exchange] = scenario;
    },
    ofJudgement({ outcome }) {
      const exchanges = 'exchanges' in outcome ? outcome.exchanges : undefined;
      return callers[exchanges?.at(-1) ?? -1] ?? latest;
    },
  };
};
