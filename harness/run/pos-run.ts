import { serve as serveOnSocket } from '#mocks/hosting';
import { failed, type Judgement } from '#schemas';
import { enoughTables, hasTablesToShare } from '#scenarios/arrange';
import { judgeExchange, observedOfTill } from '#traffic';
import { timingOf } from '../config/timing.ts';
import { platformAddress } from '../config/platform-address.ts';
import { platformSettings } from '../config/platform-settings.ts';
import { lawSettings, shapeSettings } from '../config/call-settings.ts';
import { activatesItself, tillTarget } from '../config/configured-targets.ts';
import { createRecorder } from '../ports/recorder.ts';
import { posLaws } from '#traffic/laws';
import { type AttemptUnderWay, createAttemptUnderWay } from '../ports/attempt-under-way.ts';
import { createPollLiveness } from '../ports/till/poll-liveness.ts';
import { createSharedTables } from '../ports/till/table-share.ts';
import { createTillLife } from '../ports/till/life.ts';
import { createRefusals, tillRefusals } from '../ports/refusals.ts';
import { createPosWorld, type PosRun } from '../ports/till/world.ts';
import { createTillPace } from '../ports/till/till-pace.ts';
import { createTillPlatform } from '../ports/till/platform.ts';
import { createTillPort } from '../ports/till/port.ts';
import { createTrafficLog } from '../ports/till/traffic-log.ts';
import { createAttribution } from './attribution.ts';
import { holdBack } from './hold-back.ts';
import { createLawFeeder } from '../ports/law-feeder.ts';
import type { RunContext } from '../ports/run-context.ts';
import { lastAnswerIn, stoppedByCallback } from './last-answer.ts';
import { type Ended, type OpenRun, refusedSo } from './open-run.ts';
import type { RunRequest } from './run-options.ts';
import { claimsOf } from './together.ts';
import { createQueueLife } from './queue-life.ts';
import { activateTill } from './till-activation.ts';
import { createDowntime, withRestart } from './till-restart.ts';
import { startTill } from './till-start.ts';

/** So much is asked of a slow till at a time. A prompt one is done sooner than it matters, one thing after the other. */
const atOnce = 12;

/** From the beginning of the run: whoever waits for the verdict on a broken till, or a slow one, has it soon after. */
const unhurriedMs = 150_000;

const pollsLate = `queue/long-polling has failed, and after ${unhurriedMs / 1000} s nothing more is asked of a till that polls like that`;

const oneByOne = `The till takes its time over each message, and is asked one thing after the other: with ${enoughTables} tables or more in pos.fixtures.tables.open a run is done in about half the time.`;

/** The platform, its till and what is between them, for one run. */
export const openPosRun = async (request: RunRequest, context: RunContext): Promise<OpenRun> => {
  const { config, clock, signal, emit, redactor, observe, inScope } = context;
  const target = tillTarget(config, 'the configuration');
  const pollLiveness = createPollLiveness(clock);
  const life = createTillLife(clock);
  const pace = createTillPace();
  // What it calls before is signed with what an earlier run had issued.
  const refusals = createRefusals(clock, tillRefusals, (seen) => seen.kind === 'activation' && seen.success);
  const attempts = new Map<string, AttemptUnderWay>();
  const attribution = createAttribution({ first: context.first, emit, inScope });
  // Whatever still waits for the till when the run is over must not keep the process waiting.
  const over = new AbortController();
  const log = createTrafficLog(clock, AbortSignal.any([signal, over.signal]));
  const shapes = shapeSettings(config);
  const { healthIntervalMs } = timingOf(config);
  const hurryFrom = clock.now() + unhurriedMs;
  let pollsWrong = false;
  const queue = createQueueLife();
  const told = (judgement: Judgement): void => {
    if (queue.isGone()) return;
    pollsWrong ||= judgement.requirement === 'queue/long-polling' && judgement.outcome.status === 'failed';
    attribution.report(judgement, attribution.ofJudgement(judgement), 'law');
  };
  const laws = createLawFeeder({
    laws: [...posLaws, observedOfTill(observe)],
    settings: lawSettings(config, { signatures: config.platform?.signature?.mode !== 'off' }),
    clock,
    report: (judgement) => told(judgement),
    lastAt: life.lastAt,
  });
  let broken: string | undefined;
  const down = createDowntime(clock, laws.stalled);
  const platform = createTillPlatform({
    options: platformSettings(config),
    clock,
    recorder: createRecorder(redactor, emit),
    redactor,
    scenario: attribution.ofTraffic,
    onTraffic: (seen) => {
      pace.see(seen);
      const kept = log.add(seen);
      refusals.see(kept);
      laws.see(kept, (judgement) =>
        told(attempts.get(attribution.ofJudgement(judgement))?.withPlan(judgement) ?? judgement),
      );
      if (seen.kind === 'queue-refused' && seen.action === 'ChangeMessageVisibility')
        observe('assume/change-visibility', 'the till called ChangeMessageVisibility, which was refused');
    },
    onRequest: life.call,
    onQueueCall: down.before(pollLiveness.call),
    onCall: (exchange, scenario) => {
      attribution.called(exchange.n, scenario);
      const { n, call, request: asked, response } = exchange;
      const isRefused = response?.status === 404;
      if (call.name === 'unknown' || call.party === 'merchant' || (call.name === 'event' && isRefused)) {
        const [path = ''] = asked.url.split('?', 1);
        emit({ event: 'unexpected', what: `${asked.method} ${path}, which the platform does not serve`, exchange: n });
      }
      // A result for a message that was never sent, or of another kind, is no result of anything.
      if (call.name !== 'callback' || !isRefused)
        for (const judgement of judgeExchange(exchange, shapes)) attribution.report(judgement, scenario);
    },
    onFlood: (operation, written, scenario) =>
      emit({
        event: 'unexpected',
        what: `more than ${written} ${operation} calls during ${scenario}, of which the journal has the first`,
      }),
    onQueueFailure: queue.failed,
    onBroken: (reason) => {
      broken ??= reason;
    },
  });
  const address = platformAddress(config.platform);
  // Nobody else will close what waits for a till that never comes.
  const giveUp = (error: unknown): never => {
    laws[Symbol.dispose]();
    life[Symbol.dispose]();
    refusals[Symbol.dispose]();
    over.abort(new Error('the till was not started'));
    platform[Symbol.dispose]();
    throw error;
  };
  const served = await (request.serve ?? serveOnSocket)(platform.fetch, address.listen).catch(giveUp);
  const till = createTillPort({
    platformUrl: address.publicUrl ?? served.url,
    merchantTaxId: target.merchantTaxId,
    control: platform.control,
    log,
    clock,
    onPin: (pin) => redactor.add([pin]),
  });
  const announce = request.announce ?? (() => undefined);
  const addresses = request.tillAddresses ?? new Map();
  const started = await startTill({
    config,
    till,
    port: served.port,
    signal,
    log: request.targetLog,
    redact: redactor.text,
    env: request.env ?? {},
    addresses,
  }).catch(async (error: unknown) => {
    over.abort(new Error('the till was not started'));
    await served[Symbol.asyncDispose]();
    return giveUp(error);
  });
  void started?.ended.then(({ how, isFailure }) => {
    if (isFailure) life.ended(how);
    emit({ event: 'unexpected', what: `the till that was started for this run ${how} while the run went on` });
    announce(`The till ${how}. What it wrote is in ${request.targetLog ?? 'no file'}.`);
  });
  const triggers = withRestart(request.triggers, { started, pollLiveness, clock, down });
  const isShared = config.capabilities?.pos?.STATION === false || hasTablesToShare(target.fixtures ?? {});
  const askedOneByOne = once(() => announce(oneByOne));
  const shareTables = createSharedTables(target.fixtures?.tables?.open ?? []);
  const run: Omit<PosRun, 'tables'> = {
    ...context,
    till,
    triggers,
    patienceMs: pollLiveness.patienceMs,
    healthIntervalMs,
    hurryFrom,
    // Every command of a till that rests between its polls takes that long: there are hundreds.
    outOfTime: () => (pollsWrong && clock.now() > hurryFrom ? pollsLate : undefined),
    keepsWaiting: pace.keepsWaiting,
    sent: attribution.sent,
    underWay(scenario) {
      const underWay = attempts.get(scenario) ?? createAttemptUnderWay();
      attempts.set(scenario, underWay);
      return underWay;
    },
  };
  const diedSo = (how: string): Ended => {
    const last = lastAnswerIn(till.traffic());
    const finding = queue.isGone() ? undefined : stoppedByCallback(till.traffic());
    if (finding)
      attribution.report(
        { requirement: 'queue/long-polling', outcome: failed(finding) },
        attribution.latest(),
        'scenario',
      );
    const so = last === undefined ? how : `${how}; ${last}`;
    return {
      ended: 'died',
      reason: `The till died during ${attribution.latest()}: it ${so}. What it still had to show is not exercised.`,
    };
  };
  return {
    perform: async (scenario, checks) => {
      const inTime = holdBack(attribution.watching(queue.until(checks)), life);
      using tables = shareTables(scenario.party === 'pos' && scenario.sitsAtTwo === true);
      if (scenario.party === 'pos') await scenario.run(createPosWorld({ ...run, tables }, scenario, inTime.checks));
      await inTime.release();
      if (broken !== undefined) throw new Error(`the mock platform has a bug: ${broken}`);
    },
    company: {
      atMost() {
        if (!isShared && pace.isSlow()) askedOneByOne();
        return target.budget?.concurrency ?? (pace.isSlow() ? atOnce : 1);
      },
      claims: (scenario) => (isShared && scenario.party === 'pos' ? claimsOf(scenario) : undefined),
    },
    current: attribution.began,
    died: Promise.race([queue.gone, life.died.then(diedSo), refusals.refused.then(refusedSo)]),
    prepare: async () => {
      const ended = await activateTill({
        till,
        triggers,
        clock,
        pollLiveness,
        announce,
        activatesItself:
          activatesItself(target) && (target.image === undefined || config.triggers?.activatePos === undefined),
        started: started?.ended,
        hasFailed: attribution.hasFailed,
        report: (outcome) => told({ requirement: 'queue/long-polling', outcome }),
      });
      // Of one that never polled it was told as it was activated.
      if (pollLiveness.hasPolled()) life.watch();
      return ended;
    },
    [Symbol.asyncDispose]: async () => {
      laws.end();
      life[Symbol.dispose]();
      refusals[Symbol.dispose]();
      over.abort(new Error('the run is over'));
      await started?.[Symbol.asyncDispose]();
      attribution.close();
      await served[Symbol.asyncDispose]();
      platform[Symbol.dispose]();
    },
  };
};

const once = (say: () => void): (() => void) => {
  let isSaid = false;
  return () => {
    if (!isSaid) say();
    isSaid = true;
  };
};
