import type { RunResult } from '#schemas';
import type { Evidence } from './evidence.ts';

type Replay = NonNullable<RunResult['replay']>;

const worstFirst = ['failed', 'unmet', 'held'] as const satisfies readonly Replay['came'][];

/** What the stored plan of a replay came to, whoever found it: the property, or a law in its traffic. Undefined for a run that is none. */
export const cameTo = ({ starts, replayed, reports }: Evidence): Replay | undefined => {
  const plan = starts[0]?.replay;
  if (plan === undefined) return undefined;
  const { scenario, property } = plan;
  const found = [...reports.values()].flatMap(({ failed }) => [...failed.values()]);
  if (found.some(({ finding: { replay } }) => replay?.scenario === scenario && replay.property === property))
    return { scenario, property, came: 'failed' };
  const mine = replayed.filter((one) => one.scenario === scenario && one.property === property);
  const worst = worstFirst.flatMap((came) => mine.filter((one) => one.came === came))[0];
  if (worst === undefined) return { scenario, property, came: 'unmet', reason: `${scenario} did not come to it` };
  const { came, reason } = worst;
  return { scenario, property, came, ...(reason !== undefined && { reason }) };
};
