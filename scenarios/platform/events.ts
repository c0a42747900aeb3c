import type { CheckOutcome } from '#schemas';
import { definePlatformScenario } from '../define.ts';
import { expectThat } from './findings.ts';
import { arriving, openTill } from './till.ts';
import { NotPossible } from '../context/platform.ts';

export default definePlatformScenario({
  id: 'platform/events-once',
  title: 'An event that is sent again is applied once',
  phase: 'read',
  needs: [],
  covers: ['platform/event-deduplication'],
  async run(world) {
    const till = await openTill(world);
    const check = (outcome: CheckOutcome) => world.check('platform/event-deduplication', outcome);
    const say = (open: boolean, messageId: string) => till.event('PosLocationAvailabilityChanged', { open }, messageId);
    const has = async () => (await arriving(world, till, ['PICKUP'])).has('PICKUP');
    const isOpen = async (wanted: boolean, message: string) =>
      check(
        expectThat((await has()) === wanted, message, {
          expected: wanted ? 'the location takes orders' : 'the location takes no orders',
          actual: wanted ? 'an order was not sent' : 'an order was sent',
        }),
      );

    const [closing, opening, again] = [world.fresh('event'), world.fresh('event'), world.fresh('event')];
    // Whether events have their effect is another row's matter; here they only show what was applied.
    const before = await has();
    await say(false, closing);
    const closed = !(await has());
    await say(true, opening);
    if (!before || !closed || !(await has())) throw new NotPossible('events of this location have no effect to see');
    await say(false, closing);
    await isOpen(true, 'An event that came again was applied again: the location was closed by it.');
    await say(false, again);
    await isOpen(false, 'An event with a message identifier of its own was taken for a repeat of an equal one.');
    await say(true, opening);
    await isOpen(false, 'An event that came again was applied again: the location was opened by it.');
  },
});
