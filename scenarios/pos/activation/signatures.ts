import { ofKind } from '#traffic/laws';
import { freshId } from '../../arrange/identity.ts';
import { harmless, requireActive, requirePolling } from '../../arrange/till/active-till.ts';
import { ask } from '../../arrange/till/command-answer.ts';
import { awaitEvent, locationChange } from '../../arrange/till/await-event.ts';
import { changeTable } from '../../arrange/till/table-change.ts';
import { openTable } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';
import { definePosScenario } from '../../define.ts';
import { unlessUnmet } from '../../outcome.ts';
import { putRecipient } from '../tips/tip-calls.ts';

/** Last in the run: all calls of it are looked at. */
export default definePosScenario({
  id: 'pos/signatures',
  title: 'Every call of the run was signed with the issued credentials',
  phase: 'after',
  needs: ['triggers.activatePos'],
  covers: [],
  provokes: ['auth/calls-are-signed'],
  async run(world) {
    const activation = requireActive(world);
    // With only some scenarios chosen, there may have been nothing to answer yet.
    const hasAnswered = world.till.traffic().some(({ kind, n }) => kind === 'callback' && n > activation.n);
    if (!hasAnswered && (await unlessUnmet(requirePolling(world)))) await ask(world, harmless(world));
    if (grantedIn(world) > 1) await callWithOtherParts(world);
  },
});

const grantedIn = ({ till }: PosWorld<never>): number =>
  ofKind(till.traffic(), 'activation').filter(({ success }) => success).length;

/** Nobody fails here for a call that does not come. */
const callMs = 5_000;

/** Events of each kind, the test call and calls about tips are sent by other parts of a till than callbacks and heartbeats are: have they heard of the second activation? */
const callWithOtherParts = async (world: PosWorld<never>): Promise<void> => {
  const { till, triggers, claims } = world;
  if (triggers.has('testRoundTrip')) {
    const from = till.mark();
    const made = (withinMs: number) => till.next('test-call', { from, withinMs });
    const triggered = await triggers.fire('testRoundTrip', {}, made);
    const call = triggered.kind === 'done' ? await made(callMs) : undefined;
    // The message that it brings is not left behind.
    const isOfTest = (seen: { readonly messageId?: string }) => seen.messageId === call?.messageId;
    if (call?.messageId !== undefined) await till.next('delete', { from, matches: isOfTest, withinMs: callMs });
  }
  if (claims.tips && triggers.has('putTipRecipient'))
    await unlessUnmet(putRecipient({ ...world, patienceMs: callMs }, freshId()));
  if (!claims.events) return;
  if (triggers.has('changeTable')) {
    const seated = await unlessUnmet(openTable(world, 'changes'));
    if (seated) await changeTable(world, seated.tableId, 'POS_LINE_ADDED', { patienceMs: callMs });
  }
  if (!triggers.has('setLocation')) return;
  for (const open of [false, true]) {
    const { trigger, event } = locationChange(open);
    await awaitEvent(world, trigger, { ...event, patienceMs: callMs });
  }
};
