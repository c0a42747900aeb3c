import { randomUUID } from 'node:crypto';
import { serve as serveOnSocket } from '#mocks/hosting';
import { createPlatform, toScheme } from '#mocks/platform';
import { createAdjustableClock } from '#mocks/time';
import { pathsOf } from '#schemas';
import { unlessUnmet } from '#scenarios';
import { type CleanUp, createCleanUp } from '../ports/platform/clean-up.ts';
import { timingOf } from '../config/timing.ts';
import { platformTarget, type PlatformTarget } from '../config/configured-targets.ts';
import { platformSettings } from '../config/platform-settings.ts';
import { eventIdPlace } from '../config/call-settings.ts';
import { createDispatcher } from '../client/dispatcher.ts';
import { createOutbound } from '../client/outbound.ts';
import { issuedKeys } from '../ports/till/platform.ts';
import { createRecorder } from '../ports/recorder.ts';
import type { Reported } from '../verdicts/check-collector.ts';
import { createPlatformControl } from '../ports/platform/control-port.ts';
import { createPlatformWorld, type PlatformRun } from '../ports/platform/world.ts';
import { hostStandInShop } from '../ports/platform/stand-in-shop.ts';
import type { RunContext } from '../ports/run-context.ts';
import type { OpenRun } from './open-run.ts';
import type { RunRequest } from './run-options.ts';

/** The platform under test, its control driver and the shops it calls, for one run. */
export const openPlatformRun = async (request: RunRequest, context: RunContext): Promise<OpenRun> => {
  const { config, clock, signal, emit, redactor } = context;
  const { signature } = config.platform ?? {};
  await using opening = createCleanUp();
  const dispatcher = createDispatcher({}, request.env);
  opening.defer(() => dispatcher.destroy());
  const target = await targetOf(request, opening);
  const outbound = createOutbound({ dispatcher, clock, signal });
  // The shops live in the platform's time, which follows the control driver's advances.
  const platformTime = createAdjustableClock();
  const control = createPlatformControl({
    outbound,
    controlUrl: target.controlUrl,
    onSecret: (...secrets) => redactor.add(secrets),
    onAdvance: (passed) => platformTime.advance(passed),
  });
  const stop = new AbortController();
  opening.defer(() => stop.abort());
  const shops = opening.move();
  let begun = false;
  const run: PlatformRun = {
    ...context,
    client: {
      outbound,
      recorder: createRecorder(redactor, emit),
      clock,
      onAnswer: (body) => redactor.add(issuedKeys(body)),
    },
    baseUrl: target.url,
    paths: pathsOf(config.platform?.paths),
    control,
    openShop: async (purpose) => {
      const variant = purpose === 'checkout' ? 'granite' : 'willow';
      return shops.use(await hostStandInShop({ variant, clock: platformTime, signal: stop.signal }));
    },
    timing: timingOf(config),
    signatures: signature?.mode ?? 'enforce',
    eventId: eventIdPlace(config.platform ?? {}),
    scheme: toScheme(platformSettings(config).signature?.scheme),
    fresh: (what) => `${what}-${randomUUID().slice(0, 18)}`,
  };
  return {
    perform: async (scenario, checks) => {
      if (scenario.party !== 'platform') return;
      // What was only half tried must not pass: passes count once the scenario is through.
      const passes: Reported[] = [];
      let isUntried = false;
      const report = (reported: Reported): void => {
        isUntried ||= reported.outcome.status === 'not-exercised';
        if (reported.outcome.status === 'passed') passes.push(reported);
        else checks.report(reported);
      };
      const world = createPlatformWorld(run, scenario, { report });
      if (!begun) {
        const now = await unlessUnmet(control.now(), (outcome) => {
          for (const id of scenario.covers) world.check(id, outcome);
        });
        if (now === undefined) return;
        platformTime.advance(Math.max(0, now - platformTime.now()));
      }
      begun = true;
      await scenario.run(world);
      if (!isUntried) for (const passed of passes) checks.report(passed);
    },
    current: () => undefined,
    [Symbol.asyncDispose]: () => shops[Symbol.asyncDispose](),
  };
};

/** The configured platform, or our own mock on sockets of its own. */
const targetOf = async ({ config, ...request }: RunRequest, opening: CleanUp): Promise<PlatformTarget> => {
  const configured = platformTarget(config, 'the configuration');
  if (configured !== undefined) return configured;
  const platform = createPlatform({ clock: createAdjustableClock(), ...platformSettings(config) });
  opening.defer(() => platform.close());
  const serve = request.serve ?? serveOnSocket;
  const api = opening.use(await serve(platform.fetch));
  const control = opening.use(await serve(platform.controlFetch));
  return { url: api.url, controlUrl: control.url };
};
