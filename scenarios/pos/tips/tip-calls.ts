import { type CheckOutcome, endpointOf } from '#schemas';
import { buyerFrom } from '../../arrange/buyer.ts';
import { failed, notExercised } from '../../outcome.ts';
import type { PosTriggerInputs, PosWorld, TrafficOf } from '../../context/pos.ts';

type World = PosWorld<never>;

export type TipCall = TrafficOf<'tip'>;
type Called =
  | { readonly kind: 'called'; readonly call: TipCall }
  | { readonly kind: 'not-called'; readonly outcome: CheckOutcome };

export const putRecipient = (world: World, id: string, change = ''): Promise<Called> => {
  const { firstName, phoneNumber } = buyerFrom(`${world.seed} ${world.scenario}${change}`);
  return call(world, 'putTipRecipient', { id, phoneNumber, displayName: firstName }, 'put');
};

/** Has the till make a call, and waits for it. */
export const call = async <Name extends 'putTipRecipient' | 'listTipRecipients' | 'getTipRecipient'>(
  world: World,
  name: Name,
  input: PosTriggerInputs[Name],
  action: TipCall['action'],
): Promise<Called> => {
  const { till, triggers, patienceMs } = world;
  const from = till.mark();
  const made = (withinMs: number) => till.next('tip', { from, matches: (one) => one.action === action, withinMs });
  const fired = await triggers.fire(name, input, made);
  if (fired.kind === 'unavailable') return notCalled(fired.reason, fired.unlock);
  const seen = await made(patienceMs);
  if (seen) return { kind: 'called', call: seen };
  const stray = till
    .traffic()
    .find((one) => one.n >= from && one.kind === 'unknown-path' && /tip.?recipient/iu.test(one.path));
  return stray?.kind === 'unknown-path'
    ? { kind: 'not-called', outcome: strayed(action, stray) }
    : notCalled(`the ${name} trigger was fired, and no such call arrived`, `triggers.${name}`);
};

const endpoints: Readonly<Record<TipCall['action'], string>> = {
  list: endpointOf('listTipRecipients'),
  get: endpointOf('getTipRecipient'),
  put: endpointOf('putTipRecipient'),
};

const strayed = (action: TipCall['action'], { method, path, exchange }: TrafficOf<'unknown-path'>): CheckOutcome =>
  failed({
    message: `The call about a tip recipient went where there is nothing; use ${endpoints[action]}.`,
    expected: endpoints[action],
    actual: `${method} ${path}`,
    exchanges: [exchange],
    cause: `${action} at another address`,
  });

const notCalled = (reason: string, unlock: string): Called => ({
  kind: 'not-called',
  outcome: notExercised(reason, unlock),
});
