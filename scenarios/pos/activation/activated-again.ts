import type { CheckOutcome } from '#schemas';
import { defineTillScenario, harmless } from '../../arrange/till/active-till.ts';
import { readField } from '../../arrange/till/read-results.ts';
import { failed, notExercised } from '../../outcome.ts';
import { ofKind, promptReportMs, unpolledMs } from '#traffic/laws';
import type { PosWorld, TrafficOf } from '../../context/pos.ts';
import { type Handed, handPin } from './activation.ts';

type World = PosWorld<'activation/recovers-with-new-pin'>;

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
  covers: ['activation/recovers-with-new-pin'],
  provokes: ['activation/new-credentials', 'activation/stable-installation-id', 'health/after-activation'],
  async run(world) {
    world.progress('activating the till once more');
    await afterBeat(world);
    const { call, triggered, sent } = await handTwice(world);
    if (sent !== undefined) world.check('activation/recovers-with-new-pin', otherPin(sent));
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

/** Whoever types it in may mistype it once. `sent`: the activation call that carried another PIN than the second one. */
const handTwice = async (world: World): Promise<Handed & { readonly sent?: TrafficOf<'activation'> | undefined }> => {
  const { till } = world;
  const first = await handPin(world, till.issuePin(), true);
  if (first.call !== undefined || first.triggered.kind === 'unavailable') return first;
  const from = till.mark();
  const pinCode = till.issuePin();
  const second = await handPin(world, pinCode, true);
  const refused = ofKind(till.traffic(), 'activation').findLast(({ n, success }) => n >= from && !success);
  const isOther = refused !== undefined && readField(refused.body, 'pinCode') !== pinCode;
  return second.call === undefined && isOther ? { ...second, sent: refused } : second;
};

const otherPin = ({ exchange }: TrafficOf<'activation'>): CheckOutcome =>
  failed({
    expected: 'an activation call with the new PIN',
    actual: 'one with another PIN, which is refused',
    exchanges: [exchange],
    cause: 'another PIN',
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
  // That none comes is told once it cannot be an open one.
  const begun = (poll: { readonly at: number }) => poll.at >= at;
  const unpolled = Math.max(0, at + unpolledMs + closeMs - clock.now());
  await till.next('receive', { from: n, matches: begun, withinMs: unpolled });
  const isSigned = till.traffic().some((seen) => seen.n > n && 'key' in seen && seen.key === issued?.apiKey);
  if (!isSigned) await till.next('health', { from: n, matches: isNew(issued?.apiKey), withinMs: within() });
};
