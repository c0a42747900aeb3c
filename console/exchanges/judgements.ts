import {
  type ExchangeJudgement,
  type ExchangeVerdict,
  type Judgement,
  requirement,
  type ShapeSettings,
} from '#schemas';
import { type Exchange, judgeExchange } from '#traffic';

/** What one exchange says by itself. What was asked for is not known here, so that a refusal may be right. */
export const judged = (exchange: Exchange, settings: ShapeSettings): readonly Judgement[] => [
  ...judgeExchange(exchange, settings, { expect: 'any' }),
  ...signatureOf(exchange),
];

/** A refusal that was asked for as a fault is nobody's. */
const signatureOf = ({ n, facts: { signature, injected } }: Exchange): readonly Judgement[] =>
  signature?.signed !== false || injected !== undefined
    ? []
    : [
        {
          requirement: 'auth/calls-are-signed',
          outcome: {
            status: 'failed',
            message: signature.problem ?? 'The call is not signed.',
            expected: 'a signature with the issued credentials, by the configured scheme',
            actual: signature.problem ?? 'no signature',
            exchanges: [n],
          },
        },
      ];

export const described = (judgements: readonly Judgement[]): readonly ExchangeJudgement[] =>
  judgements.flatMap(({ requirement: id, outcome }): readonly ExchangeJudgement[] => {
    if (outcome.status === 'not-exercised') return [];
    const { level, clause, rule } = requirement(id);
    const about = { requirement: id, level, clause, rule };
    if (outcome.status === 'passed') return [{ ...about, outcome: 'passed' }];
    const { message, expected, actual, pointer } = outcome;
    return [
      {
        ...about,
        outcome: outcome.status === 'failed' && level === 'must' ? 'failed' : 'warned',
        message,
        expected,
        actual,
        ...(pointer !== undefined && { pointer }),
      },
    ];
  });

export const verdictOf = (judgements: readonly ExchangeJudgement[]): ExchangeVerdict => {
  const worst = (['failed', 'warned', 'passed'] as const).find((status) =>
    judgements.some(({ outcome }) => outcome === status),
  );
  return worst === undefined
    ? 'not-judged'
    : ({ failed: 'violation', warned: 'warning', passed: 'conformant' } as const)[worst];
};
