import type { CheckOutcome } from '#schemas';
import { harmless, inactive } from '../active-till.ts';
import { definePosScenario } from '../define.ts';
import { failed, notExercised, passed } from '../outcome.ts';
import { ask } from '../pos-asking.ts';
import { acceptedOf, handlingsIn, isDeleted, visibilityMs } from '../pos-traffic.ts';
import type { PosWorld, QueueMisbehaviour, SentCommand } from '../pos-world.ts';

type World = PosWorld<'queue/survives-queue-faults'>;

/** SDKs try a call three times by themselves: with fewer errors the till's own code would not notice. */
const trials: Readonly<Record<string, QueueMisbehaviour>> = {
  'errors to polls': { kind: 'error', action: 'ReceiveMessage', times: 6 },
  'throttled polls': { kind: 'throttle', action: 'ReceiveMessage', times: 4 },
  'polls that are cut off': { kind: 'drop-before', action: 'ReceiveMessage', times: 4 },
  'polls answered late': { kind: 'delay', action: 'ReceiveMessage', delayMs: 2_000, times: 1 },
  'a deletion that fails': { kind: 'error', action: 'DeleteMessage', times: 4 },
};

/** Clients hold back longer with every error; the usual ones end at 20 s. */
const recoveryMs = 45_000;

export default definePosScenario({
  id: 'pos/queue-faults',
  title: 'After faults of the queue the till goes on polling',
  phase: 'after',
  needs: ['triggers.activatePos'],
  covers: ['queue/survives-queue-faults'],
  async run(world) {
    const blocked = await inactive(world);
    if (blocked) {
      world.check('queue/survives-queue-faults', blocked);
      return;
    }
    for (const [name, misbehaviour] of Object.entries(trials)) {
      world.progress(`the queue misbehaves: ${name}`);
      const outcome = await attempt(world, name, misbehaviour);
      world.check('queue/survives-queue-faults', outcome);
      // A till that has stopped polling would only be found dead again.
      if (outcome.status === 'failed') return;
    }
  },
});

const attempt = async (world: World, name: string, misbehaviour: QueueMisbehaviour): Promise<CheckOutcome> => {
  const { till } = world;
  const from = till.mark();
  till.misbehave(misbehaviour);
  // The open poll is answered as always; what comes after it meets the fault.
  const opener = await ask(world, harmless(world));
  if (opener.kind === 'stopped' || (opener.kind === 'silent' && misbehaviour.action === 'DeleteMessage'))
    return notExercised('the till did not answer before the fault either');
  const sent = await till.send(harmless(world));
  const answered = await till.next('callback', {
    from,
    matches: ({ messageId }) => messageId === sent.messageId,
    withinMs: recoveryMs + (misbehaviour.delayMs ?? 0),
  });
  if (!answered) return stopped(world, name, sent);
  // A message whose deletion failed comes again, and is to be deleted then; the queue is left as it was found.
  if (misbehaviour.action === 'DeleteMessage') return await deletedInTheEnd(world, from);
  return passed;
};

const stopped = ({ till }: World, name: string, sent: SentCommand): CheckOutcome => {
  const received = till
    .traffic()
    .some((seen) => seen.kind === 'receive' && seen.messages.some(({ messageId }) => messageId === sent.messageId));
  return failed({
    message: `After ${name} the till stopped working off its queue; catch what a queue call throws and poll again after a short pause.`,
    expected: `a command sent afterwards is answered within ${recoveryMs / 1000} s`,
    actual: received ? 'it was received but not answered' : 'it was not even received',
    cause: `stopped by ${name}`,
  });
};

const deletedInTheEnd = async (world: World, from: number): Promise<CheckOutcome> => {
  const { till, clock } = world;
  const deadline = clock.now() + visibilityMs + recoveryMs;
  for (;;) {
    const open = handlingsIn(till.traffic().filter(({ n }) => n >= from)).find(
      (handling) =>
        acceptedOf(handling) && handling.deletes.some(({ outcome }) => outcome === 'faulted') && !isDeleted(handling),
    );
    if (open === undefined) return passed;
    const { messageId } = open;
    const left = deadline - clock.now();
    const matches = (seen: { readonly messageId?: string; readonly outcome: string }) =>
      seen.messageId === messageId && seen.outcome === 'deleted';
    // Where the till does not try again by itself, the message comes back after 30 s; it cannot tell that it was sooner.
    if (left > 0 && (await till.next('delete', { from, matches, withinMs: Math.min(left, 3_000) }))) continue;
    if (left > 0) till.expireVisibility(messageId);
    if (left > 0 && (await till.next('delete', { from, matches, withinMs: Math.min(left, recoveryMs) }))) continue;
    return failed({
      message:
        'A message whose deletion had failed was not deleted when it was delivered again; a duplicate is deleted too.',
      expected: `DeleteMessage of ${messageId} with the handle of its last delivery`,
      actual: `no deletion that succeeded, ${open.deliveries.length} deliveries`,
      cause: 'failed deletion not repeated',
    });
  }
};
