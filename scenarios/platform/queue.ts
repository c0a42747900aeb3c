import { firstViolation } from '#schemas';
import { type Checks, defineCheckedScenario, success, textOf } from './findings.ts';
import { pairOf } from './messages.ts';
import { openTill, type Received, type Till } from './till.ts';
import type { PlatformWorld } from '../context/platform.ts';

const second = 1000;
const hour = 3600 * second;
const messageKind = 'BillPreparationRequested';
const { payload } = pairOf(messageKind);

type World = PlatformWorld<'platform/queue'>;

export default defineCheckedScenario({
  id: 'platform/queue-semantics',
  title: 'The queue keeps order, holds groups back, hides for 30 seconds and keeps for 14 days',
  covers: 'platform/queue',
  async run(world, check) {
    await orderAndHoldBack(world, await openTill(world), check);
    await longPoll(await openTill(world), check);
    await retention(world, await openTill(world), check);
  },
});

const orderAndHoldBack = async (world: World, till: Till, check: Checks): Promise<void> => {
  const send = (groupId: string) => till.send({ messageKind, payload, groupId });
  const first = await send('g1');
  const second1 = await send('g1');
  const third = await send('g1');
  const apart = await send('g2');
  const names = new Map([
    [first, 'first of one group'],
    [second1, 'second of it'],
    [third, 'third of it'],
    [apart, 'only one of another group'],
  ]);
  const named = (messages: readonly Received[]) =>
    messages.map(({ messageId }) => names.get(messageId ?? '') ?? 'an unknown message').join(', ') || 'nothing';
  const arrives = async (max: number, wanted: readonly string[], message: string): Promise<readonly Received[]> => {
    const got = await till.receive(max);
    const ids = got.map(({ messageId }) => messageId);
    const same = ids.length === wanted.length && wanted.every((id, index) => ids[index] === id);
    const expected = wanted.map((id) => names.get(id)).join(', ') || 'nothing';
    check.that(same, message, expected, named(got));
    return got;
  };

  const [one] = await arrives(1, [first], 'A receive did not give the message that was sent first.');
  if (one !== undefined) checkEnvelope(one, first, check);
  await arrives(10, [apart], 'While a message of one group is in flight, only the other group may deliver.');
  await world.control.advance(28 * second);
  await arrives(10, [], 'Received messages came again before their 30 seconds were over.');
  await world.control.advance(4 * second);
  const again = await till.receive(1);
  const back = again[0]?.messageId === first || again[0]?.messageId === apart;
  check.that(
    back,
    'A message that was not deleted did not come again after 30 seconds, before the later ones.',
    `${names.get(first)} or ${names.get(apart)}`,
    named(again),
  );
  const rest = [...again, ...(await drainSingly(till, again))];
  const ofGroup = rest.map(({ messageId }) => messageId).filter((id) => id !== apart);
  check.that(
    JSON.stringify(ofGroup) === JSON.stringify([first, second1, third]),
    'A group was not delivered whole and in the order of sending.',
    [first, second1, third].map((id) => names.get(id)).join(', '),
    named(rest),
  );
};

/** One at a time, each deleted before the next is asked for; `held` first. */
const drainSingly = async (till: Till, held: readonly Received[]): Promise<readonly Received[]> => {
  for (const message of held) await till.delete(message);
  const got: Received[] = [];
  for (let next = await till.receive(1); next[0] !== undefined && got.length < 20; next = await till.receive(1)) {
    got.push(next[0]);
    await till.delete(next[0]);
  }
  return got;
};

const checkEnvelope = (received: Received, sent: string, check: Checks): void => {
  const violation = firstViolation('queue-envelope', received.body);
  check.holds(
    'envelope',
    violation === undefined,
    violation === undefined ? '' : `${violation.pointer || '/'} ${violation.message}`,
  );
  const seen = ['messageKind', 'messageId'].map((name) => textOf(received.attributes, name, 'StringValue'));
  check.holds(
    'message-attributes',
    seen[0] === messageKind && seen[1] === sent,
    JSON.stringify(received.attributes ?? {}),
  );
};

const longPoll = async (till: Till, check: Checks): Promise<void> => {
  const polling = till.receive(1, 20);
  const sent = await till.send({ messageKind, payload });
  const got = await polling;
  check.holds(
    'long-poll',
    got[0]?.messageId === sent,
    got.length === 0 ? 'an empty answer' : String(got[0]?.messageId),
  );
  if (got[0] !== undefined) check.answered(await till.delete(got[0]), 'A delete', success);
};

const retention = async (world: World, till: Till, check: Checks): Promise<void> => {
  const sent = await till.send({ messageKind, payload });
  await world.control.advance(14 * 24 * hour - hour);
  const kept = await till.receive(1);
  check.holds('kept-for-14-days', kept[0]?.messageId === sent, 'an empty queue');
  await world.control.advance(2 * hour);
  const outlived = await till.receive(1);
  check.holds('gone-after-14-days', outlived.length === 0, 'the message');
};
