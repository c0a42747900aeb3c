import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '#mocks/time';
import type { Config, JournalEvent } from '#schemas';
import { defineMerchantScenario, type MerchantScenario } from '#scenarios';
import type { TargetTriggers } from '#harness/targets/triggers';
import type { RunRequest } from '#harness/run/session';

/** A target and requests for the tests of whole runs. */
export const basket = {
  id: 'b/1 ä',
  expiresAt: '2126-11-21T12:00:00Z',
  price: { currency: 'PLN', basketValue: 1998, discounts: [] },
  deliveryOptions: [],
  products: [],
};

export const noTriggers: TargetTriggers = {
  has: () => false,
  fire: (name) => Promise.resolve({ kind: 'unavailable', reason: 'none', unlock: `triggers.${name}` }),
};

export const merchant = async (answer: unknown, seen: { url?: string | undefined; headers?: unknown } = {}) => {
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

export const retrieval = defineMerchantScenario({
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

export const request = (
  config: Config,
  scenarios: readonly MerchantScenario[],
  events: JournalEvent[] = [],
): RunRequest => ({
  suite: 'merchant',
  config,
  seed: 7,
  effort: 'quick',
  clock: systemClock,
  signal: new AbortController().signal,
  triggers: noTriggers,
  onEvent: (event) => void events.push(event),
  command: ['run', 'merchant'],
  scenarios,
  env: {},
});

export const at = (url: string): Config => ({
  merchant: {
    basketUrl: `${url}/basket?shop=a%20b`,
    headers: { Authorization: 'Bearer s3cr3t-token' },
    fixtures: { baskets: ['b/1 ä'] },
  },
});

export const scenario = (
  id: string,
  work: MerchantScenario['run'],
  phase: MerchantScenario['phase'] = 'read',
): MerchantScenario =>
  defineMerchantScenario({ id, title: id, phase, needs: [], covers: ['basket/expires-in-future'], run: work });

export const ends = (events: readonly JournalEvent[]): readonly string[] =>
  events.flatMap((event) => (event.event === 'scenario-finished' ? [`${event.scenario} ${event.status}`] : []));
