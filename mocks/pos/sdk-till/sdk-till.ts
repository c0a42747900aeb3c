import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { type BackOffice, createBackOffice, type EventBodies, readWish } from '../back-office.ts';
import { isFinal, sendResult } from '../connection/platform-client.ts';
import { type Command, readCommand } from '../queue/command.ts';
import { createIdempotentExecutor } from '../queue/idempotent-executor.ts';
import { createIntegration, type Session } from '../connection/integration.ts';
import { textIn } from '../../json.ts';
import { createOutbox } from '../connection/outbox.ts';
import type { Entry } from '../queue/journal.ts';
import { createLanes } from '../queue/lanes.ts';
import { type Delivery, poll } from '../queue/mailbox.ts';
import { agreedShapes, momentOf } from '../requests.ts';
import type { TillKind, TillParts } from '../till.ts';
import { createRestaurant } from '../restaurant/restaurant.ts';
import { copperWording, listing, moment, tableLine } from './wording.ts';
import { createCommandHandlers } from '../command-work.ts';
import { openCopperMailbox } from './mailbox.ts';
import type { Config, HttpActs } from '#schemas';
import { fixturesOf, numbered, type RestaurantPlan } from '../restaurant/plan.ts';

/** Copper, the till of a vendor on the current AWS SDK: batches, groups beside each other, every field filled in. */
export const sdkTill: TillKind = {
  restaurant: (now) =>
    createRestaurant(
      copperPlan,
      {
        lineId: (sequence) => String(sequence),
        billId: () => randomUUID(),
        receiptNumber: (sequence) => `W${String(sequence).padStart(6, '0')}`,
        takesParts: false,
        takesWhileClosing: false,
        closesWhenPaid: false,
      },
      now,
    ),
  openMailbox: openCopperMailbox,
  polling: { waitSeconds: 20, max: 10 },
  heartbeatMs: 5000,
  laneOf: ({ groupId }) => groupId,
  open: (parts, { send, wallNow }) => {
    const { restaurant, clock } = parts;
    // Whoever was linked last serves all tables.
    let tipRecipientId = 'w-1';
    const handlers = createCommandHandlers(
      restaurant,
      copperWording(() => tipRecipientId),
    );
    const integration = createIntegration({
      parts,
      send,
      wallNow,
      software: { softwareName: 'Copper Till', softwareVersion: '3.14.0' },
      posInstallationId: 'copper-7f3a',
      timeoutMs: 10_000,
      consume: consumeCopper(parts, createIdempotentExecutor(parts, handlers)),
    });
    const push = createOutbox({
      clock,
      client: integration.client,
      newId: randomUUID,
      retryPausesMs: [250, 1000, 2000],
    });
    const office = createBackOffice({ integration, restaurant, push, bodies: eventBodies(() => clock.now()) });
    const app = mount({
      ...office,
      putTipRecipient: (wish) => {
        tipRecipientId = textIn(wish['id']);
        return office.putTipRecipient(wish);
      },
    });
    return {
      fetch: (request) => app.fetch(request),
      configuration: (baseUrl) => copperConfiguration(baseUrl, restaurant.plan),
      stop: integration.stop,
    };
  },
};

const eventBodies = (now: () => number): EventBodies => ({
  location: (open, { reasonCode, effectiveAt }) => ({
    open,
    reasonCode: reasonCode ?? (open ? 'POS_OPERATOR_ACTION' : 'CLOSED_FOR_DAY'),
    message: open ? 'Zapraszamy' : 'Dziś już nieczynne',
    effectiveAt: moment(momentOf(effectiveAt) ?? now()),
  }),
  orderType: (orderType, state, { reasonCode, effectiveUntil }) => ({
    changes: [
      {
        orderType,
        state,
        ...(state === 'PAUSED' && {
          reasonCode: reasonCode ?? 'KITCHEN_OVERLOADED',
          effectiveUntil: moment(momentOf(effectiveUntil) ?? now() + 900_000),
        }),
      },
    ],
  }),
  listing: (changed) => ({ listings: [listing(changed)] }),
  table: ({ changeType, after, line }) => ({
    changeType,
    diff: {
      tableId: after.id,
      changedLines: line && changeType !== 'LINE_CANCELLED' ? [tableLine(line)] : [],
      removedLineIds: line && changeType === 'LINE_CANCELLED' ? [line.id] : [],
      status: after.status,
    },
    reasonCode: changeType === 'LINE_UPDATED' ? 'COMPLAINT' : 'STAFF',
  }),
});

/** Copper answers once the work is done. */
const mount = (office: BackOffice): Hono => {
  const app = new Hono();
  for (const [name, act] of Object.entries(office))
    app.post(`/backoffice/${name}`, async (context) => {
      const done = await act(await readWish(context.req.raw));
      // A refused activation was tried all the same.
      return context.json({ done }, done || name === 'activate' ? 200 : 409);
    });
  return app;
};

const copperConfiguration = (baseUrl: string, plan: RestaurantPlan): Config => {
  const post = (name: string, ...variables: readonly string[]): HttpActs => ({
    http: {
      method: 'POST',
      url: `${baseUrl}/backoffice/${name}`,
      body: Object.fromEntries(variables.map((variable) => [variable, `{{${variable}}}`])),
    },
  });
  return {
    target: { name: 'Copper reference till', version: '3.14.0' },
    pos: { merchantTaxId: '5250000001', fixtures: fixturesOf(plan) },
    platform: { timing: { healthInterval: '5s', healthTimeout: '15s' } },
    assumptions: { 'assume/unfinalised-shapes': agreedShapes },
    triggers: {
      activatePos: post('activate', 'platformUrl', 'merchantTaxId', 'pinCode'),
      restartTill: post('restart'),
      testRoundTrip: post('test'),
      setLocation: post('setLocation', 'open', 'reasonCode', 'effectiveAt'),
      setOrderType: post('setOrderType', 'orderType', 'state', 'reasonCode', 'effectiveUntil'),
      changeListing: post('changeListing', 'listingId', 'change'),
      changeTable: post('changeTable', 'tableId', 'changeType'),
      putTipRecipient: post('putTipRecipient', 'id', 'phoneNumber', 'displayName'),
      listTipRecipients: post('listTipRecipients'),
      getTipRecipient: post('getTipRecipient', 'id'),
    },
  };
};

/** A bistro: short ids, amounts in złoty. */
const copperPlan: RestaurantPlan = {
  currency: 'PLN',
  listings: [
    ...['Żurek', 'Pierogi', 'Kompot', 'Kotlet', 'Sernik', 'Kawa'].map((name, index) => ({
      id: `L-${101 + index}`,
      name,
      price: 1200 + 350 * index,
    })),
    { id: 'L-201', name: 'Gazpacho', price: 1900, stock: 0 },
    { id: 'L-202', name: 'Ostrygi', price: 8900, stock: 0 },
    ...numbered(12).map((index) => ({
      id: `L-${300 + index}`,
      name: `Ciasto dnia ${index}`,
      price: 1500 + index,
      stock: index < 9 ? 1 : 3,
    })),
    { id: 'L-401', name: 'Zupa z zeszłego roku', price: 900, delisted: true },
    { id: 'L-402', name: 'Karp', price: 3900, delisted: true },
  ],
  tables: [
    ...numbered(40).map((index) => ({ id: `T${index}`, number: String(index), state: 'open' as const })),
    ...numbered(6).map((index) => ({ id: `E${index}`, number: `E${index}`, state: 'empty' as const })),
    ...numbered(2).map((index) => ({ id: `C${index}`, number: `C${index}`, state: 'closed' as const })),
    ...numbered(2).map((index) => ({ id: `X${index}`, number: `X${index}`, state: 'closing' as const })),
  ],
  kiosks: ['K1', 'K2'],
};

/**
 * Copper's worker: batches of ten, groups beside each other. What was settled is skipped in silence; what the platform did
 * not take is left in the queue, and the result is sent when it comes again.
 */
const consumeCopper =
  (parts: TillParts, execute: (command: Command) => Promise<Entry>) =>
  async ({ client, mailbox, signal }: Session): Promise<void> => {
    const lanes = createLanes();

    const answer = async (command: Command): Promise<boolean> => {
      const known = parts.journal.byMessage(command.messageId);
      if (known?.settled) return true;
      const { result } = known ?? (await execute(command));
      const done = result === undefined || isFinal(await sendResult(client, command, result));
      if (done) parts.journal.settle(command.messageId);
      return done;
    };

    const attend = async (delivery: Delivery, lane: string): Promise<void> => {
      if (signal.aborted) return;
      const command = readCommand(delivery.body);
      const done = command === undefined || (await answer(command).catch(() => false));
      if (done) await mailbox.delete(delivery.receiptHandle).catch(() => undefined);
      // What follows in the group must not overtake it: all of it comes again.
      else lanes.clear(lane);
    };

    for await (const deliveries of poll(mailbox, parts.polling, { clock: parts.clock, signal, pauseMs: 200 }))
      for (const delivery of deliveries) {
        const lane = parts.laneOf(delivery);
        lanes.add(lane, () => attend(delivery, lane));
      }
    await lanes.idle();
  };
