import { serve as serveOnSocket } from '#mocks/hosting';
import type { Config, JournalEvent } from '#schemas';
import { unfinalisedShapes } from '../config/assumed.ts';
import { milliseconds } from '../config/duration.ts';
import { listenAddress } from '../config/listen-address.ts';
import { platformSettings } from '../config/platform-settings.ts';
import { activatesItself, tillTarget } from '../config/till-settings.ts';
import { createRecorder } from '../exchanges/recorder.ts';
import type { Redactor } from '../exchanges/redact.ts';
import type { Plan } from '../plan/select.ts';
import { createPollLiveness } from '../ports/poll-liveness.ts';
import { createPosWorld, type PosRun } from '../ports/pos-world.ts';
import { defaultTillPaths } from '../ports/till-call.ts';
import { judgeCall } from '../ports/till-judgements.ts';
import { createTillPlatform } from '../ports/till-platform.ts';
import { createTillPort } from '../ports/till-port.ts';
import { createTrafficLog } from '../ports/traffic-log.ts';
import { createAttribution } from './attribution.ts';
import { onceEach } from '../ports/observations.ts';
import type { OpenRun } from './open-run.ts';
import type { RunRequest } from './run-request.ts';
import { activateTill } from './till-activation.ts';
import { startTill } from './till-start.ts';

/** The platform, its till and what is between them, for one run. */
export const openPosRun = async (
  request: RunRequest,
  plan: Plan,
  emit: (event: JournalEvent) => void,
  redactor: Redactor,
): Promise<OpenRun> => {
  const { config, clock, signal } = request;
  const target = tillTarget(config, 'the configuration');
  const pollLiveness = createPollLiveness(clock);
  const attribution = createAttribution({ first: plan.scenarios[0]?.id ?? '', emit, inScope: plan.inScope });
  // Whatever still waits for the till when the run is over must not keep the process waiting.
  const over = new AbortController();
  const log = createTrafficLog(clock, AbortSignal.any([signal, over.signal]));
  const observe = onceEach(emit);
  const overlays = unfinalisedShapes(config);
  let broken: string | undefined;
  const platform = createTillPlatform({
    options: platformSettings(config),
    paths: { ...defaultTillPaths, ...given(config.platform?.paths) },
    clock,
    recorder: createRecorder(redactor, emit),
    redactor,
    scenario: attribution.scenario,
    onTraffic: (seen) => {
      log.add(seen);
      if (seen.kind === 'queue-refused' && seen.action === 'ChangeMessageVisibility')
        observe('assume/change-visibility', 'the till called ChangeMessageVisibility, which was refused');
    },
    onQueueCall: pollLiveness.call,
    onCall: (call, { n, method, path, body, status }) => {
      const isUnknown = call.kind === 'unknown-path' || (call.kind === 'event' && status === 404);
      if (isUnknown)
        emit({ event: 'unexpected', what: `${method} ${path}, which the platform does not serve`, exchange: n });
      // A result for a message that was never sent, or of another kind, is no result of anything.
      if (call.kind !== 'callback' || status !== 404)
        for (const judgement of judgeCall(call, body, { exchange: n, overlays })) attribution.report(judgement);
    },
    onFlood: (operation, written) =>
      emit({
        event: 'unexpected',
        what: `more than ${written} ${operation} calls during ${attribution.scenario()}, of which the journal has the first`,
      }),
    onBroken: (reason) => {
      broken ??= reason;
    },
  });
  const served = await (request.serve ?? serveOnSocket)(
    platform.fetch,
    listenAddress(config.platform?.listen, 'platform.listen'),
  );
  const till = createTillPort({
    platformUrl: config.platform?.publicUrl?.replace(/\/+$/, '') ?? served.url,
    merchantTaxId: target.merchantTaxId,
    control: platform.control,
    log,
    clock,
    onPin: (pin) => redactor.add([pin]),
  });
  const announce = request.announce ?? (() => undefined);
  const started = await startTill({
    config,
    till,
    port: served.port,
    signal,
    log: request.targetLog,
    redact: redactor.text,
    env: request.env ?? {},
  });
  void started?.ended.then(({ how, isFailure }) => {
    if (isFailure) pollLiveness.gone();
    emit({ event: 'unexpected', what: `the till that was started for this run ${how} while the run went on` });
    announce(`The till ${how}. What it wrote is in ${request.targetLog ?? 'no file'}.`);
  });
  const { triggers } = request;
  const progress = request.onProgress ?? (() => undefined);
  const run: PosRun = {
    config,
    till,
    triggers,
    patienceMs: pollLiveness.patienceMs,
    healthIntervalMs: milliseconds(config.platform?.timing?.healthInterval ?? defaultHealthInterval),
    clock,
    signal,
    seed: request.seed,
    effort: request.effort,
    ...(request.replay !== undefined && { replay: request.replay }),
    observe,
    progress,
    inScope: plan.inScope,
  };
  return {
    perform: async (scenario, checks) => {
      if (scenario.party === 'pos') await scenario.run(createPosWorld(run, scenario, attribution.watching(checks)));
      if (broken !== undefined) throw new Error(`the mock platform has a bug: ${broken}`);
    },
    current: attribution.turnTo,
    prepare: async () => {
      return await activateTill({
        till,
        triggers,
        clock,
        pollLiveness,
        announce,
        activatesItself: activatesItself(target),
        started: started?.ended,
        hasFailed: attribution.hasFailed,
        report: (outcome) => attribution.report({ requirement: 'queue/long-polling', outcome }),
      });
    },
    [Symbol.asyncDispose]: async () => {
      over.abort(new Error('the run is over'));
      await started?.[Symbol.asyncDispose]();
      attribution.close();
      await served[Symbol.asyncDispose]();
      platform[Symbol.dispose]();
    },
  };
};

/** assume/health-path-and-interval */
const defaultHealthInterval = '60s';

const given = (paths: NonNullable<Config['platform']>['paths'] = {}) =>
  Object.fromEntries(Object.entries(paths).filter(([, path]) => path !== undefined));
