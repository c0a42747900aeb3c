import type { CheckOutcome } from '#schemas';
import type { Exchange } from '../exchange.ts';
import { valueAt } from '../json.ts';
import { redacted } from './redacted.ts';

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
