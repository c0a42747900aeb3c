import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '#mocks/time';
import { type Config, type JournalEvent, validate } from '#schemas';
import {
  defineMerchantScenario,
  type MerchantScenario,
  type TriggerPort,
  type MerchantTriggerInputs,
} from '#scenarios';
import { expect, test } from 'vitest';
import { run, type RunRequest } from './session.ts';
import { settle } from '../verdicts/settle.ts';

const basket = {
  id: 'b-1',
  expiresAt: '2126-11-21T12:00:00Z',
  price: { currency: 'PLN', basketValue: 1998, discounts: [] },
  deliveryOptions: [],
  products: [],
};

const noTriggers: TriggerPort<MerchantTriggerInputs> = {
  has: () => false,
  fire: (name) => Promise.resolve({ kind: 'unavailable', reason: 'none', unlock: `triggers.${name}` }),
};

const merchant = async (answer: unknown, seen: { url?: string | undefined; headers?: unknown } = {}) => {
  const server = createServer((request, response) => {
    seen.url = request.url;
    seen.headers = request.headers;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const retrieval = defineMerchantScenario({
  id: 'merchant/retrieval',
  title: 'A basket is retrieved',
  phase: 'read',
  needs: ['merchant.basketUrl'],
  covers: ['basket/expires-in-future'],
  async run(world) {
    const lease = await world.baskets.lease({});
    if (lease.kind === 'unavailable') {
      world.check('basket/expires-in-future', { status: 'not-exercised', ...lease });
      return;
    }
    const answer = await world.merchant.retrieve(lease.basketId);
    if (answer.kind === 'answered') world.check('basket/expires-in-future', { status: 'passed' });
  },
});

const request = (config: Config, scenarios: readonly MerchantScenario[], events: JournalEvent[] = []): RunRequest => ({
  suite: 'merchant',
  config,
  seed: 7,
  effort: 'quick',
  only: [],
  skip: [],
  clock: systemClock,
  signal: new AbortController().signal,
  triggers: noTriggers,
  journal: (event) => void events.push(event),
  command: ['run', 'merchant'],
  scenarios,
  env: {},
});

const at = (url: string): Config => ({
  merchant: {
    basketUrl: `${url}/basket?shop=a%20b`,
    headers: { Authorization: 'Bearer s3cr3t-token' },
    fixtures: { baskets: ['b/1 ä'] },
  },
});

test('a run calls the target, judges every answer and gives a result that its schema accepts', async () => {
  const seen: { url?: string; headers?: unknown } = {};
  await using shop = await merchant(basket, seen);
  const events: JournalEvent[] = [];
  const result = await run(request(at(shop.url), [retrieval], events));
  expect(seen.url).toBe('/basket?shop=a%20b&basketId=b%2F1%20%C3%A4');
  expect(validate('result', result)).toEqual([]);
  expect(result.requirements.find(({ id }) => id === 'basket/retrieval-answers')).toMatchObject({ status: 'passed' });
  expect(result.requirements.find(({ id }) => id === 'basket/expires-in-future')).toMatchObject({ status: 'passed' });
  expect(result.requirements.find(({ id }) => id === 'lock/answers')).toMatchObject({ status: 'not-exercised' });
  expect(result).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
  expect(settle(events)).toEqual(result);
  expect(JSON.stringify(events)).not.toContain('s3cr3t');
});
