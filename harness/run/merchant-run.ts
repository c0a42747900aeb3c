import { calls, firstViolation, type Judgement } from '#schemas';
import type { Claims, MerchantScenario } from '#scenarios';
import { hasOwnBaskets } from '#scenarios/arrange';
import { judgeExchange, observedOfShop } from '#traffic';
import { platformAddress } from '../config/platform-address.ts';
import { lawSettings, receivingSettings, shapeSettings } from '../config/call-settings.ts';
import { merchantSignature } from '../config/signatures.ts';
import { createDispatcher } from '../client/dispatcher.ts';
import { createInProcessDispatcher } from '../client/in-process.ts';
import { createOutbound, type Outbound } from '../client/outbound.ts';
import { createTraces } from '../client/traces.ts';
import { createRecorder } from '../ports/recorder.ts';
import { merchantLaws, requestedBasket } from '#traffic/laws';
import { createBasketPool } from '../ports/merchant/basket-pool.ts';
import { createBasketLifetimes } from '../ports/merchant/basket-lifetimes.ts';
import { createChangeSpacing } from '../ports/merchant/change-spacing.ts';
import { createCompany } from '../ports/merchant/company.ts';
import { createBudget } from '../ports/merchant/budget.ts';
import { createCallSlots } from '../ports/merchant/call-slots.ts';
import type { MerchantClient } from '../ports/merchant/call.ts';
import { createJudgingOrder } from '../ports/merchant/judging-order.ts';
import { createMerchantPort } from '../ports/merchant/port.ts';
import { createKnownEans } from '../ports/merchant/known-eans.ts';
import { createMadeBaskets } from '../ports/merchant/made-baskets.ts';
import { createShopPace } from '../ports/pace.ts';
import { createRefusals, shopRefusals } from '../ports/refusals.ts';
import { createLawFeeder } from '../ports/law-feeder.ts';
import { createMerchantWorld, type MerchantRun } from '../ports/merchant/world.ts';
import { type HostedPlatform, silentPlatform } from '../ports/merchant/receiving-platform.ts';
import { createCheckCollector } from '../verdicts/check-collector.ts';
import { createPlacedOrders } from '../verdicts/placed-orders.ts';
import type { RunContext } from '../ports/run-context.ts';
import { createMerchantAttribution, type MerchantAttribution } from './attribution.ts';
import { type OpenRun, refusedSo } from './open-run.ts';
import type { RunRequest } from './run-options.ts';
import { cancelOrders } from './cancel-orders.ts';
import { claimsOf } from './together.ts';

/** Connections, baskets and the receiving platform of one run, closed together. */
export const openMerchantRun = async (request: RunRequest, context: RunContext): Promise<OpenRun> => {
  const { config, clock, signal, emit, redactor, observe, progress } = context;
  const target = config.merchant ?? {};
  const placed = createPlacedOrders();
  const recorder = createRecorder(redactor, (event) => {
    if (event.event === 'exchange') placed.see(event.exchange);
    emit(event);
  });
  const { fetch } = request;
  const dispatcher = fetch === undefined ? createDispatcher(target, request.env) : createInProcessDispatcher(fetch);
  const settings = shapeSettings(config);
  const attribution = createMerchantAttribution(context.first);
  const laws = createLawFeeder({
    laws: [...merchantLaws, observedOfShop(observe)],
    settings: lawSettings(config),
    clock,
    report: (judgement) => {
      const scenario = attribution.ofJudgement(judgement);
      if (context.inScope(judgement.requirement))
        createCheckCollector(scenario, emit).report({ ...judgement, by: 'law' });
    },
  });
  const callsAtOnce = target.budget?.concurrency ?? 4;
  const slots = createCallSlots(callsAtOnce);
  const company = createCompany();
  const refusals = createRefusals(clock, shopRefusals);
  const seen =
    (outbound: Outbound): Outbound =>
    async (asked) => {
      const reply = await outbound(asked);
      if (reply.head && reply.head.headers['retry-after'] === undefined) refusals.see(reply.head.status);
      return reply;
    };
  const spacing = createChangeSpacing(clock, signal);
  const eans = createKnownEans();
  const triggers: RunRequest['triggers'] = {
    has: (...of) => request.triggers.has(...of),
    fire: async (...of) => {
      const fire = async () => await company.trigger(async () => await request.triggers.fire(...of));
      return await (of[0] === 'changeProduct' || of[0] === 'removeProduct' ? spacing.spaced(fire) : fire());
    },
  };
  const pace = createShopPace();
  const startedAt = clock.now();
  const client: MerchantClient = {
    target,
    outbound: seen(pace.timed(createOutbound({ dispatcher, clock, signal }))),
    recorder,
    budget: createBudget(target.budget),
    lifetimes: createBasketLifetimes(),
    eans: {
      ...eans,
      told(body) {
        eans.told(body);
        spacing.told(body);
      },
    },
    made: createMadeBaskets(),
    laws,
    judging: createJudgingOrder(),
    company,
    underWay: new Set(),
    called: attribution.called,
    turns: slots.turns,
    lane: slots.lane,
    turnsAhead: slots.ahead,
    clock,
    signal,
    shapes: settings,
    assertOurs: (call, body) => {
      const bad = firstViolation(calls[call].request, body);
      if (bad !== undefined)
        throw new Error(`our own ${call} request is wrong at ${bad.pointer || '/'}: ${bad.message}`);
    },
    signature: await signatureOf(context),
    trace: target.traceparent === false ? undefined : createTraces(`${request.seed} ${startedAt}`),
  };
  const platform = await openPlatform(request, context, { recorder, attribution, laws }).catch((error: unknown) => {
    // Its clock would keep the process waiting.
    laws[Symbol.dispose]();
    refusals[Symbol.dispose]();
    throw error;
  });
  const run: MerchantRun = {
    ...context,
    client,
    keepsWaiting: pace.keepsWaiting,
    hurryFrom: () => startedAt + unhurriedMs[pace.isSlow() ? 'slow' : 'prompt'],
    triggers,
    baskets: createBasketPool({
      fixtures: target.fixtures ?? {},
      triggers,
      made: client.made,
      // Looking into a fixture basket for lines is no scenario's call, so nothing is judged by it.
      retrieve: (basketId, options) =>
        createMerchantPort(client, {
          scenario: attribution.latest(),
          report: () => undefined,
          observe,
          progress: (text) => progress(attribution.latest(), text),
          retrieved: () => undefined,
        }).retrieve(basketId, options),
    }),
    platform: platform.port,
    loaded: (basketId, scenario) => {
      attribution.retrieved(basketId, scenario);
      platform.loaded(basketId);
    },
  };
  return {
    perform: async (scenario, checks, beside, others) => {
      if (scenario.party === 'merchant')
        await scenario.run(
          createMerchantWorld({ ...run, ...(beside && { emit: beside.emit }) }, scenario, checks, {
            isBeside: beside !== undefined,
            ...others,
          }),
        );
    },
    company: {
      atMost: () => (target.budget?.concurrency === undefined && !pace.isSlow() ? 1 : scenariosAtOnce(callsAtOnce)),
      isFree: true,
      claims: (scenario) => (scenario.party === 'merchant' ? claimsAt(scenario, request) : undefined),
    },
    current: attribution.began,
    died: refusals.refused.then(refusedSo),
    [Symbol.asyncDispose]: async () => {
      laws.end();
      await cancelOrders(placed, request);
      refusals[Symbol.dispose]();
      const untold = company.rest();
      if (untold && context.inScope(untold.requirement))
        createCheckCollector(attribution.latest(), emit).report({ ...untold, by: 'schema' });
      await platform[Symbol.asyncDispose]();
      await dispatcher.destroy();
    },
  };
};

/** From the beginning of the run: at 100 ms an answer all that is planned takes longer than anybody waits for gladly. */
const unhurriedMs = { prompt: 60_000, slow: 4_000 } as const;

/** Some wait for a trigger or for time to pass, and leave their turns to others. */
const scenariosAtOnce = (calls: number): number => (calls === 1 ? 1 : 3 * calls);

/** Where there are only fixture baskets every scenario that reads one may find it changed by another. */
const claimsAt = (scenario: MerchantScenario, { config, triggers }: RunRequest): Claims | undefined => {
  const fixtures = config.merchant?.fixtures ?? {};
  return scenario.phase === 'read' || hasOwnBaskets({ fixtures, triggers }) ? claimsOf(scenario) : undefined;
};

/** Every header that signs is made a secret before it is sent. */
const signatureOf = async ({ config, clock, redactor }: RunContext): Promise<MerchantClient['signature']> => {
  const signature = await merchantSignature(config, () => clock.now());
  return (
    signature && {
      ...signature,
      async sign(call) {
        const headers = await signature.sign(call);
        redactor.signed(headers, call.url);
        return headers;
      },
    }
  );
};

/** Where nobody can be told our address, nothing listens. */
const openPlatform = async (
  request: RunRequest,
  { config, clock, signal, emit, inScope }: RunContext,
  {
    recorder,
    attribution,
    laws,
  }: { readonly attribution: MerchantAttribution } & Pick<MerchantClient, 'recorder' | 'laws'>,
): Promise<HostedPlatform> => {
  const isReachable =
    request.triggers.has('pushBasketChange') ||
    config.platform?.listen !== undefined ||
    config.platform?.publicUrl !== undefined;
  if (!isReachable) return silentPlatform;
  const { hostReceivingPlatform } = await import('../ports/merchant/receiving-platform.ts');
  return await hostReceivingPlatform({
    options: receivingSettings(config),
    address: platformAddress(config.platform),
    clock,
    signal,
    recorder,
    scenario: (exchange) => attribution.ofBasket(requestedBasket(exchange)),
    judge: (exchange) => {
      const checks = createCheckCollector(attribution.ofBasket(requestedBasket(exchange)), emit);
      let isJudged = false;
      const report = ({ requirement, outcome }: Judgement, by: 'schema' | 'law') => {
        isJudged = true;
        if (inScope(requirement)) checks.report({ requirement, by, outcome });
      };
      for (const judgement of judgeExchange(exchange, shapeSettings(config))) report(judgement, 'schema');
      laws.see(exchange, (judgement) => report(judgement, 'law'));
      return isJudged;
    },
    onUnexpected: (what, exchange) => emit({ event: 'unexpected', what, exchange }),
    ...(request.serve !== undefined && { serve: request.serve }),
  });
};
