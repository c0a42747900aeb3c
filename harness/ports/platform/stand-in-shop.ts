import { serve } from '#mocks/hosting';
import { createReferenceMerchant } from '#mocks/merchant';
import type { Clock } from '#mocks/time';
import { merchantCallNames } from '#schemas';
import { type ShopCall, type ShopOperation, type StandInShop, unmet } from '#scenarios';
import { createCleanUp } from './clean-up.ts';
import { createClassifier, noBody, textIn, toBody } from '#traffic';
import { createTriggers } from '../../targets/triggers.ts';

interface ShopDeps {
  /** On granite a lock lasts a minute; on willow a removed product is gone. */
  readonly variant: 'granite' | 'willow';
  /** The platform's time. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export type HostedShop = StandInShop & AsyncDisposable;

/** A reference merchant on a socket, that notes what it is asked and can be told to fail. */
export const hostStandInShop = async ({ variant, clock, signal }: ShopDeps): Promise<HostedShop> => {
  const merchant = createReferenceMerchant({ variant, clock });
  const calls: ShopCall[] = [];
  let misbehaviours: readonly {
    readonly operation: ShopOperation;
    readonly how: number | 'drop';
    readonly left: number;
  }[] = [];

  const next = (operation: ShopOperation): number | 'drop' | undefined => {
    const hit = misbehaviours.find((one) => one.operation === operation);
    misbehaviours = misbehaviours
      .map((one) => (one === hit ? { ...one, left: one.left - 1 } : one))
      .filter(({ left }) => left > 0);
    return hit?.how;
  };
  await using cleanUp = createCleanUp();
  const host = cleanUp.use(
    await serve(async (request) => {
      const operation = operationOf(request);
      if (operation === undefined) return await merchant.fetch(request);
      const text = await request.clone().text();
      const how = next(operation);
      const response =
        how === undefined
          ? await merchant.fetch(request)
          : how === 'drop'
            ? Response.error()
            : new Response(null, { status: how });
      const { json: answer } = toBody(new Uint8Array(await response.clone().arrayBuffer()));
      const { json: order } = toBody(Buffer.from(text));
      calls.push({
        n: calls.length + 1,
        operation,
        at: clock.now(),
        checkpoint: new URL(request.url).searchParams.get('checkpoint') ?? undefined,
        oaOrderId: order.ok ? textIn(Object(order.value).oaOrderId) : undefined,
        answer: answer.ok ? answer.value : undefined,
      });
      return response;
    }),
  );
  const config = merchant.configuration(host.url);
  const {
    basketUrl = '',
    recalculateUrl = '',
    orderUrl = '',
    catalogueUrl = '',
    headers = {},
    fixtures = {},
  } = config.merchant ?? {};
  const addresses = { basketUrl, recalculateUrl, orderUrl, catalogueUrl, headers };
  const classify = createClassifier({ merchant: addresses });
  /** Which of the five calls a request is; the rest is the shop's own test control. */
  const operationOf = ({ method, url }: Request): ShopOperation | undefined =>
    merchantCallNames.find((name) => name === classify({ method, url, headers: {}, body: noBody }).name);
  const triggers = createTriggers(config.triggers, { signal });
  const inStock = fixtures.products?.inStock ?? [];
  const kept = cleanUp.move();
  return {
    addresses,
    async createBasket() {
      const lines = inStock.slice(0, 1).map((variantId) => ({ variantId, quantity: 1 }));
      const made = await triggers.fire('createBasket', { lines });
      if (made.kind === 'unavailable') throw unmet(`our own shop made no basket: ${made.reason}`);
      return String(made.result);
    },
    calls: (operation) => calls.filter((call) => call.operation === operation),
    misbehave(operation, how, times = Number.POSITIVE_INFINITY) {
      misbehaviours = [...misbehaviours, { operation, how, left: times }];
    },
    behave() {
      misbehaviours = [];
    },
    async productIds() {
      const ids: string[] = [];
      let checkpoint: string | undefined;
      for (;;) {
        const url = new URL(catalogueUrl);
        if (checkpoint !== undefined) url.searchParams.set('checkpoint', checkpoint);
        const page = Object(await (await merchant.fetch(new Request(url, { headers }))).json());
        if (page.products.length === 0) return ids;
        ids.push(...page.products.map(({ id }: { readonly id: string }) => id));
        checkpoint = page.nextCheckpoint;
      }
    },
    async changeProduct(productId) {
      await triggers.fire('changeProduct', { productId });
    },
    async removeProduct(productId) {
      await triggers.fire('removeProduct', { productId });
    },
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  };
};
