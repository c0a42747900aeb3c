import type { Finding, Judgement, RequirementId } from '#schemas';
import { failed, warned } from './define.ts';

/** Why what was seen once is only a warning. */
export const onceOnly = 'it was seen once, which may be chance';

/** What may have come about by chance once, and hardly twice: a warning the first time, and a failure from the second on. */
export const createByChance = (id: RequirementId): ((finding: Finding) => Judgement) => {
  let isAgain = false;
  return (finding) => {
    const judgement = isAgain ? failed(id, finding) : warned(id, finding, onceOnly);
    isAgain = true;
    return judgement;
  };
};
