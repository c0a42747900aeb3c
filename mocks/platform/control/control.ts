import { randomInt, randomUUID } from 'node:crypto';
import { issueApiCredentials } from '../api/activate-pos.ts';
import type { ApiFaults } from '../api-faults.ts';
import type { BasketChanges } from '../api/basket-change.ts';
import type { LocationChange, OrderTypeChange } from '../availability.ts';
import { commandKinds, isCommandKind, type RunSummary, type RunWish } from '#schemas';
import { type CommandRequest, resendCommand, type SentCommand, sendCommand } from '../commands.ts';
import type { DirectedAnswer, DirectedAnswers } from '../directed-answers.ts';
import type { EventStream } from '../event.ts';
import type { Exchanges } from '../exchanges/exchanges.ts';
import type { QueueFaults } from '../queue/faults.ts';
import type { Settings } from '../settings.ts';
import type { Location, State } from '../state.ts';
import type { Checkouts, CheckoutOutcome } from '../checkout/index.ts';
import type { Shop, ShopSettings } from '../shops/shop.ts';
import type { Shops } from '../shops/shops.ts';
import { confirmTipRecipient, showTipRecipient } from '../tip-recipients.ts';
import { ControlError } from './declaration/control-error.ts';
import type { Certification, ControlPorts } from './declaration/ports.ts';
import { queueState } from './operations/queue-state.ts';
import { tillFacts } from './operations/till-facts.ts';

export interface ControlDeps {
  readonly state: State;
  readonly settings: Settings;
  readonly events: EventStream;
  readonly clock: {
    now(): number;
    after(milliseconds: number, fire: () => void): () => void;
    advance?(milliseconds: number): void;
  };
  readonly faults: QueueFaults;
  readonly apiFaults: ApiFaults;
  readonly directedAnswers: DirectedAnswers;
  readonly basketChanges: BasketChanges;
  readonly shops: Shops;
  readonly exchanges: Pick<Exchanges, 'detail' | 'after'>;
  readonly ports: ControlPorts;
}

export interface NewLocationRequest {
  readonly merchantTaxId: string;
  /** Default: a new id; the merchant of this tax id is made when there is none. */
  readonly integrationProfileId?: string;
  readonly kind?: Location['kind'];
}

export interface SampleWish {
  /** Whose till: what it has told is used. */
  readonly integrationProfileId?: string;
  readonly seed?: number;
}

/** What the platform's operator can do, which is no part of the protocol. Misuse throws a ControlError. */
export type Control = ReturnType<typeof createControl>;

export const createControl = (deps: ControlDeps) => {
  const { state, settings, events, clock, faults, apiFaults, directedAnswers, basketChanges, shops, exchanges, ports } =
    deps;
  const locationOf = (id: string): Location => {
    const location = state.locations.get(id);
    if (location === undefined) throw new ControlError(404, 'UnknownLocation', `There is no location ${id}.`);
    return location;
  };
  const shopOf = (name: string): Shop => {
    const shop = shops.get(name);
    if (shop === undefined) throw new ControlError(404, 'UnknownShop', `There is no shop ${name}.`);
    return shop;
  };
  const reachable = (name: string, ...addresses: readonly (keyof ShopSettings)[]): Shop => {
    const shop = shopOf(name);
    const missing = addresses.filter((address) => shop.settings[address] === undefined);
    if (missing.length > 0)
      throw new ControlError(409, 'MissingAddress', `The shop ${name} was named without ${missing.join(', ')}.`);
    return shop;
  };
  const certification = (): Certification => {
    if (ports.certification !== undefined) return ports.certification;
    throw new ControlError(501, 'NoCertification', 'This platform cannot certify: start it with conformance platform.');
  };
  const runOf = (id: string): RunSummary => {
    const run = certification()
      .runs()
      .find((each) => each.id === id);
    if (run === undefined) throw new ControlError(404, 'UnknownRun', `There is no run ${id}.`);
    return run;
  };
  ports.certification?.follow((run) => events.emit({ kind: 'certification', run }));
  const queued = (location: Location, messageId: string): readonly string[] =>
    location.queue
      .contents()
      .filter(({ message }) => Object(message.attributes['messageId']).stringValue === messageId)
      .map(({ message }) => message.messageId);

  return {
    addLocation({ merchantTaxId, integrationProfileId = randomUUID(), kind = 'pos' }: NewLocationRequest) {
      if (!/^[\w-]{1,70}$/.test(integrationProfileId))
        throw new ControlError(400, 'InvalidId', 'integrationProfileId: up to 70 letters, digits, _ and -.');
      if (state.locations.has(integrationProfileId))
        throw new ControlError(409, 'LocationExists', `There is a location ${integrationProfileId} already.`);
      const known = [...state.merchants.values()].find((candidate) => candidate.merchantTaxId === merchantTaxId);
      const merchant = known ?? { merchantId: randomUUID(), merchantTaxId };
      state.merchants.set(merchant.merchantId, merchant);
      const location = state.createLocation({ merchant, integrationProfileId, kind, activationAllowed: true });
      state.locations.set(integrationProfileId, location);
      return { integrationProfileId, merchantId: merchant.merchantId };
    },
    issuePin(id: string, lifetimeMs: number = settings.timing.pinLifetimeMs) {
      const location = locationOf(id);
      const free = () => String(randomInt(100_000, 1_000_000));
      let pinCode = free();
      while (state.pins.has(pinCode)) pinCode = free();
      const expiresAt = clock.now() + lifetimeMs;
      state.pins.set(pinCode, { location, expiresAt, consumed: false });
      return { pinCode, expiresAt: new Date(expiresAt).toISOString() };
    },
    /** API credentials without an activation, such as those of a web shop. */
    issueCredentials(id: string) {
      const { apiKey, secret } = issueApiCredentials(locationOf(id), state);
      return { apiKey, secret };
    },
    allowActivation(id: string, allowed: boolean): void {
      const location = locationOf(id);
      location.activationAllowed = allowed;
      state.locations.set(id, location);
    },
    sendCommand(id: string, request: CommandRequest): SentCommand {
      const sent = sendCommand(locationOf(id), request, clock.now());
      if (sent.ok) {
        const { messageKind } = request;
        events.emit({
          kind: 'command',
          integrationProfileId: id,
          messageKind,
          messageId: sent.messageId,
          sqsMessageId: sent.sqsMessageId,
          again: false,
        });
      }
      return sent;
    },
    /** The same envelope as a second queue message. */
    resendCommand(id: string, messageId: string): { readonly sqsMessageId: string } {
      const location = locationOf(id);
      const sqsMessageId = resendCommand(location, messageId);
      const messageKind = location.commands.get(messageId)?.envelope.messageKind;
      if (sqsMessageId === undefined || messageKind === undefined)
        throw new ControlError(404, 'UnknownCommand', `No command ${messageId} was sent to ${id}.`);
      events.emit({ kind: 'command', integrationProfileId: id, messageKind, messageId, sqsMessageId, again: true });
      return { sqsMessageId };
    },
    /** Makes a command in flight visible before its 30 seconds are over; says how many queue messages that were. */
    redeliverEarly(id: string, messageId: string): number {
      const { queue, ...location } = locationOf(id);
      return queued({ queue, ...location }, messageId).filter((sqsId) => queue.redeliverEarly(sqsId)).length;
    },
    /** Another `times` deletes of a command are acknowledged, and yet it comes again; 0 when it is in the queue no more. */
    duplicateAfterDelete(id: string, messageId: string, times = 1): number {
      if (times < 1) throw new ControlError(400, 'InvalidBody', 'times must be 1 or more.');
      const location = locationOf(id);
      // One that was sent again is there twice; the copies asked for are of the first.
      const [first] = queued(location, messageId);
      return first !== undefined && location.queue.duplicate(first, times) ? 1 : 0;
    },
    /** The next callbacks about a command get these answers, one each, instead of being judged. */
    answerCallbacks(id: string, messageId: string, answers: readonly DirectedAnswer[]): void {
      const command = locationOf(id).commands.get(messageId);
      if (command === undefined)
        throw new ControlError(404, 'UnknownCommand', `No command ${messageId} was sent to ${id}.`);
      directedAnswers.add(`/merchant/v1/async/${command.envelope.messageKind}/${messageId}`, answers);
    },
    /** The next events of this kind get these answers, one each, instead of being judged. */
    answerEvents(messageKind: string, answers: readonly DirectedAnswer[]): void {
      directedAnswers.add(settings.paths.events.replace('{messageKind}', messageKind), answers);
    },
    command: (id: string, messageId: string) => locationOf(id).commands.get(messageId),
    setLocation(id: string, { open, effectiveAt = clock.now() }: Partial<LocationChange> & { open: boolean }): void {
      locationOf(id).availability.changeLocation({ open, effectiveAt });
    },
    setOrderType(id: string, change: OrderTypeChange): void {
      locationOf(id).availability.changeOrderType(change);
    },
    /** A staff member confirms in the app, naming the platform's own id of the record. */
    confirmTipRecipient(tipRecipientId: string, identityVerified = true) {
      for (const location of state.locations.values())
        for (const record of location.tipRecipients.values()) {
          if (record.id !== tipRecipientId) continue;
          const confirmed = confirmTipRecipient(record, { identityVerified, now: clock.now() });
          const { integrationProfileId } = location;
          const status = confirmed.ok ? 200 : 409;
          events.emit({ kind: 'tip-recipient', integrationProfileId, action: 'confirm', status });
          if (!confirmed.ok) throw new ControlError(409, 'ConfirmationRejected', confirmed.reason);
          location.tipRecipients.set(record.externalTipRecipientId, confirmed.record);
          return showTipRecipient(confirmed.record, location);
        }
      throw new ControlError(404, 'UnknownTipRecipient', `There is no tip recipient ${tipRecipientId}.`);
    },
    putShop(name: string, given: ShopSettings): void {
      if (!/^[\w-]{1,70}$/.test(name))
        throw new ControlError(400, 'InvalidId', 'The name of a shop: up to 70 letters, digits, _ and -.');
      for (const key of ['basketUrl', 'recalculateUrl', 'orderUrl', 'catalogueUrl'] as const) {
        const url = given[key];
        if (url !== undefined && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
          throw new ControlError(400, 'InvalidBody', `${key} must be an address that begins with http:// or https://.`);
      }
      shops.put(name, given);
    },
    shop: shopOf,
    shops: () =>
      [...shops.entries()].map(
        ([
          name,
          {
            settings: { headers: _, signature: __, ...told },
            sync,
            checkouts,
          },
        ]) => ({
          name,
          settings: told,
          products: sync.store.products().size,
          checkouts: checkouts.list().length,
        }),
      ),
    startCheckout: (name: string, request: Parameters<Checkouts['start']>[0]) =>
      reachable(name, 'basketUrl', 'recalculateUrl', 'orderUrl').checkouts.start(request),
    async syncShop(name: string, full: boolean) {
      const { sync } = reachable(name, 'catalogueUrl');
      return full ? sync.fullRefresh() : sync.syncNow();
    },
    settlePayment: (name: string, result: Parameters<Shop['settlePayment']>[0]) => shopOf(name).settlePayment(result),
    checkout(name: string, oaOrderId: string) {
      const checkout = shopOf(name).checkouts.find(oaOrderId);
      if (checkout === undefined) throw new ControlError(404, 'UnknownCheckout', `There is no checkout ${oaOrderId}.`);
      return checkout;
    },
    tellCheckout(name: string, tell: (checkouts: Checkouts) => CheckoutOutcome) {
      const told = tell(shopOf(name).checkouts);
      if (told.ok) return told.checkout;
      throw new ControlError(told.checkout === undefined ? 404 : 409, 'NotPossible', told.reason);
    },
    queue: (id: string) => queueState(locationOf(id), clock.now()),
    async sample(messageKind: string, { integrationProfileId, seed = 0 }: SampleWish) {
      if (!isCommandKind(messageKind))
        throw new ControlError(
          404,
          'UnknownKind',
          `${messageKind} is no command. Choose from: ${commandKinds.join(', ')}.`,
        );
      if (ports.samples === undefined)
        throw new ControlError(
          501,
          'NoSamples',
          'This platform makes up no payloads: start it with conformance platform.',
        );
      const facts = tillFacts(integrationProfileId === undefined ? undefined : locationOf(integrationProfileId));
      return { payload: await ports.samples(messageKind, facts, { seed, now: clock.now() }) };
    },
    certification,
    run: runOf,
    startRun: (wish: RunWish): RunSummary => certification().start(wish),
    interruptRun: (id: string): RunSummary => certification().interrupt(runOf(id).id),
    answerTurn(id: string, text: string): RunSummary {
      if (!certification().answer(runOf(id).id, text))
        throw new ControlError(409, 'NobodysTurn', `Run ${id} waits for nobody.`);
      return runOf(id);
    },
    async runReport(id: string): Promise<string> {
      const page = await certification().report(runOf(id).id);
      if (page === undefined) throw new ControlError(404, 'NoReport', `Run ${id} has no report yet.`);
      return page;
    },
    exchanges: exchanges.after,
    exchange(id: number) {
      const exchange = exchanges.detail(id);
      if (exchange === undefined)
        throw new ControlError(404, 'UnknownExchange', `There is no exchange ${id}, or it is forgotten.`);
      return exchange;
    },
    addFault: faults.add,
    clearFaults: faults.clear,
    pendingFaults: faults.pending,
    addApiFault: apiFaults.add,
    clearApiFaults: apiFaults.clear,
    pendingApiFaults: apiFaults.pending,
    basketLoaded: basketChanges.loaded,
    rejectNextBasketChange: basketChanges.rejectNext,
    now: () => clock.now(),
    advanceClock(milliseconds: number): number {
      if (clock.advance === undefined)
        throw new ControlError(409, 'RealClock', 'The platform runs on the real clock, which cannot be moved.');
      clock.advance(milliseconds);
      return clock.now();
    },
    describe: () => ({
      now: clock.now(),
      locations: [...state.locations.values()].map((each) => describe(each, clock.now())),
    }),
  };
};

const describe = (location: Location, now: number) => ({
  integrationProfileId: location.integrationProfileId,
  ...location.merchant,
  kind: location.kind,
  activationAllowed: location.activationAllowed,
  posAvailable: location.capability.isAvailable(),
  open: location.availability.isOpen(now),
  orderTypes: {
    STATION: location.availability.stateOf('STATION', now),
    PICKUP: location.availability.stateOf('PICKUP', now),
    DELIVERY: location.availability.stateOf('DELIVERY', now),
  },
  queue: location.queue.contents().map(({ message, inFlight, receiveCount, visibleAt }) => ({
    sqsMessageId: message.messageId,
    groupId: message.groupId,
    messageId: Object(message.attributes['messageId']).stringValue,
    messageKind: Object(message.attributes['messageKind']).stringValue,
    inFlight,
    receiveCount,
    visibleAt,
  })),
  commands: [...location.commands.values()],
  tipRecipients: [...location.tipRecipients.values()].map((record) => showTipRecipient(record, location)),
});
