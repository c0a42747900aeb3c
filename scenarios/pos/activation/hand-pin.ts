import { readField } from '../../arrange/till/read-results.ts';
import type { Triggered } from '../../context/merchant.ts';
import type { PosWorld, TrafficOf } from '../../context/pos.ts';

/** How long an activation call may take to come after its trigger. */
export const callMs = 15_000;

export interface Handed {
  /** The activation call that was answered as this PIN has to be. */
  readonly call: TrafficOf<'activation'> | undefined;
  readonly triggered: Triggered;
}

/**
 * Hands a PIN over. The activation call decides, not what the trigger answers: a till may well report a refused
 * activation as a failure of its own.
 */
export const handPin = async (
  { till, triggers }: Pick<PosWorld, 'till' | 'triggers'>,
  pinCode: string,
  accepted: boolean,
): Promise<Handed> => {
  const from = till.mark();
  const { platformUrl, merchantTaxId } = till;
  const triggered = await triggers.fire('activatePos', { platformUrl, merchantTaxId, pinCode }, (withinMs) =>
    till.next('activation', { from, matches: ({ body }) => readField(body, 'pinCode') === pinCode, withinMs }),
  );
  const withinMs = triggered.kind === 'done' ? callMs : 1_000;
  const matches = ({ success }: TrafficOf<'activation'>) => success === accepted;
  return { call: await till.next('activation', { from, matches, withinMs }), triggered };
};
