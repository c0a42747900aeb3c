import {
  type ExchangeJudgement,
  type ExchangeVerdict,
  type Judgement,
  requirement,
  type ShapeSettings,
} from '#schemas';
import { type Exchange, judgeExchange } from '#traffic';

/** What one exchange says by itself. What was asked for is not known here, so that a refusal may be right. */
export const judged = (exchange: Exchange, settings: ShapeSettings): readonly Judgement[] =>
  judgeExchange(exchange, settings, { expect: 'any' });

export const described = (n: number, judgements: readonly Judgement[]): readonly ExchangeJudgement[] =>
  judgements.flatMap(({ requirement: id, outcome }): readonly ExchangeJudgement[] => {
    if (outcome.status === 'not-exercised') return [];
    const { level, clause, rule } = requirement(id);
    const about = { requirement: id, level, clause, rule };
    if (outcome.status === 'passed') return [{ ...about, outcome: 'passed' }];
    const { message, expected, actual, pointer, exchanges = [] } = outcome;
    const others = [...new Set(exchanges)].filter((other) => other !== n);
    return [
      {
        ...about,
        outcome: outcome.status === 'failed' && level === 'must' ? 'failed' : 'warned',
        message,
        expected,
        actual,
        ...(pointer !== undefined && { pointer }),
        ...(others.length > 0 && { exchanges: others }),
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
