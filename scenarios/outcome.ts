import type { CheckOutcome, Finding } from '#schemas';

export const passed: CheckOutcome = { status: 'passed' };
export const failed = (finding: Finding): CheckOutcome => ({ status: 'failed', ...finding });
export const warned = (finding: Finding): CheckOutcome => ({ status: 'warned', ...finding });
export const notExercised = (reason: string, unlock?: string): CheckOutcome =>
  unlock === undefined ? { status: 'not-exercised', reason } : { status: 'not-exercised', reason, unlock };

/** Passed, or failed with the finding when there is one. */
export const unless = (finding: Finding | undefined): CheckOutcome => (finding ? failed(finding) : passed);
