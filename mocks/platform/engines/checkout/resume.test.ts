import { expect, test } from 'vitest';
import { createManualClock } from '#mocks/time';
import { type Checkout, type Checkouts, createCheckouts, type Pay } from './index.ts';
import { createMerchantCalls } from '../calls/merchant-calls.ts';
import { sampleBasket } from '#lab/doubles/merchant/sample-basket';

const minute = 60_000;
const start = Date.UTC(2026, 5, 1, 10);
const never: Pay = () => new Promise(() => {});

/** A platform that is killed and started again over the same kept checkouts, beside a shop. */
const lives = () => {
  const clock = createManualClock(start);
  const kept = new Map<string, Checkout>();
  const orders: { readonly oaOrderId: string; readonly at: number }[] = [];
  const refunds: string[] = [];
  const answers = { order: (oaOrderId: string): Response | Promise<Response> => confirmed(oaOrderId), hangs: false };
  const live = (pay?: Pay): Checkouts => {
    const send = async (request: Request): Promise<Response> => {
      if (answers.hangs) return new Promise(() => {});
      if (!request.url.includes('/order')) return Response.json(sampleBasket(start + 2 * minute));
      const { oaOrderId } = (await request.json()) as { oaOrderId: string };
      orders.push({ oaOrderId, at: clock.now() - start });
      return answers.order(oaOrderId);
    };
    const endpoints = { basketUrl: 'http://shop/b', recalculateUrl: 'http://shop/r', orderUrl: 'http://shop/order' };
    return createCheckouts({
      clock,
      merchant: createMerchantCalls({ endpoints, send }),
      kept,
      finished: { keepMs: 60 * minute, most: 3 },
      observe: ({ effects, checkout }) =>
        refunds.push(...effects.flatMap(({ kind }) => (kind === 'refund' ? [checkout.oaOrderId] : []))),
      ...(pay && { pay }),
    });
  };
  // As the store gives them back.
  const kill = (checkouts: Checkouts) => {
    checkouts.close();
    for (const [id, checkout] of kept) kept.set(id, JSON.parse(JSON.stringify(checkout)));
  };
  return { clock, kept, orders, refunds, answers, live, kill };
};

const confirmed = (oaOrderId: string) =>
  Response.json({ oaOrderId, shopOrderId: 's-1', returnPolicy: { maxReturnDays: 14 } });

const reached = async (checkouts: Checkouts, id: string, name: string) => {
  for (let round = 0; round < 1000; round += 1) {
    if (checkouts.find(id)?.phase.name === name) return;
    await new Promise(setImmediate);
  }
  throw new Error(`still ${checkouts.find(id)?.phase.name}, not ${name}`);
};

const opened = async (checkouts: Checkouts) => {
  const { oaOrderId } = checkouts.start({ basketId: 'b-1' });
  await reached(checkouts, oaOrderId, 'open');
  return oaOrderId;
};

test('an order under way is sent again with its oaOrderId, and confirmed', async () => {
  const { orders, answers, live, kill, clock } = lives();
  answers.order = () => new Promise(() => {});
  const first = live();
  const id = await opened(first);
  first.confirm(id);
  await reached(first, id, 'ordering');
  while (orders.length === 0) await new Promise(setImmediate);
  kill(first);
  answers.order = confirmed;
  const second = live();
  await reached(second, id, 'waiting');
  clock.advance(1000);
  await reached(second, id, 'confirmed');
  expect(orders).toEqual([
    { oaOrderId: id, at: 0 },
    { oaOrderId: id, at: 1000 },
  ]);
});

test('an order whose 5 minutes passed meanwhile is rolled back and refunded once, in whatever life', async () => {
  const { orders, refunds, answers, live, kill, clock } = lives();
  answers.order = () => new Response(null, { status: 503 });
  const first = live();
  const id = await opened(first);
  first.confirm(id);
  await reached(first, id, 'waiting');
  kill(first);
  clock.advance(5 * minute);
  const second = live();
  expect(second.find(id)?.phase).toMatchObject({ name: 'rolled-back', refunded: true });
  kill(second);
  expect(live().find(id)?.phase).toMatchObject({ name: 'rolled-back', refunded: true });
  expect(refunds).toEqual([id]);
  expect(orders).toHaveLength(1);
});

test('a payment that was asked for is asked for again under its number, unless its time is over', async () => {
  const { live, kill, clock } = lives();
  const first = live(never);
  const [id, late] = [await opened(first), await opened(first)];
  first.confirm(id);
  kill(first);
  clock.advance(minute);
  const second = live(async () => ({ accepted: true }));
  await reached(second, id, 'confirmed');
  kill(second);

  const third = live(never);
  third.confirm(late);
  kill(third);
  clock.advance(4 * minute);
  expect(live(never).find(late)?.phase).toMatchObject({ name: 'rolled-back', refunded: false });
});

test('an open basket stays open until it expires; a lost recalculation is told to the user', async () => {
  const { answers, live, kill, clock } = lives();
  const first = live();
  const [open, changing] = [await opened(first), await opened(first)];
  answers.hangs = true;
  first.change(changing, { quantities: {} });
  const lost = first.start({ basketId: 'b-2' }).oaOrderId;
  kill(first);
  const second = live();
  expect(second.find(open)?.phase.name).toBe('open');
  expect(second.find(changing)?.phase).toMatchObject({ name: 'open', notice: { about: 'recalculation-failed' } });
  expect(second.find(lost)?.phase).toMatchObject({ name: 'ended', why: 'unavailable' });
  clock.advance(2 * minute + 1);
  expect(second.find(open)?.phase).toMatchObject({ name: 'ended', why: 'expired' });
});

test('of those that are over the last few are remembered, for an hour; the others stay', async () => {
  const { kept, live, kill, clock } = lives();
  const first = live();
  const open = await opened(first);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const id = await opened(first);
    first.cancel(id);
    ids.push(id);
  }
  expect([...kept.keys()]).toEqual([open, ...ids.slice(2)]);
  expect(first.list()).toHaveLength(4);
  kill(first);
  const second = live();
  expect(second.list()).toHaveLength(4);
  expect(second.find(ids[0] ?? '')).toBeUndefined();
  clock.advance(60 * minute);
  const { oaOrderId } = second.start({ basketId: 'b-1' });
  // The open one has expired meanwhile, and no hour ago.
  expect([...kept.keys()]).toEqual([open, oaOrderId]);
});
