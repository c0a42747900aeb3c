import { type Exchange as Recorded, type Judgement, merchantCallNames, type RunExchange } from '#schemas';
import {
  type CallSettings,
  createClassifier,
  createQueueReader,
  type Exchange,
  fromRecorded,
  type Redactor,
} from '#traffic';
import { createView } from './view.ts';

export interface RunExchangesOptions {
  readonly settings: CallSettings;
  readonly redactor: Redactor;
}

interface Told {
  exchange: RunExchange;
  /** When it was told or changed last. */
  turn: number;
}

/** Of what is found in one exchange, enough to read; the rows have the rest. */
const mostFindings = 50;

/** The exchanges of one run as its journal has them; what was found in them is the run's own word. */
export type RunExchanges = ReturnType<typeof createRunExchanges>;

export const createRunExchanges = ({ settings, redactor }: RunExchangesOptions) => {
  const classify = createClassifier(settings);
  const queueCallOf = createQueueReader();
  const told = new Map<number, Told>();
  const findings = new Map<number, Judgement[]>();
  let last = 0;

  const view = createView({ judged: (n) => findings.get(n) ?? [], redactor: () => redactor });
  const read = (recorded: Recorded): Exchange => {
    const exchange = fromRecorded(recorded, classify);
    // Without the configuration the addresses of a shop say nothing; the journal has the calls' names.
    const name = merchantCallNames.find((each) => each === recorded.operation);
    return exchange.call.name === 'unknown' && name !== undefined
      ? { ...exchange, call: { name, party: 'merchant' } }
      : exchange;
  };
  const tell = (n: number, exchange: RunExchange): void => {
    last += 1;
    told.set(n, { exchange, turn: last });
  };

  return {
    add(recorded: Recorded) {
      const exchange = read(recorded);
      const queue = exchange.call.party === 'queue' ? queueCallOf(exchange) : undefined;
      const { n, scenario } = recorded;
      const whole = queue === undefined ? exchange : { ...exchange, facts: { queue } };
      tell(n, { ...view.summary(whole), scenario });
    },
    found(judgement: Judgement) {
      const { outcome } = judgement;
      if (outcome.status !== 'failed' && outcome.status !== 'warned') return;
      for (const n of new Set(outcome.exchanges)) {
        const known = findings.get(n) ?? [];
        if (known.length >= mostFindings) continue;
        known.push(judgement);
        findings.set(n, known);
        const before = told.get(n)?.exchange;
        if (before !== undefined) tell(n, { ...before, ...view.verdict(n) });
      }
    },
    /** What is new or has changed since `last` of an answer. */
    since: (after: number) => ({
      exchanges: [...told.values()]
        .filter(({ turn }) => turn > after)
        .toSorted((one, other) => one.turn - other.turn)
        .map(({ exchange }) => exchange),
      last,
    }),
    /** The same in full; bodies are not kept here. */
    detail: (recorded: Recorded) => ({ ...view.detail(read(recorded)), ...messagesOf(told.get(recorded.n)?.exchange) }),
  };
};

/** Which message it is about is known only in the order of all of them. */
const messagesOf = (exchange: RunExchange | undefined): Partial<RunExchange> => ({
  ...(exchange?.messages !== undefined && { messages: exchange.messages }),
  ...(exchange?.messageId !== undefined && { messageId: exchange.messageId }),
  ...(exchange?.messageKind !== undefined && { messageKind: exchange.messageKind }),
});
