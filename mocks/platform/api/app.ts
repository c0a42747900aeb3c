import type { Basket, CallName, PlatformCall } from '#schemas';
import type { NamedCall } from '#traffic';
import { type Answer, noContent, refusal } from '../calls/answer.ts';
import { activatePos } from './activate-pos.ts';
import { type BasketChanges, basketChangeRefusal } from './basket-change.ts';
import { acceptCallback } from './callbacks.ts';
import { acceptPosEvent, reportHealth } from './pos-events.ts';
import { startQueueTest, createNonces } from './queue-test.ts';
import { getTipRecipient, listTipRecipients, putTipRecipientCall } from './tip-recipients.ts';
import type { Authenticate, Authenticated } from './authentication.ts';
import type { Call, Handle } from '../calls/call.ts';
import type { DirectedAnswers } from './directed-answers.ts';
import type { Settings } from '../state/settings.ts';
import type { State } from '../state/state.ts';

export interface AppDeps {
  readonly state: State;
  readonly settings: Settings;
  readonly clock: { now(): number };
  readonly authenticate: Authenticate;
  readonly basketChanges: BasketChanges;
  readonly directedAnswers: DirectedAnswers;
  /** A basket change that was accepted. */
  readonly pushed: (basket: Basket) => void;
}

type Answering<Of extends Call> = (call: Of) => Answer | Promise<Answer>;

export const createApp = (deps: AppDeps): Handle => {
  const { settings, clock, authenticate, directedAnswers } = deps;
  const tips = { clock, linkLifetimeMs: settings.timing.tipLinkLifetimeMs, ...settings.tipRecipients };
  const nonces = createNonces();
  const signed =
    (handle: Answering<Authenticated>): Answering<Call> =>
    (call) =>
      authenticate(call, (known) => directedAnswers.insteadOf(known) ?? handle(known));
  const idOf = ({ id = '' }: NamedCall): string => id;

  const endpoints: Readonly<Record<PlatformCall, Answering<Call>>> = {
    basketChange: (call) => changeBasket(call, deps),
    activation: (call) => activatePos(call, deps),
    health: signed(reportHealth),
    testCall: signed((call) => startQueueTest(call, { clock, nonces })),
    callback: signed((call) => acceptCallback(call, call.named, deps)),
    listTipRecipients: signed((call) => listTipRecipients(call, tips)),
    getTipRecipient: signed((call) => getTipRecipient(call, idOf(call.named))),
    putTipRecipient: signed((call) => putTipRecipientCall(call, idOf(call.named), tips)),
    event: signed((call) => acceptPosEvent(call, call.named, deps)),
  };

  const byName: Readonly<Partial<Record<CallName, Answering<Call>>>> = endpoints;

  const notFound: Answering<Call> = ({ request: { method }, path, emit }) => {
    emit({ kind: 'unknown-path', method, path });
    return refusal(404, 'NotFound', `The platform serves nothing at ${method} ${path}.`);
  };

  return (call) => {
    try {
      const answered = (byName[call.named.name] ?? notFound)(call);
      return answered instanceof Promise ? answered.catch((error: unknown) => broken(call, error)) : answered;
    } catch (error) {
      return broken(call, error);
    }
  };
};

const broken = ({ request: { method }, path, emit }: Call, error: unknown): Answer => {
  emit({ kind: 'broken', method, path, reason: error instanceof Error ? error.message : String(error) });
  return refusal(500, 'PlatformBroken', 'The mock platform has a bug; its journal says more.');
};

const changeBasket = (call: Call, { basketChanges, pushed, clock }: AppDeps): Answer => {
  if (call.unread !== undefined) return call.unread;
  const { json } = call.body;
  const body = json.ok ? json.value : undefined;
  const error = basketChanges.judge(body, clock.now());
  const status = error === undefined ? 204 : 400;
  call.emit({ kind: 'basket-change', body, status, ...(error !== undefined && { error }) });
  if (error !== undefined) return basketChangeRefusal(error);
  pushed(body as Basket);
  return noContent;
};
