import { type CheckOutcome, endpointOf } from '#schemas';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import type { PosWorld, TrafficOf } from '../../context/pos.ts';
import { deliveriesIn, lifecyclesIn, hasDeletedWell, ofKind, waitedFor } from '#traffic/laws';

type World = PosWorld<'queue/test-round-trip'>;

export default defineTillScenario({
  id: 'pos/test-round-trip',
  title: 'The test round trip: call, message, callback with the nonce, deletion',
  phase: 'read',
  needs: ['triggers.testRoundTrip'],
  covers: ['queue/test-round-trip'],
  async run(world) {
    const first = await roundTrip(world);
    if (first.status !== 'passed') return first;
    // With other nonces: a till may well have kept the first, or the one before, or have read one that is plainer.
    for (let again = 0; again < 2; again++) {
      if (again > 0 && isLeftOut(world, 'a third nonce')) break;
      world.progress('the test round trip once more');
      const next = await roundTrip(world);
      if (next.status === 'failed') return next;
    }
    return first;
  },
});

const roundTrip = async (world: World): Promise<CheckOutcome> => {
  const { till, triggers, patienceMs } = world;
  const from = till.mark();
  const made = (withinMs: number) => till.next('test-call', { from, withinMs });
  const triggered = await triggers.fire('testRoundTrip', {}, made);
  // The call itself decides: the trigger may well report the end of the whole trip, or that it did not come.
  const call = await made(triggered.kind === 'done' ? patienceMs : 1_000);
  if (call === undefined)
    return triggered.kind === 'unavailable'
      ? notExercised(triggered.reason, triggered.unlock)
      : broken('call', 'The test round trip was triggered, but the test call did not come.', [], {
          expected: endpointOf('testCall'),
          actual: strayIn(world, from),
        });
  const { messageId } = call;
  if (messageId === undefined)
    return call.signed
      ? notExercised(`the test call was answered ${call.status}`)
      : notExercised(`the test call was not signed (${call.problem ?? 'no signature'}), so no Test message was sent`);
  const isOfTest = (seen: { readonly messageId?: string }) => seen.messageId === messageId;
  const accepted = await till.next('callback', {
    from,
    matches: (callback) => isOfTest(callback) && callback.status === 204,
    withinMs: patienceMs,
  });
  if (accepted === undefined) return notAnswered(world, call, messageId);
  const deletion = await till.next('delete', {
    from,
    matches: (seen) => isOfTest(seen) && seen.outcome === 'deleted',
    withinMs: patienceMs,
  });
  if (deletion && waitedFor(accepted, deletion)) return passed;
  const exchanges = [call.exchange, accepted.exchange];
  if (!hasDeletedWell(lifecyclesIn(till.traffic())))
    return notExercised('the till does not delete other messages either (see queue/handled-message-deleted)');
  return deletion
    ? broken('order', 'The Test message was deleted before its callback was answered.', exchanges, {
        expected: 'callback, its answer, deletion',
        actual: 'deletion first',
      })
    : broken('deletion', 'The Test message was not deleted after its callback was accepted.', exchanges, {
        expected: 'DeleteMessage with its ReceiptHandle',
        actual: `none within ${patienceMs / 1000} s`,
      });
};

const notAnswered = ({ till }: World, call: TrafficOf<'test-call'>, messageId: string): CheckOutcome => {
  const refused = ofKind(till.traffic(), 'callback').find((seen) => seen.messageId === messageId);
  if (refused !== undefined)
    return notExercised(
      refused.signed
        ? `the callback of the Test message was answered ${refused.status ?? 'nothing'}`
        : 'the callback of the Test message was not signed (see auth/calls-are-signed)',
    );
  const received = deliveriesIn(till.traffic()).find((delivery) => delivery.messageId === messageId);
  const nonce = received?.nonce === undefined ? 'the nonce' : `the nonce ${JSON.stringify(received.nonce)}`;
  return broken(
    'callback',
    'The Test message was not answered; copy the nonce of its payload into a callback, whatever characters it has.',
    [call.exchange],
    {
      expected: `POST …/async/Test/${messageId} with ${nonce}, answered 204`,
      actual: `the message was ${received === undefined ? 'not received' : 'received'}; ${strayIn({ till }, call.n)}`,
    },
  );
};

const strayIn = ({ till }: Pick<World, 'till'>, from: number): string => {
  const stray = till.traffic().find((seen) => seen.n >= from && seen.kind === 'unknown-path');
  return stray?.kind === 'unknown-path' ? `a call went to the unknown path ${stray.path}` : 'no such call came';
};

const broken = (
  cause: string,
  message: string,
  exchanges: readonly number[],
  halves: { readonly expected: string; readonly actual: string },
): CheckOutcome => failed({ message, ...halves, exchanges, cause });
