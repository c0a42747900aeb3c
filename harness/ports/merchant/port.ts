import { merchantCall, type ReducedBasket } from '#schemas';
import type { Answer, CallOptions, MerchantPort } from '#scenarios';
import {
  attemptCall,
  type Call,
  type CallObserver,
  type MerchantClient,
  patienceTimes,
  rateLimited,
  toRequest,
  unknownAddress,
} from './call.ts';
import { patienceMs } from './rate-limit.ts';

export const createMerchantPort = (client: MerchantClient, observer: CallObserver): MerchantPort => {
  const make = async (call: Call, options: CallOptions = {}): Promise<Answer> => {
    const unsent = ({ reason, unlock }: { readonly reason: string; readonly unlock: string }): Answer => {
      const requirement = options.chargeTo ?? merchantCall(call.call).judged.owner;
      if (options.expect !== 'any')
        observer.report({ requirement, outcome: { status: 'not-exercised', reason, unlock } });
      return { kind: 'unsent', reason, unlock };
    };
    const { address } = merchantCall(call.call);
    const url = client.target[address];
    // A scenario whose needs leave it out may take it where it is there.
    if (url === undefined) return unsent(unknownAddress(address));
    const request = toRequest(client, { ...call, url }, options);
    const patience = { left: patienceMs };
    for (;;) {
      const over = client.budget.spend({ order: call.call === 'order' });
      if (over !== undefined) return unsent(over);
      const attempting = async () => await attemptCall(client, observer, call, request, options);
      const patiently = async () => {
        const unhurried = { ...request, timeoutMs: patienceTimes * request.timeoutMs };
        return await attemptCall(client, observer, call, unhurried, options);
      };
      const isInDoubt = call.call === 'order' && client.company.isInDoubt();
      const first = await (isInDoubt ? client.company.alone(client.turns, attempting) : client.turns(attempting));
      const attempt = first.isCut ? await client.company.alone(client.turns, patiently) : first;
      if (attempt.waitMs === undefined) {
        const { answer } = attempt;
        if (answer.kind === 'answered') client.eans.told(answer.body);
        return answer.kind === 'unsent' ? unsent(answer) : answer;
      }
      if (attempt.waitMs > patience.left) return unsent(rateLimited);
      patience.left -= attempt.waitMs;
      observer.progress(`the shop limits the rate of requests; waiting ${Math.ceil(attempt.waitMs / 1000)} s`);
      await client.clock.sleep(attempt.waitMs, client.signal);
    }
  };
  const post = (call: 'recalculation' | 'lock' | 'order', body: unknown, options?: CallOptions) => {
    if (options?.expect !== 'any') client.assertOurs(call, body);
    const basketId = call === 'order' ? undefined : (body as ReducedBasket).id;
    return make({ call, body, ...(basketId !== undefined && { basketId }) }, options);
  };
  return {
    async retrieve(basketId, options) {
      const answer = await make({ call: 'retrieval', query: { basketId }, basketId }, options);
      // The merchant may know the basket by the id of its code or by the one of its answer, and push under either.
      if (answer.kind === 'answered')
        for (const id of [basketId, Object(answer.body).id]) if (typeof id === 'string') observer.retrieved(id);
      return answer;
    },
    recalculate: (request, options) => post('recalculation', client.eans.withEans(request), options),
    lock: (request, options) => post('lock', client.eans.withEans(request), options),
    order: (request, options) => post('order', request, options),
    catalogue: ({ checkpoint, limit }, options) =>
      make({ call: 'catalogue', query: { checkpoint, limit: String(limit) } }, options),
    atOnce: async (calls) =>
      await client.company.alone(client.turns, async (turns) => {
        const merchant = createMerchantPort({ ...client, turns }, observer);
        return await Promise.all(calls.map(async (call) => await call(merchant)));
      }),
  };
};
