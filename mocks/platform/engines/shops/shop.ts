import type { Clock } from '#mocks/time';
import { type ShopSettings, merchantCall } from '#schemas';
import type { EventStream, Tap, Outcome } from '../../calls/event.ts';
import type { StateStore } from '../../persistence/index.ts';
import { createMerchantSignature } from '../../signatures/merchant-signature.ts';
import type { Retention } from '../../state/retention.ts';
import { createMerchantCalls, type MerchantCalls, type WatchCall } from '../calls/merchant-calls.ts';
import {
  type CatalogueSync,
  type SyncReport,
  createCatalogueSync,
  openProductStore,
  scheduleSync,
} from '../catalogue/index.ts';
import { type Checkout, type Pay, createCheckouts } from '../checkout/index.ts';
import { timeoutCode, toBody } from '#traffic';

export type SyncSchedule = NonNullable<Parameters<typeof scheduleSync>[2]>;

export interface ShopDeps {
  readonly clock: Clock;
  /** For signatures: real time, and how far a merchant's may be away. */
  readonly signing: Parameters<typeof createMerchantSignature>[1];
  readonly events: EventStream;
  readonly store: StateStore;
  /** How long checkouts are remembered once they are over, and how many of a shop. */
  readonly retention: Retention;
  readonly send: (request: Request) => Promise<Response>;
  /** Told of every call to a shop. */
  readonly tap: Tap | undefined;
  /** A user is shown this basket, so its merchant may push changes of it. */
  readonly loaded: (basketId: string) => void;
  /** The seam at which a fault gets hold of the engines' calls. */
  readonly decorateCalls: (calls: MerchantCalls) => MerchantCalls;
  readonly decorateProducts: (store: CatalogueSync['store']) => CatalogueSync['store'];
}

const keptReports = 50;

export type Shop = ReturnType<typeof openShop>;

/** `begun`: the checkouts that began before, which go on with these settings. */
export const openShop = (name: string, settings: ShopSettings, deps: ShopDeps, begun: Map<string, Checkout>) => {
  const { clock, events, store, send, tap, loaded } = deps;
  const { headers = {}, deliveryOptionKeys, payments = 'at-once', pageLimit } = settings;
  const signature = settings.signature && createMerchantSignature(settings.signature, deps.signing);
  const merchant = deps.decorateCalls(
    createMerchantCalls({
      endpoints: settings,
      headers,
      ...(signature && { signature }),
      ...(deliveryOptionKeys !== undefined && { deliveryOptionKeys }),
      send,
      ...(tap && { watch: watchCalls(name, clock, tap) }),
    }),
  );
  const waiting = new Set<(result: Awaited<ReturnType<Pay>>) => void>();
  const payByHand: Pay = (_, signal) =>
    new Promise((resolve) => {
      const settle = (result: Awaited<ReturnType<Pay>>) => {
        waiting.delete(settle);
        resolve(result);
      };
      waiting.add(settle);
      signal.addEventListener('abort', () => settle({ accepted: false, reason: 'It is no longer wanted.' }));
    });
  const checkouts = createCheckouts({
    clock,
    merchant,
    kept: begun,
    finished: deps.retention,
    ...(payments === 'by-hand' && { pay: payByHand }),
    observe({ event, checkout }) {
      const { oaOrderId, phase } = checkout;
      if ('offer' in phase) loaded(phase.offer.basket.id);
      events.emit({ kind: 'checkout', shop: name, oaOrderId, event, phase: phase.name });
    },
  });
  let reports: readonly SyncReport[] = [];
  const sync = createCatalogueSync({
    clock,
    merchant,
    store: deps.decorateProducts(openProductStore(store, name)),
    ...(pageLimit !== undefined && { limit: pageLimit }),
    observe(report) {
      reports = [...reports, report].slice(-keptReports);
      events.emit({ kind: 'catalogue-sync', shop: name, report });
    },
  });
  let stop = () => {};
  return {
    settings,
    checkouts,
    sync,
    /** Of the last synchronisations, the newest last. */
    reports: () => reports,
    /** Says how the oldest payment went that waits; false when none does. */
    settlePayment(result: Awaited<ReturnType<Pay>>) {
      const [oldest] = waiting;
      oldest?.(result);
      return oldest !== undefined;
    },
    /** Synchronises now and at every cycle from now on; undefined stops that. */
    schedule(schedule: SyncSchedule | undefined) {
      stop();
      stop = schedule === undefined ? () => {} : scheduleSync(sync, clock, schedule);
    },
    close() {
      stop();
      checkouts.close();
      sync.close();
    },
  };
};

const watchCalls =
  (shop: string, clock: { now(): number }, tap: Tap): WatchCall =>
  (request, name, text) => {
    const at = clock.now();
    const { method, url, signal } = request;
    const headers = Object.fromEntries(request.headers);
    return (outcome) => {
      const answeredAt = clock.now();
      const isLate = answeredAt - at >= (merchantCall(name).withinMs ?? Number.POSITIVE_INFINITY);
      tap(
        {
          at,
          answeredAt,
          sender: 'harness',
          call: { name, party: 'merchant' },
          request: { method, url, headers, body: toBody(Buffer.from(text)) },
          ...(signal.aborted ? givenUp(outcome, isLate) : outcome),
          facts: { shop },
        },
        [],
      );
    };
  };

/** We hang up when the time is over, or when nobody waits for the answer any more. */
const givenUp = ({ failure, ...outcome }: Outcome, isLate: boolean): Outcome => ({
  ...outcome,
  ...(failure !== undefined && {
    failure: isLate
      ? { ...failure, code: timeoutCode, blame: 'target' }
      : { ...failure, code: 'HUNG_UP', blame: 'ours' },
  }),
});
