import type { Finding } from '#schemas';
import type { Redactor } from './redactor.ts';

/** What a finding may quote of a stranger. */
const texts = ['message', 'expected', 'actual', 'pointer', 'cause'] as const;

/** Every text of a finding without its secrets; whoever shows one does it by this. */
export const redactedFinding = <Found extends Partial<Pick<Finding, (typeof texts)[number]>>>(
  finding: Found,
  { text }: Redactor,
): Found => ({
  ...finding,
  ...Object.fromEntries(
    texts.flatMap((name) => (finding[name] === undefined ? [] : [[name, text(finding[name])] as const])),
  ),
});
