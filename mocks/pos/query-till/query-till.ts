import { Hono } from 'hono';
import type { Json } from '../../json.ts';
import { type BackOffice, createBackOffice, type EventBodies } from '../back-office.ts';
import type { PlatformAnswer } from '../connection/call.ts';
import { isFinal, sendResult } from '../connection/platform-client.ts';
import { type Command, readCommand } from '../queue/command.ts';
import { createIdempotentExecutor } from '../queue/idempotent-executor.ts';
import { createIntegration, type Session } from '../connection/integration.ts';
import { createOutbox } from '../connection/outbox.ts';
import type { Entry } from '../queue/journal.ts';
import { createLanes } from '../queue/lanes.ts';
import { type Delivery, poll } from '../queue/mailbox.ts';
import type { TillKind, TillParts } from '../till.ts';
import { createRestaurant } from '../restaurant/restaurant.ts';
import { lineDiff, listing, quartzWording } from './wording.ts';
import { createCommandHandlers } from '../command-work.ts';
import { openQuartzMailbox } from './mailbox.ts';
import { type Config, type HttpActs, isCommandKind } from '#schemas';
import { agreedShapes } from '../requests.ts';
import { fixturesOf, numbered, type RestaurantPlan } from '../restaurant/plan.ts';

const tipRecipientId = 'zespół 7+a';

/** Quartz, the till of a small house on the query protocol: one message at a time, no SDK, only what is required. */
export const queryTill: TillKind = {
  restaurant: (now) =>
    createRestaurant(
      quartzPlan,
      {
        lineId: (sequence) => `ln:${sequence}`,
        billId: (sequence) => `2026/${sequence} #a&b`,
        receiptNumber: (sequence) => `PAR/${sequence}/${new Date(now()).getUTCFullYear()}`,
        takesParts: true,
        takesWhileClosing: true,
        closesWhenPaid: true,
      },
      now,
    ),
  openMailbox: openQuartzMailbox,
  polling: { waitSeconds: 20, max: 1 },
  heartbeatMs: 3000,
  // There is one cook.
  laneOf: () => 'till',
  open: (parts, { send, wallNow }) => {
    const { restaurant, clock } = parts;
    const handlers = createCommandHandlers(restaurant, quartzWording(tipRecipientId));
    const integration = createIntegration({
      parts,
      send,
      wallNow,
      software: { softwareName: 'quartz', softwareVersion: '0.9-β' },
      timeoutMs: 5000,
      consume: consumeQuartz(parts, createIdempotentExecutor(parts, handlers)),
    });
    const started = clock.now();
    let pushed = 0;
    const newId = () => {
      pushed += 1;
      return `${started}-${pushed}`;
    };
    const push = createOutbox({ clock, client: integration.client, newId, retryPausesMs: [100, 100, 3000] });
    const app = mount(createBackOffice({ integration, restaurant, push, bodies }));
    return {
      fetch: (request) => app.fetch(request),
      configuration: (baseUrl) => quartzConfiguration(baseUrl, restaurant.plan),
      stop: integration.stop,
    };
  },
};

const bodies: EventBodies = {
  location: (open) => ({ open }),
  orderType: (orderType, state) => ({ changes: [{ state, orderType }] }),
  listing: (changed) => ({ listings: [listing(changed)] }),
  table: ({ changeType, before, after, line }) => ({
    changeType,
    diff: { table: after.id, ...lineDiff(line, before.status === after.status ? undefined : after.status) },
    // Only a discount has a business reason here.
    ...(changeType === 'LINE_UPDATED' && { reasonCode: 'reklamacja' }),
  }),
};

/** Quartz takes everything in the address, and answers before it has begun. */
const mount = (office: BackOffice): Hono => {
  const app = new Hono();
  for (const [name, act] of Object.entries(office))
    app.get(`/do/${name}`, (context) => {
      void act(context.req.query());
      return context.body(null, 202);
    });
  return app;
};

const quartzConfiguration = (baseUrl: string, plan: RestaurantPlan): Config => {
  const get = (name: string, ...variables: readonly string[]): HttpActs => ({
    http: { url: `${baseUrl}/do/${name}?${variables.map((variable) => `${variable}={{${variable}}}`).join('&')}` },
  });
  return {
    target: { name: 'Quartz reference till' },
    pos: { merchantTaxId: '7010000002', fixtures: fixturesOf(plan) },
    platform: { timing: { healthInterval: '5s', healthTimeout: '15s' } },
    assumptions: { 'assume/unfinalised-shapes': agreedShapes },
    triggers: {
      activatePos: get('activate', 'platformUrl', 'merchantTaxId', 'pinCode'),
      restartTill: get('restart'),
      testRoundTrip: get('test'),
      setLocation: get('setLocation', 'open'),
      setOrderType: get('setOrderType', 'orderType', 'state'),
      changeListing: get('changeListing', 'listingId', 'change'),
      changeTable: get('changeTable', 'tableId', 'changeType'),
      putTipRecipient: get('putTipRecipient', 'id', 'phoneNumber', 'displayName'),
      listTipRecipients: get('listTipRecipients'),
      getTipRecipient: get('getTipRecipient', 'id'),
    },
  };
};

/** A food hall: long ids with every sign that ids may have. */
const quartzPlan: RestaurantPlan = {
  currency: 'PLN',
  listings: [
    { id: '90071992547409931', name: '🍜 Ramen "shoyu" <duży> & mały', price: 4250 },
    { id: 'a/b?c=d&e#f%20', name: 'Herbata', price: 990 },
    ...numbered(2).map((index) => ({ id: `ex-${index}`, name: `Wycofane ${index}`, price: 100, delisted: true })),
    ...numbered(6).map((index) => ({ id: `ś:${index}`, name: `Danie ${index}`, price: 2000 + index })),
    ...numbered(2).map((index) => ({ id: `0${index}`, name: `Wyprzedane ${index}`, price: 700, stock: 0 })),
    ...numbered(12).map((index) => ({
      id: `limit+${index}`,
      name: `Ostatnie ${index}`,
      price: 1110,
      stock: (index % 3) + 1,
    })),
  ],
  tables: [
    ...numbered(40).map((index) => ({ id: `hala 1/stół ${index}`, number: `H${index}`, state: 'open' as const })),
    ...numbered(6).map((index) => ({ id: `wolny-${index}`, number: `W${index}`, state: 'empty' as const })),
    ...numbered(2).map((index) => ({ id: `c1b2-${index}`, number: `Z${index}`, state: 'closed' as const })),
    ...numbered(2).map((index) => ({ id: `d3e4-${index}`, number: `Y${index}`, state: 'closing' as const })),
  ],
  kiosks: ['kiosk ☕'],
};

const retryPausesMs = [500, 1500];
/** A result that was refused this often is never going to be taken. */
const mostDeliveries = 3;

/**
 * Quartz's worker: one message at a time. A callback that fails is tried again at once; the stored result of a duplicate is
 * sent again. Kinds it does not know stay in the queue, for the next version of it.
 */
const consumeQuartz =
  (parts: TillParts, execute: (command: Command) => Promise<Entry>) =>
  async ({ client, mailbox, signal }: Session): Promise<void> => {
    const { clock, journal } = parts;
    const lanes = createLanes();

    const send = async (command: Command, result: Json): Promise<PlatformAnswer> => {
      let answer = await sendResult(client, command, result);
      for (const pause of retryPausesMs) {
        const failed = answer.status === undefined || answer.status >= 500;
        if (!failed || signal.aborted) break;
        await clock.sleep(pause, signal).catch(() => undefined);
        answer = await sendResult(client, command, result);
      }
      return answer;
    };

    const remove = async (receiptHandle: string): Promise<void> => {
      await mailbox.delete(receiptHandle).catch(() => mailbox.delete(receiptHandle).catch(() => undefined));
    };

    const attend = async ({ body, receiptHandle, receiveCount }: Delivery): Promise<void> => {
      const command = readCommand(body);
      if (signal.aborted || command === undefined || !isCommandKind(command.messageKind)) return;
      const { result } = journal.byMessage(command.messageId) ?? (await execute(command));
      const answer = result === undefined ? undefined : await send(command, result);
      const taken = answer === undefined || isFinal(answer);
      if (taken) journal.settle(command.messageId);
      if (taken || (answer.status === 400 && receiveCount >= mostDeliveries)) await remove(receiptHandle);
    };

    for await (const deliveries of poll(mailbox, parts.polling, { clock, signal, pauseMs: 100 })) {
      for (const delivery of deliveries)
        lanes.add(parts.laneOf(delivery), () => attend(delivery).catch(() => undefined));
      await lanes.idle();
    }
  };
