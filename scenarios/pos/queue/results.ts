import { leavesRepeats } from '../../arrange/till/leaves-repeats.ts';
import type { CheckOutcome } from '#schemas';
import { defineTillScenario, harmless } from '../../arrange/till/active-till.ts';
import { failed, notExercised, passed, unmet } from '../../outcome.ts';
import { stillAnswers } from '../../arrange/till/answered-before.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { ask } from '../../arrange/till/command-answer.ts';
import type { CallbackAnswer, PosWorld, SentCommand, TrafficOf } from '../../context/pos.ts';
import {
  acceptedOf,
  lifecycleIn,
  lifecyclesIn,
  hasDeletedWell,
  isAccepted,
  isDeleted,
  isDeletedEarly,
  lastActAt,
  ofKind,
  visibilityMs,
} from '#traffic/laws';
import { isEmptyPoll, pollUnderWay } from './idle.ts';
import { hasLostOne, isPassedOver, stunnedBy404 } from './lost-results.ts';
import { isLeft, leftAfterMs, wasTaken } from './settlement.ts';
import { droppedIn, hotLoopIn, judgeRejected } from './rejected-result.ts';

const covers = ['queue/result-not-lost', 'queue/rejected-result-stays-open'] as const;
type World = PosWorld<(typeof covers)[number]>;

interface Loss {
  readonly name: string;
  /** What becomes of the first callbacks about a message. */
  readonly answers: readonly CallbackAnswer[];
}

const losses: readonly Loss[] = [
  { name: 'answered 503', answers: [{ status: 503 }] },
  { name: 'cut off', answers: ['drop'] },
  { name: 'not answered', answers: ['silence'] },
  // Whatever a result meets with but silence, past the retries a till or its HTTP client makes by itself, and never twice in the same way.
  {
    name: 'answered 5xx and cut off, five times in all',
    answers: [{ status: 500 }, 'drop', { status: 503 }, 'drop', { status: 502 }],
  },
];

/** How often the till is looked after. */
const lookMs = 250;
/** A till that has not come back to a message for so long leaves it to the queue. */
const leftAloneMs = 3_000;

/** A client without a limit of its own is hung up on after 60 s of silence. */
const silenceMs = 60_000;
/** What was left comes again within the first of them, and then it is the till's turn. */
const lossMs = visibilityMs + 10_000;
/** What comes again and again is enough by then, and what is passed over each time is lost. */
const longestMs = 2 * (silenceMs + lossMs);

export default defineTillScenario({
  id: 'pos/queue-results',
  title: 'A result the platform did not take is not lost, and does not stop the till',
  phase: 'after',
  covers,
  async run(world) {
    await requireAnswers(world);
    const { till } = world;
    const send = async (answers: readonly CallbackAnswer[]): Promise<SentCommand> => {
      const sent = await till.send(harmless(world));
      till.answerCallbacks(sent.messageId, answers);
      return sent;
    };
    const rejected = await send([{ status: 400 }]);
    const stays = await judgeRejected(world, rejected);
    const stopped =
      stays.status === 'failed'
        ? notExercised('the till has stopped after a result that was rejected')
        : await stoppedAfter(world, await send([{ status: 404 }]));
    if (stopped) {
      world.check('queue/rejected-result-stays-open', stays);
      world.check('queue/result-not-lost', stopped);
      return;
    }
    world.progress('waiting for results that were not taken to come again');
    // All at once, each in a group of its own.
    const sent: { readonly loss: Loss; readonly command: SentCommand }[] = [];
    const tried = isLeftOut(world, 'other ways to lose a result') ? losses.slice(-1) : losses;
    for (const loss of tried) sent.push({ loss, command: await send(loss.answers) });
    const ids = new Set(sent.map(({ command }) => command.messageId));
    const [, ...isLost] = await Promise.all([
      comeAgain(world, rejected),
      ...sent.map(async ({ loss, command }) => {
        const outcome = await judgeLost(world, loss, command, ids);
        world.check('queue/result-not-lost', outcome);
        return outcome.status === 'failed';
      }),
    ]);
    // A till that deletes whatever it was answered is told so for the results that are lost.
    const dropped = isLost.includes(true) ? undefined : droppedIn(world, rejected);
    world.check('queue/rejected-result-stays-open', (await hotLoopIn(world, rejected)) ?? dropped ?? stays);
    await pollUnderWay(world);
  },
});

/** The positive twin: the same command, whose result is taken. */
const requireAnswers = async (world: World): Promise<void> => {
  if (!(await stillAnswers(world))) throw unmet('the till answers no command, or not with its credentials');
  const last = world.till.sent().at(-1);
  if (!last || !wasTaken(world, last)) throw unmet('the platform accepts no result of this till anyway');
};

/** What the till leaves for good comes now, and not in the middle of a poll that is to bring nothing. */
const comeAgain = async ({ till, clock, signal }: World, { messageId }: SentCommand): Promise<void> => {
  await clock.sleep(leftAfterMs(lifecyclesIn(till.traffic())), signal);
  const left = lifecycleIn(till.traffic(), messageId);
  if (left && !isDeleted(left) && acceptedOf(left) === undefined) till.expireVisibility(messageId);
};

const judgeLost = async (
  world: World,
  { name, answers }: Loss,
  { messageId, messageKind }: SentCommand,
  siblings: ReadonlySet<string>,
): Promise<CheckOutcome> => {
  const { till, clock } = world;
  // One that works on one message at a time is held up by the others.
  const family = () => [...siblings].flatMap((id) => lifecycleIn(till.traffic(), id) ?? []);
  const lifecycle = () => lifecycleIn(till.traffic(), messageId);
  const matches = (callback: TrafficOf<'callback'>) => callback.messageId === messageId && isAccepted(callback);
  const from = clock.now();
  const aloneMs = leftAfterMs(lifecyclesIn(till.traffic()));
  // A till that leaves whatever comes again has come to this one, and left it.
  const skipped = (): boolean => {
    const left = lifecycle();
    return left !== undefined && isPassedOver(left, clock.now()) && leavesRepeats(till.traffic(), clock.now());
  };
  // The poll that nothing comes with may be waited for meanwhile.
  const mayCome = () => !answers.includes('silence') || ofKind(till.traffic(), 'receive').some(isEmptyPoll);
  for (;;) {
    if (await till.next('callback', { from: 0, matches, withinMs: Math.min(aloneMs, lookMs) })) return passed;
    const left = lifecycle();
    const ownQuietMs = clock.now() - (left ? lastActAt(left) : from);
    const quietMs = clock.now() - Math.max(from, ...family().map(lastActAt));
    const isAnswered = left !== undefined && family().every(({ callbacks }) => callbacks.length > 0);
    const isKnown = left && isDeleted(left) && hasLostOne(till.traffic(), clock.now());
    if (quietMs > (isKnown || skipped() ? leftAloneMs : isAnswered ? lossMs : silenceMs + lossMs)) break;
    // It comes again and again, however slowly.
    if (clock.now() - from > longestMs) {
      if (left && left.callbacks.length > 1) return passed;
      break;
    }
    if (left && isLeft(left) && ownQuietMs >= aloneMs && mayCome()) till.expireVisibility(messageId);
  }
  const deletion = lifecycle()?.deletes.find(({ outcome }) => outcome === 'deleted');
  const { callbacks = [], deliveries = [] } = lifecycle() ?? {};
  const [first] = callbacks;
  if (first === undefined) return notExercised(`the command for the result to be ${name} was not answered`);
  const all = lifecyclesIn(till.traffic());
  // What goes with the message of another is lost by that.
  if (deletion && (!hasDeletedWell(all) || all.some(isDeletedEarly)))
    return notExercised('the till deletes messages before the callback is answered (see queue/delete-after-callback)');
  const lastAt = Math.max(...callbacks.map(({ answeredAt }) => answeredAt));
  // The next poll may have been on its way when the answer was, and nothing comes with any before the message does.
  const againAt = Math.max(lastAt + leftAloneMs, ...deliveries.map(({ at }) => at + visibilityMs));
  if (!deletion && !skipped() && !ofKind(till.traffic(), 'receive').some(({ endedAt }) => endedAt > againAt))
    return notExercised(
      'the till stopped polling after a result that the platform did not accept (see queue/long-polling)',
    );
  return failed({
    expected: `a result of ${messageKind} that is answered 204`,
    actual: `a result that was ${callbacks.map(answerInWords).join(', then ')}; the message was ${deletion ? 'deleted' : 'left in the queue'}`,
    exchanges: callbacks.slice(0, 3).map(({ exchange }) => exchange),
    cause: deletion ? `deleted although ${name}` : `not sent again although ${name}`,
  });
};

const answerInWords = ({ status }: TrafficOf<'callback'>): string =>
  status === undefined ? 'cut off' : `answered ${status}`;

/** What it comes to that no other command is answered after a callback that was answered for good; undefined where one is. */
const stoppedAfter = async (world: World, { messageId }: SentCommand): Promise<CheckOutcome | undefined> => {
  const { till, clock, patienceMs } = world;
  const matches = (callback: TrafficOf<'callback'>) => callback.messageId === messageId;
  await till.next('callback', { from: 0, matches, withinMs: patienceMs });
  const from = till.mark();
  const later = await ask(world, harmless(world));
  if (later.kind === 'answered') return undefined;
  const unreceived = notExercised(
    'the till stopped polling after a callback that was answered 404 (see queue/long-polling)',
  );
  const received = stunnedBy404(till.traffic());
  if (later.kind !== 'silent' || received === undefined) return unreceived;
  // It may have held back before that poll.
  if (await till.next('callback', { from, withinMs: Math.max(0, received.dueAt - clock.now()) })) return undefined;
  return failed({
    expected: 'an answer to the next command, of another group',
    actual: later.finding.actual ?? 'none',
    exchanges: [received.callback.exchange],
    cause: 'stopped by a message nobody knows',
  });
};
