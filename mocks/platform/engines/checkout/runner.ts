import { randomUUID } from 'node:crypto';
import type { Clock } from '#mocks/time';
import type { PaymentDetails, Checkout } from '#schemas';
import { scan, step } from './checkout.ts';
import type { CallAnswer } from '../calls/call-answer.ts';
import type { MerchantCalls } from '../calls/merchant-calls.ts';
import { awaitedCall, dueAt, isOver } from './phase.ts';
import { amountOf } from './requests.ts';
import type { Step, CheckoutEffect, CheckoutEvent } from './step.ts';

/** How a payment turned out. The signal says that it is no longer wanted. */
export type Pay = (
  paid: PaymentDetails,
  signal: AbortSignal,
) => Promise<{ readonly accepted: true } | { readonly accepted: false; readonly reason: string }>;

/** One step of a checkout, for whoever watches. */
export interface CheckoutChange {
  readonly at: number;
  readonly event: CheckoutEvent['kind'] | 'scan';
  readonly checkout: Checkout;
  readonly effects: readonly CheckoutEffect[];
}

export interface RunnerOptions {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly merchant: Omit<MerchantCalls, 'catalogue'>;
  readonly pay?: Pay;
  /** Ids of orders and requests; at most 36 characters. */
  readonly newId?: () => string;
  readonly observe?: (change: CheckoutChange) => void;
}

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'at'> : never;

/** What happens to a checkout; when, the runner's clock says. */
export type CheckoutHappening = WithoutTime<CheckoutEvent>;

export interface CheckoutRunner {
  checkout(): Checkout;
  /** Why it is not possible now; undefined when it was done. */
  dispatch(happening: CheckoutHappening): string | undefined;
  /** Sends the last call again, and hangs up before its answer where told to; why it cannot, or undefined. Nobody awaits the answer. */
  repeat(hangUpAfterMs?: number): string | undefined;
  close(): void;
}

const payAtOnce: Pay = async () => ({ accepted: true });

/** Drives one checkout: makes its calls, and tells it what came of them and when its time is up. */
export const startCheckout = (
  scanned: { readonly basketId: string; readonly lock: boolean },
  options: RunnerOptions,
): CheckoutRunner => {
  const { clock, newId = randomUUID } = options;
  const started = scan({ ...scanned, oaOrderId: newId() }, clock.now());
  const { runner, follow } = drive(started.checkout, options);
  follow(started, 'scan', clock.now());
  return runner;
};

/**
 * Drives on what another process was driving. The answers of its calls are lost: that is silence, after which an order is
 * sent again. A payment is asked for again under its number.
 */
export const resumeCheckout = (checkout: Checkout, options: RunnerOptions): CheckoutRunner => {
  const { runner, perform } = drive(checkout, options);
  const { phase } = checkout;
  const answer = { kind: 'silent', reason: 'the platform was started anew' } as const;
  if (phase.name === 'ordering') runner.dispatch({ kind: 'order-answered', call: phase.call, answer });
  else if ('call' in phase) runner.dispatch({ kind: 'basket-answered', call: phase.call, answer });
  else if (!isOver(phase)) runner.dispatch({ kind: 'time-passed' });
  const now = runner.checkout().phase;
  if (phase.name === 'paying' && now.name === 'paying')
    perform({ kind: 'pay', payment: now.payment, paid: amountOf(now.offer, now.choice) });
  return runner;
};

const drive = (checkout: Checkout, options: RunnerOptions) => {
  const { clock, merchant, pay = payAtOnce, newId = randomUUID, observe = () => undefined } = options;
  const inFlight = new Map<number, AbortController>();
  const closing = new AbortController();
  let lastCall: ((signal: AbortSignal) => Promise<unknown>) | undefined;
  let cancelTimer = () => {};
  let current = checkout;
  let closed = false;

  const dispatch = (happening: CheckoutHappening): string | undefined => {
    if (closed) return 'The platform has stopped.';
    const at = clock.now();
    return follow(step(current, { ...happening, at } as CheckoutEvent), happening.kind, at);
  };

  const follow = (next: Step, event: CheckoutChange['event'], at: number): string | undefined => {
    const { checkout, effects } = next;
    current = checkout;
    for (const [call, controller] of inFlight) if (!isAwaited(checkout, call)) controller.abort(givenUp);
    cancelTimer();
    const due = dueAt(checkout.phase);
    if (due !== undefined)
      cancelTimer = clock.after(Math.max(0, due - clock.now()), () => void dispatch({ kind: 'time-passed' }));
    observe({ at, event, checkout, effects });
    for (const effect of effects) perform(effect);
    return effects.find((effect) => effect.kind === 'refuse')?.reason;
  };

  const perform = (effect: CheckoutEffect): void => {
    switch (effect.kind) {
      case 'retrieve':
        return ask('basket-answered', effect.call, (signal) => merchant.retrieve(effect.basketId, signal));
      case 'recalculate':
      case 'lock': {
        const request = { requestId: newId(), ...effect.request };
        return ask('basket-answered', effect.call, (signal) => merchant[effect.kind](request, signal));
      }
      case 'order':
        return ask('order-answered', effect.call, (signal) => merchant.order(effect.placement, signal));
      case 'pay': {
        const { payment, paid } = effect;
        const settle = (result: Awaited<ReturnType<Pay>>) =>
          result.accepted
            ? dispatch({ kind: 'payment-accepted', payment })
            : dispatch({ kind: 'payment-refused', payment, reason: result.reason });
        return during(
          payment,
          async (signal) => void settle(await pay(paid, signal)),
          (reason) => {
            dispatch({ kind: 'payment-refused', payment, reason });
          },
        );
      }
      // Given up above, as nobody awaits it now; the refund is the observer's to book.
      case 'cancel-payment':
      case 'refund':
      case 'refuse':
        return;
      default:
        return effect satisfies never;
    }
  };

  const ask = <Body>(
    kind: 'basket-answered' | 'order-answered',
    call: number,
    make: (signal: AbortSignal) => Promise<CallAnswer<Body>>,
  ): void => {
    lastCall = make;
    const answered = (answer: CallAnswer<Body>) => void dispatch({ kind, call, answer } as CheckoutHappening);
    // A signing module of the user's may throw: no call was made.
    during(
      call,
      async (signal) => answered(await make(signal)),
      (reason) => answered({ kind: 'silent', reason }),
    );
  };

  const during = (
    number: number,
    work: (signal: AbortSignal) => Promise<void>,
    failed: (reason: string) => void,
  ): void => {
    const controller = new AbortController();
    inFlight.set(number, controller);
    void work(controller.signal)
      .catch((error: unknown) => failed(error instanceof Error ? error.message : String(error)))
      .finally(() => inFlight.delete(number));
  };

  const runner: CheckoutRunner = {
    checkout: () => current,
    dispatch,
    repeat(hangUpAfterMs) {
      if (lastCall === undefined) return 'Nothing was sent yet since the platform started.';
      const leaving = new AbortController();
      const waitNoLonger =
        hangUpAfterMs === undefined ? () => {} : clock.after(hangUpAfterMs, () => leaving.abort(givenUp));
      void lastCall(AbortSignal.any([leaving.signal, closing.signal]))
        .catch(() => undefined)
        .finally(waitNoLonger);
      return undefined;
    },
    close() {
      closed = true;
      closing.abort(givenUp);
      cancelTimer();
      for (const controller of inFlight.values()) controller.abort(givenUp);
    },
  };
  return { runner, follow, perform };
};

const givenUp = new Error('the platform gave up waiting');

const isAwaited = ({ phase }: Checkout, number: number): boolean =>
  awaitedCall(phase) === number || (phase.name === 'paying' && phase.payment === number);
