import type { CheckOutcome } from '#schemas';
import { passed } from '../outcome.ts';

/**
 * The outcome of a requirement that has parts: every failure and warning; otherwise what was not tried, since a pass of
 * one part must not hide that another was never looked at; otherwise a pass.
 */
export const worstOutcome = (parts: readonly CheckOutcome[]): readonly CheckOutcome[] => {
  const bad = parts.filter(({ status }) => status === 'failed' || status === 'warned');
  if (bad.length > 0) return bad;
  const untried = parts.filter(({ status }) => status === 'not-exercised');
  return untried.length > 0 ? untried : parts.length > 0 ? [passed] : [];
};
