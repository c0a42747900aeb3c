import { merchantCall, type MerchantTarget, type ReducedBasket } from '#schemas';
import type { Answer, CallOptions, MerchantPort } from '#scenarios';
import { withQuery } from '#traffic';
import {
  attemptCall,
  type Call,
  type CallObserver,
  type MerchantClient,
  rateLimited,
  toRequest,
} from './merchant-call.ts';
import { patienceMs } from './rate-limit.ts';

export const createMerchantPort = (client: MerchantClient, observer: CallObserver): MerchantPort => {
  const { target } = client;
  const make = async (call: Call, options: CallOptions = {}): Promise<Answer> => {
    const request = toRequest(client, call, options);
    const unsent = ({ reason, unlock }: { readonly reason: string; readonly unlock: string }): Answer => {
      const requirement = options.chargeTo ?? merchantCall(call.call).judged.owner;
      if (options.expect !== 'any')
        observer.report({ requirement, outcome: { status: 'not-exercised', reason, unlock } });
      return { kind: 'unsent', reason, unlock };
    };
    const patience = { left: patienceMs };
    for (;;) {
      const over = client.budget.spend({ order: call.call === 'order' });
      if (over !== undefined) return unsent(over);
      const attempt = await client.slots(async () => await attemptCall(client, observer, call, request, options));
      if (attempt.waitMs === undefined)
        return attempt.answer.kind === 'unsent' ? unsent(attempt.answer) : attempt.answer;
      if (attempt.waitMs > patience.left) return unsent(rateLimited);
      patience.left -= attempt.waitMs;
      observer.progress(`the target limits the rate of requests; waiting ${Math.ceil(attempt.waitMs / 1000)} s`);
      await client.clock.sleep(attempt.waitMs, client.signal);
    }
  };
  const post = (call: 'recalculation' | 'lock' | 'order', url: string, body: unknown, options?: CallOptions) => {
    if (options?.expect !== 'any') client.assertOurs(call, body);
    const basketId = call === 'order' ? undefined : (body as ReducedBasket).id;
    return make({ call, method: 'POST', url, body, ...(basketId !== undefined && { basketId }) }, options);
  };
  return {
    async retrieve(basketId, options) {
      const url = withQuery(urlOf(target, 'basketUrl'), { basketId });
      const answer = await make({ call: 'retrieval', method: 'GET', url, basketId }, options);
      // The merchant may know the basket by the id of its code or by the one of its answer, and push under either.
      if (answer.kind === 'answered') observer.retrieved(basketId);
      return answer;
    },
    recalculate: (request, options) => post('recalculation', urlOf(target, 'recalculateUrl'), request, options),
    lock: (request, options) =>
      post('lock', withQuery(urlOf(target, 'recalculateUrl'), { lock: 'true' }), request, options),
    order: async (request, options) => {
      const answer = await post('order', urlOf(target, 'orderUrl'), request, options);
      const shared =
        answer.kind === 'answered' ? client.orders.note(request.oaOrderId, answer.body, answer.exchange) : undefined;
      if (shared) observer.report({ requirement: 'order/distinct-orders', outcome: shared });
      return answer;
    },
    catalogue: async ({ checkpoint, limit }, options) => {
      const url = withQuery(urlOf(target, 'catalogueUrl'), { checkpoint, limit: String(limit) });
      const answer = await make({ call: 'catalogue', method: 'GET', url }, options);
      const unbumped = answer.kind === 'answered' ? client.listed.note(answer.body, answer.exchange) : undefined;
      if (unbumped) observer.report({ requirement: 'catalogue/change-bumps-updated-at', outcome: unbumped });
      return answer;
    },
  };
};

const urlOf = (target: MerchantTarget, key: 'basketUrl' | 'recalculateUrl' | 'orderUrl' | 'catalogueUrl'): string => {
  const url = target[key];
  if (url === undefined) throw new Error(`a scenario without the need merchant.${key} used it`);
  return url;
};
