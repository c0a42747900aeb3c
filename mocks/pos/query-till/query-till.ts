import { Hono } from 'hono';
import { type BackOffice, createBackOffice, type EventBodies } from '../back-office.ts';
import { createIdempotentExecutor } from '../queue/idempotent-executor.ts';
import { createIntegration } from '../connection/integration.ts';
import { createOutbox } from '../connection/outbox.ts';
import type { TillKind } from '../till.ts';
import { createRestaurant } from '../restaurant/restaurant.ts';
import { quartzConfiguration } from './configuration.ts';
import { consumeQuartz } from './consumer.ts';
import { quartzWording } from './wording.ts';
import { createCommandHandlers } from '../command-work.ts';
import { openQuartzMailbox } from './mailbox.ts';
import { quartzPlan } from './plan.ts';
import { lineDiff, listing } from './shapes.ts';

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
