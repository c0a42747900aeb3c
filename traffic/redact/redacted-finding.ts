import type { Redactor } from './redactor.ts';

/** What a finding may quote of a stranger. */
export interface FindingTexts {
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly pointer?: string;
  readonly cause?: string;
}

/** Every text of a finding without its secrets; whoever shows one does it by this. */
export const redactedFinding = <Found extends FindingTexts>(finding: Found, { text }: Redactor): Found => {
  const { message, expected, actual, pointer, cause } = finding;
  return {
    ...finding,
    ...(message !== undefined && { message: text(message) }),
    ...(expected !== undefined && { expected: text(expected) }),
    ...(actual !== undefined && { actual: text(actual) }),
    ...(pointer !== undefined && { pointer: text(pointer) }),
    ...(cause !== undefined && { cause: text(cause) }),
  };
};
