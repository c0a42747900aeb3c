import { defineTillScenario, harmless } from '../../arrange/till/active-till.ts';
import { notExercised } from '../../outcome.ts';
import { ofKind, promptReportMs } from '#traffic/laws';
import type { PosWorld, TrafficOf } from '../../context/pos.ts';
import { handPin } from './hand-pin.ts';

type World = PosWorld<never>;

/** In which the former credentials may still be used, and a little more for the call that shows it. */
const watchMs = 35_000;
const takenAlongMs = 3_000;
/** For the trigger and the calls it leads to. */
const closeMs = 500;

/** Early in its phase: what follows shows whether the former credentials come up again. */
export default defineTillScenario({
  id: 'pos/activated-again',
  title: 'Activated once more, the till works with what it is issued then',
  phase: 'after',
  covers: [],
  provokes: ['activation/new-credentials', 'activation/stable-installation-id', 'health/after-activation'],
  async run(world) {
    const { till } = world;
    world.progress('activating the till once more');
    await afterBeat(world);
    const { call, triggered } = await handPin(world, till.issuePin(), true);
    if (call === undefined) {
      world.unprovoked(
        'activation/new-credentials',
        triggered.kind === 'unavailable'
          ? notExercised(triggered.reason, triggered.unlock)
          : notExercised('the active till could not be activated once more', 'triggers.activatePos'),
      );
      return;
    }
    await answered(world);
    await untilTakenOver(world, call);
  },
});

/** Right after a report: the one of the activation is not to be taken for the next of the heartbeat. */
const afterBeat = async ({ till, clock, healthIntervalMs }: World): Promise<void> => {
  const [earlier, last] = ofKind(till.traffic(), 'health').slice(-2);
  if (earlier === undefined || last === undefined) return;
  const dueMs = last.at + (last.at - earlier.at) - clock.now();
  const isClose = dueMs > 0 && dueMs < promptReportMs(healthIntervalMs) + closeMs;
  if (isClose && last.at - earlier.at > promptReportMs(healthIntervalMs))
    await till.next('health', { from: last.n + 1, withinMs: dueMs + closeMs });
};

/** A poll with the former credentials may have taken the message along: that it comes again after 30 s need not be waited for. */
const answered = async (world: World): Promise<void> => {
  const { till, patienceMs } = world;
  const from = till.mark();
  const { messageId } = await till.send(harmless(world));
  const matches = (callback: TrafficOf<'callback'>) => callback.messageId === messageId;
  if (await till.next('callback', { from, matches, withinMs: takenAlongMs })) return;
  till.expireVisibility(messageId);
  await till.next('callback', { from, matches, withinMs: patienceMs });
};

/** Until calls of both kinds were made with the new credentials, or the time for it is up. */
const untilTakenOver = async ({ till, clock }: World, { n, at, issued }: TrafficOf<'activation'>): Promise<void> => {
  const isNew =
    (key: string | undefined) =>
    ({ key: own }: { readonly key?: string }) =>
      own === key;
  const within = () => Math.max(0, at + watchMs - clock.now());
  await till.next('receive', { from: n, matches: isNew(issued?.accessKeyId), withinMs: within() });
  const isSigned = till.traffic().some((seen) => seen.n > n && 'key' in seen && seen.key === issued?.apiKey);
  if (!isSigned) await till.next('health', { from: n, matches: isNew(issued?.apiKey), withinMs: within() });
};
