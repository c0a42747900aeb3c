import type { CheckOutcome, EventKind, PosRequirementId } from '#schemas';
import { claimsEverything } from './claims-everything.ts';
import { createSharedTables } from '#harness/ports/till/table-share';
import { createMemory, createRestaurant, fixtures, type Json, type Memory, type Restaurant } from './pos-restaurant.ts';
import {
  exercisedBy,
  type PosScenario,
  posScenarios,
  type PosTriggerInputs,
  type PosWorld,
  type TillPort,
  type TillTraffic,
} from '#scenarios';
import { aboutOf } from '#traffic';
import { posLaws, visibilityMs, watch } from '#traffic/laws';

const areas = /^(?:listings|table|submission|bill|payment|events|tips)\/|(?:not-lost|idempotency-key|same-result)$/u;
const isAboutCommands = (scenario: PosScenario) => exercisedBy(scenario).every((id) => areas.test(id));

/** The scenarios about commands and their results, in the order of a run, with what the plan of bills tries of the queue. */
export const commandScenarios: readonly PosScenario[] = posScenarios.filter(isAboutCommands);

/** How a till under test differs from the sound one. */
export interface Twist {
  /** Parts of the restaurant, made from the sound ones. */
  readonly till?: (sound: Restaurant, memory: Memory) => Partial<Restaurant>;
  /** What becomes of an event before it is pushed; undefined swallows it. */
  readonly event?: (event: FakeEvent, attempt: number) => FakeEvent | undefined;
  /** An event that is pushed right after this one. */
  readonly thenPushed?: (event: FakeEvent) => FakeEvent | undefined;
  /** A repeat is worked off once more, is answered as before, or, when not said, is skipped. */
  readonly repeats?: 'applied' | 'answered';
  /** Its triggers take no more than they have to. */
  readonly isPlain?: boolean;
  /** Takes nothing off its queue. */
  readonly dies?: boolean;
  /** Told of every trigger that a person would have to confirm, since nothing was seen of it. */
  readonly unseen?: (trigger: string) => void;
  /** Told of every wait that was in vain. */
  readonly waits?: () => void;
  readonly world?: Partial<PosWorld>;
}

export interface FakeEvent {
  readonly messageKind: EventKind;
  readonly messageId: string;
  readonly body: Json;
}

type WithoutNumber<Seen> = Seen extends TillTraffic ? Omit<Seen, 'n' | 'at'> : never;
interface Sent {
  readonly messageKind: string;
  readonly payload: Json;
  readonly messageId: string;
  readonly idempotencyKey: string;
}

const start = Date.UTC(2026, 4, 1, 13);

/** Runs scenarios in turn against one till; everything happens at once, and waiting moves the clock. */
export const certify = async (scenarios: readonly PosScenario[], twist: Twist = {}): Promise<Verdicts> => {
  const verdicts: Verdicts = new Map();
  const check: PosWorld['check'] = (id, outcome) => verdicts.set(id, [...(verdicts.get(id) ?? []), outcome]);
  const world = createWorld(twist, check);
  for (const scenario of scenarios) {
    using tables = createSharedTables(fixtures.tables.open)(scenario.sitsAtTwo);
    await scenario.run({ ...world, tables, scenario: scenario.id });
  }
  for (const { requirement, outcome } of told(scenarios, world)) check(requirement as PosRequirementId, outcome);
  return verdicts;
};

/** What the laws that the scenarios give occasion for make of all traffic. */
const told = (scenarios: readonly PosScenario[], { till, clock }: PosWorld) => {
  const provoked = new Set<string>(scenarios.flatMap(({ provokes }) => provokes));
  const laws = posLaws.filter(({ covers }) => covers.some((id) => provoked.has(id)));
  const { see, end } = watch(laws, { healthIntervalMs: 60_000, visibilityMs, signatures: true });
  const said = [...till.traffic().flatMap(see), ...end(clock.now())];
  return said.filter(({ requirement }) => provoked.has(requirement));
};

export type Verdicts = Map<PosRequirementId, readonly CheckOutcome[]>;

export const idsWith = (verdicts: Verdicts, ...statuses: readonly CheckOutcome['status'][]): readonly string[] =>
  [...verdicts]
    .filter(([, outcomes]) => outcomes.some(({ status }) => statuses.includes(status)))
    .map(([id]) => id)
    .toSorted();

const createWorld = (twist: Twist, check: PosWorld['check']): PosWorld => {
  let now = start;
  let ids = 0;
  const traffic: TillTraffic[] = [];
  const memory = createMemory();
  const till = createRestaurant(memory, () => now);
  Object.assign(till, twist.till?.({ ...till }, memory));
  const seen = (one: WithoutNumber<TillTraffic>): void => {
    now += 3;
    traffic.push({ ...one, n: traffic.length, at: now } as TillTraffic);
  };
  const common = { exchange: 0, signed: true, status: 204 };
  seen({ kind: 'activation', body: {}, success: true, exchange: 0 });
  seen({ kind: 'receive', exchange: 0, status: 200, endedAt: start, messages: [] });

  const works: Readonly<Record<string, (payload: Json) => unknown>> = {
    ProductListingsSyncRequested: (payload) => till.sync(payload),
    TableOrderSnapshotRequested: (payload) => till.table(payload),
    OrderSubmissionRequested: (payload) => till.submit(payload),
    BillPreparationRequested: (payload) => till.bill(payload),
    BillPaymentCompleted: (payload) => till.pay(payload),
    BillPaymentFailed: (payload) => till.fail(payload),
  };
  const sent = new Map<string, Sent>();
  const results = new Map<string, unknown>();

  const deliver = ({ messageKind, payload, messageId, idempotencyKey }: Sent): void => {
    const about = aboutOf({ messageKind, payload });
    const receiptHandle = `r${traffic.length}`;
    const message = { messageId, messageKind, groupId: messageId, receiptHandle, receiveCount: 1, ...about };
    seen({ kind: 'receive', exchange: 0, status: 200, endedAt: now, messages: [message] });
    const known = results.has(idempotencyKey) && twist.repeats !== 'applied';
    const isSkipped = known && results.has(messageId) && twist.repeats !== 'answered';
    const body = known ? results.get(idempotencyKey) : works[messageKind]?.(payload);
    for (const id of [messageId, idempotencyKey]) results.set(id, body);
    if (body !== undefined && !isSkipped)
      seen({ kind: 'callback', messageKind, messageId, body, answeredAt: now, ...common });
    seen({ kind: 'delete', exchange: 0, messageId, receiptHandle, outcome: 'deleted' });
  };

  const refusals: number[] = [];
  const push = (messageKind: EventKind, body: Json): void => {
    const messageId = `e${ids++}`;
    for (let attempt = 0; attempt < 2; attempt++) {
      const event = { messageKind, messageId, body };
      const pushed = twist.event ? twist.event(event, attempt) : event;
      if (!pushed) return;
      const status = refusals.shift() ?? 204;
      seen({ kind: 'event', ...common, ...pushed, status });
      if (status >= 500) continue;
      const then = twist.thenPushed?.(pushed);
      if (then) seen({ kind: 'event', ...common, ...then });
      return;
    }
  };

  let recipient: { readonly id: string; pending: boolean } | undefined;
  const tip = (action: 'list' | 'get' | 'put', id?: string) =>
    seen({ kind: 'tip', action, ...common, ...(id !== undefined && { id }) });
  const acts: { readonly [Name in keyof PosTriggerInputs]: (input: PosTriggerInputs[Name]) => void } = {
    activatePos: () => undefined,
    restartTill: () => undefined,
    testRoundTrip: () => undefined,
    setLocation: ({ open }) => push('PosLocationAvailabilityChanged', { open }),
    setOrderType: (change) => push('PosOrderTypeAvailabilityChanged', { changes: [change] }),
    changeListing: ({ listingId }) => {
      const dish = memory.dishes.get(listingId);
      if (!dish) return;
      dish.cents += 1;
      dish.changedAt = now;
      push('ProductListingsUpdated', { listings: [{ [listingId]: dish.cents }] });
    },
    changeTable: ({ tableId, changeType }) => {
      const table = memory.tables.get(tableId);
      if (!table) return;
      if (changeType === 'ORDER_CLOSED') table.status = 'CLOSED';
      if (changeType === 'POS_LINE_ADDED') table.lines.push({ key: ++memory.keys, sku: 'soup', count: 1, paid: false });
      till.changed(table);
      push('TableOrderSnapshotChanged', { changeType, diff: {} });
    },
    putTipRecipient: ({ id }) => {
      recipient = { id, pending: true };
      tip('put', recipient.id);
    },
    listTipRecipients: () => tip('list'),
    getTipRecipient: ({ id }) => tip('get', id),
  };

  const port: TillPort = {
    platformUrl: 'http://platform.test',
    merchantTaxId: '1',
    issuePin: () => '1',
    issueRefusedPin: () => '2',
    traffic: () => traffic,
    mark: () => traffic.length,
    next: (async (kind: string, { matches, from = traffic.length, withinMs }: Parameters<TillPort['next']>[1]) => {
      const found = traffic.find((one) => one.n >= from && one.kind === kind && (matches?.(one as never) ?? true));
      // What goes astray is waited for beside what does not.
      if (!found && kind !== 'unknown-path') {
        now += withinMs;
        twist.waits?.();
      }
      return found;
    }) as TillPort['next'],
    act: async () => void (now += 20),
    send: async ({ messageKind, payload, messageId = `m${ids++}`, idempotencyKey = messageId }) => {
      const command: Sent = { messageKind, payload: payload as Json, messageId, idempotencyKey };
      sent.set(messageId, command);
      if (!twist.dies) deliver(command);
      return { messageKind, messageId, idempotencyKey, groupId: messageId, sentAt: now };
    },
    sent: () => [...sent.values()].map((command) => ({ ...command, groupId: command.messageId, sentAt: now })),
    deliverAgain: (messageId) => {
      const command = sent.get(messageId);
      if (command) deliver(command);
    },
    expireVisibility: () => undefined,
    withdraw: () => undefined,
    answerCallbacks: () => undefined,
    misbehave: () => undefined,
    behave: () => undefined,
    answerEvents: (_, answers) =>
      void refusals.push(...answers.map((answer) => (typeof answer === 'string' ? 0 : answer.status))),
    answerHealth: () => undefined,
    confirmTipRecipient: (id) => {
      const confirmed = recipient?.id === id && recipient.pending;
      if (recipient) recipient.pending = false;
      return confirmed ? `platform's ${id}` : undefined;
    },
  };
  return {
    scenario: '',
    till: port,
    triggers: {
      has: (_, variable) => variable === undefined || twist.isPlain !== true,
      fire: async (name, input, seen) => {
        acts[name](input);
        if (twist.unseen && (await seen?.(0)) === undefined) twist.unseen(name);
        return { kind: 'done', result: undefined };
      },
    },
    fixtures,
    claims: claimsEverything,
    patienceMs: 10_000,
    healthIntervalMs: 60_000,
    clock: { now: () => now, sleep: async (ms) => void (now += ms) },
    signal: new AbortController().signal,
    seed: 1,
    effort: 'standard',
    assumed: () => undefined,
    observe: () => undefined,
    attempted: () => undefined,
    progress: () => undefined,
    unprovoked: () => undefined,
    check,
    ...twist.world,
  } as PosWorld;
};
