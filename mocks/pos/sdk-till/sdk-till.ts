import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { type BackOffice, createBackOffice, type EventBodies, readWish } from '../back-office.ts';
import { createIdempotentExecutor } from '../queue/idempotent-executor.ts';
import { createIntegration } from '../connection/integration.ts';
import { textIn } from '../../json.ts';
import { createOutbox } from '../connection/outbox.ts';
import { momentOf } from '../requests.ts';
import type { TillKind } from '../till.ts';
import { createRestaurant } from '../restaurant/restaurant.ts';
import { copperConfiguration } from './configuration.ts';
import { consumeCopper } from './consumer.ts';
import { copperWording } from './wording.ts';
import { createCommandHandlers } from '../command-work.ts';
import { openCopperMailbox } from './mailbox.ts';
import { copperPlan } from './plan.ts';
import { listing, moment, tableLine } from './shapes.ts';

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
