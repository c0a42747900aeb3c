import type { AnsweredCheck, Given } from '#schemas';

/**
 * What the doctor found out about one part of the set-up. `failed`: judging this target would only produce noise.
 * `hint`: worth knowing, and the run goes on. A defect of the target is neither: that is the suite's to report.
 */
export type SetUpCheck = Given<AnsweredCheck>;

/** What stands in the way of nothing that is planned is only worth knowing. */
export const asFarAsNeeded = (checks: readonly SetUpCheck[], needs: ReadonlySet<string>): readonly SetUpCheck[] =>
  checks.map((check) =>
    check.status === 'failed' && check.addresses?.every((address) => !needs.has(address)) === true
      ? { ...check, status: 'hint' }
      : check,
  );

export const fine = (name: string, message: string): SetUpCheck => ({ name, status: 'ok', message });
export const hint = (name: string, message: string, key?: string): SetUpCheck => ({
  name,
  status: 'hint',
  message,
  ...(key !== undefined && { key }),
});
export const failure = (name: string, message: string, key: string): SetUpCheck => ({
  name,
  status: 'failed',
  message,
  key,
});

/** The sentence a run that may not start ends with, or undefined when it may. */
export const refusal = (checks: readonly SetUpCheck[]): string | undefined => {
  const reasons = checks.filter(({ status }) => status === 'failed').map(({ message, key }) => `${message} (${key})`);
  return reasons.length === 0 ? undefined : reasons.join('\n');
};
