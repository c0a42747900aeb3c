import type { CheckOutcome, Finding, PosRequirementId } from '#schemas';
import { activationIn, harmless, hasPolled } from '../../arrange/till/active-till.ts';
import { freshId } from '../../arrange/identity.ts';
import { definePosScenario } from '../../define.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { ask } from '../../arrange/till/command-answer.ts';
import { acceptedOf, handlingsIn, isDeleted, ofKind } from '#traffic/laws';
import type { PosWorld, TillTraffic, TrafficOf } from '../../context/pos.ts';
import { undeleted, undeletedFinding, wrongDeletions } from './deletion-findings.ts';
import { pausedPolling, wrongWait } from './poll-findings.ts';
import { outOfOrder, otherResults, strayCallbacks } from './result-findings.ts';

const ofHandled = [
  'queue/callback-address',
  'queue/delete-after-callback',
  'queue/handled-message-deleted',
] as const satisfies readonly PosRequirementId[];
const covers = [
  'queue/long-polling',
  'queue/issued-credentials',
  ...ofHandled,
  'queue/duplicate-same-result',
  'queue/group-order',
] as const;
type World = PosWorld<(typeof covers)[number]>;

/** With fewer handled messages than this the run has shown nothing of how a till works off its queue. */
const fewest = 3;

/** Near the end of the run: it reads all traffic there was. */
export default definePosScenario({
  id: 'pos/queue-consumption',
  title: 'The whole run through, the till polled, answered and deleted as it has to',
  phase: 'after',
  needs: ['triggers.activatePos'],
  covers,
  async run(world) {
    const { till, clock } = world;
    const activation = activationIn(till.traffic());
    if (activation === undefined) return notExercised('the till was never activated', 'triggers.activatePos');
    const polled = await hasPolled(world, activation);
    if (polled) await ensureHandled(world);
    const since = (): readonly TillTraffic[] => till.traffic().filter(({ n }) => n >= activation.n);
    judgeCredentials(world, since());
    // That it never polled was said when it was activated.
    if (!polled) return;
    const traffic = since();
    const pause = pausedPolling(traffic, activation, clock.now());
    report(world, 'queue/long-polling', [...wrongWait(traffic), ...(pause ? [pause] : [])]);
    report(world, 'queue/callback-address', strayCallbacks(traffic), answersIn(traffic));
    report(world, 'queue/delete-after-callback', wrongDeletions(traffic), deletionsIn(traffic));
    // Seen by the way; the scenarios about them are what passes them.
    for (const finding of otherResults(traffic)) world.check('queue/duplicate-same-result', failed(finding));
    for (const finding of outOfOrder(traffic)) world.check('queue/group-order', failed(finding));
    await judgeUndeleted(world, since);
  },
});

/** With only some scenarios chosen there may have been little to handle yet. */
const ensureHandled = async (world: World): Promise<void> => {
  const groupId = freshId();
  for (let asked = 0; asked < fewest && answersIn(world.till.traffic()).length < fewest; asked++)
    await ask(world, { ...harmless(world), groupId });
};

const answersIn = (traffic: readonly TillTraffic[]) => ofKind(traffic, 'callback');
const deletionsIn = (traffic: readonly TillTraffic[]) =>
  handlingsIn(traffic).filter((handling) => isDeleted(handling) && handling.callbacks.length > 0);

const report = (
  world: World,
  id: (typeof covers)[number],
  findings: readonly Finding[],
  evidence: readonly unknown[] = ['polls'],
): void => {
  for (const finding of findings) world.check(id, failed(finding));
  if (findings.length > 0) return;
  world.check(id, evidence.length > 0 ? passed : notExercised('the till sent no result'));
};

const judgeUndeleted = async (world: World, since: () => readonly TillTraffic[]): Promise<void> => {
  const { till, clock } = world;
  for (let open = undeleted(since()); ; open = undeleted(since())) {
    const late = open.filter(({ dueAt }) => clock.now() >= dueAt);
    const [next] = open.filter(({ dueAt }) => clock.now() < dueAt);
    if (late.length > 0 || next === undefined) {
      const accepted = handlingsIn(since()).filter((handling) => acceptedOf(handling) && isDeleted(handling));
      report(world, 'queue/handled-message-deleted', late.map(undeletedFinding), accepted);
      return;
    }
    world.progress('waiting for handled messages to be deleted');
    const { messageId } = next.handling;
    await till.next('delete', {
      matches: (deletion) => deletion.messageId === messageId,
      from: next.callback.n,
      withinMs: next.dueAt - clock.now() + 1,
    });
  }
};

const judgeCredentials = (world: World, traffic: readonly TillTraffic[]): void => {
  const refused = ofKind(traffic, 'queue-refused');
  for (const call of refused) world.check('queue/issued-credentials', refusedOutcome(call));
  if (refused.length > 0) return;
  const used = ofKind(traffic, 'receive').length > 0;
  world.check('queue/issued-credentials', used ? passed : notExercised('the till made no queue call'));
};

/** What frameworks do at their start, or to keep a message longer. */
const beyondTheCredentials: readonly string[] = [
  'ChangeMessageVisibility',
  'ChangeMessageVisibilityBatch',
  'GetQueueUrl',
  'GetQueueAttributes',
  'ListQueues',
];

const refusedOutcome = ({ action, reason }: TrafficOf<'queue-refused'>): CheckOutcome =>
  failed({
    message: beyondTheCredentials.includes(action)
      ? `The till called ${action}, which fails against the real platform too: the issued credentials can only receive and delete. Switch it off where your queue library does it by itself.`
      : 'A queue call of the till was refused; use the queue URL, region and keys of the activation response, to receive and delete only.',
    expected: 'ReceiveMessage and DeleteMessage (also in batches) with the issued credentials',
    actual: `${action}: ${reason}`,
    cause: `${action}: ${reason}`,
  });
