import type { Finding, CheckOutcome } from '#schemas';
import type { Redactor } from './redactor.ts';
import type { Exchange } from '../exchange.ts';
import { valueAt } from '../json.ts';
import { redacted } from './secret-places.ts';

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

/** Whether something is found wrong with what stands in a secret's place, in traffic that was captured without its secrets. */
export const restsOnRedaction = (outcome: CheckOutcome, exchange?: Exchange): boolean => {
  if (outcome.status !== 'failed' && outcome.status !== 'warned') return false;
  const { expected, actual, pointer } = outcome;
  if (`${expected} ${actual}`.includes(redacted)) return true;
  if (pointer === undefined || exchange === undefined) return false;
  const { sender, request, response } = exchange;
  const json = (sender === 'target' ? request : response)?.body.json;
  return json?.ok === true && JSON.stringify(valueAt(json.value, pointer) ?? null).includes(redacted);
};
