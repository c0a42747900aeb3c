import { defineCheckedScenario } from './findings.ts';
import { arriving, openTill } from './till.ts';
import { unmet } from '../outcome.ts';

export default defineCheckedScenario({
  id: 'platform/events-once',
  title: 'An event that is sent again is applied once',
  covers: 'platform/event-deduplication',
  async run(world, check) {
    const till = await openTill(world);
    const say = (open: boolean, messageId: string) => till.event('PosLocationAvailabilityChanged', { open }, messageId);
    const has = async () => (await arriving(world, till, ['PICKUP'])).has('PICKUP');
    const isOpen = async (wanted: boolean, message: string) =>
      check.that(
        (await has()) === wanted,
        message,
        wanted ? 'the location takes orders' : 'the location takes no orders',
        wanted ? 'an order was not sent' : 'an order was sent',
      );

    const [closing, opening, again] = [world.fresh('event'), world.fresh('event'), world.fresh('event')];
    // Whether events have their effect is another row's matter; here they only show what was applied.
    const before = await has();
    await say(false, closing);
    const closed = !(await has());
    await say(true, opening);
    if (!before || !closed || !(await has())) throw unmet('events of this location have no effect to see');
    await say(false, closing);
    await isOpen(true, 'An event that came again was applied again: the location was closed by it.');
    await say(false, again);
    await isOpen(false, 'An event with a message identifier of its own was taken for a repeat of an equal one.');
    await say(true, opening);
    await isOpen(false, 'An event that came again was applied again: the location was opened by it.');
  },
});
