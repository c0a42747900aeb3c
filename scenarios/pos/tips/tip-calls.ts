import { type CheckOutcome, endpointOf } from '#schemas';
import { buyerFrom } from '../../arrange/buyer.ts';
import { available, failed, Unmet, unmet } from '../../outcome.ts';
import type { PosTriggerInputs, PosWorld, TrafficOf } from '../../context/pos.ts';

export type TipCall = TrafficOf<'tip'>;

export const putRecipient = (world: PosWorld<never>, id: string, change = ''): Promise<TipCall> => {
  const { firstName, phoneNumber } = buyerFrom(`${world.seed} ${world.scenario}${change}`);
  // The first name is plain. Later ones have letters of two bytes, since a till may count its limit in bytes.
  const displayName = change === '' ? firstName : `${firstName} Żółć`;
  return call(world, 'putTipRecipient', { id, phoneNumber, displayName }, 'put');
};

/** Has the till make a call, and waits for it. */
export const call = async <Name extends 'putTipRecipient' | 'listTipRecipients' | 'getTipRecipient'>(
  world: PosWorld<never>,
  name: Name,
  input: PosTriggerInputs[Name],
  action: TipCall['action'],
): Promise<TipCall> => {
  const { till, triggers, patienceMs } = world;
  const from = till.mark();
  const made = (withinMs: number) => till.next('tip', { from, matches: (one) => one.action === action, withinMs });
  available(await triggers.fire(name, input, made));
  const seen = await made(patienceMs);
  if (seen) return seen;
  const stray = till
    .traffic()
    .find((one) => one.n >= from && one.kind === 'unknown-path' && /tip.?recipient/iu.test(one.path));
  throw stray?.kind === 'unknown-path'
    ? new Unmet(strayed(action, stray))
    : unmet(`triggers.${name} ran, but no such call arrived`, `triggers.${name}`);
};

const endpoints: Readonly<Record<TipCall['action'], string>> = {
  list: endpointOf('listTipRecipients'),
  get: endpointOf('getTipRecipient'),
  put: endpointOf('putTipRecipient'),
};

const strayed = (action: TipCall['action'], { method, path, exchange }: TrafficOf<'unknown-path'>): CheckOutcome =>
  failed({
    message: `The call about a tip recipient went to an unknown address; use ${endpoints[action]}.`,
    expected: endpoints[action],
    actual: `${method} ${path}`,
    exchanges: [exchange],
    cause: `${action} at another address`,
  });
