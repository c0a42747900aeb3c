import { defineCheckedScenario, success } from './findings.ts';
import { type OrderKind, pairOf } from './messages.ts';
import { arriving, openTill, passTime } from './till.ts';

const minute = 60_000;
const all: readonly OrderKind[] = ['TABLE', 'PICKUP', 'DELIVERY'];

export default defineCheckedScenario({
  id: 'platform/availability-gates',
  title: 'A closed location or a paused order type stops new orders of that kind only, in its time',
  covers: 'platform/availability',
  async run(world, check) {
    const till = await openTill(world);
    const tell = async (messageKind: string, body: object) => {
      const answer = await till.event(messageKind, body, world.fresh('event'));
      check.answered(answer, `A ${messageKind} event`, success);
    };
    const location = (change: Readonly<Record<string, unknown>>) => tell('PosLocationAvailabilityChanged', change);
    const orderTypes = (...changes: readonly unknown[]) => tell('PosOrderTypeAvailabilityChanged', { changes });
    const stopped = async (kinds: readonly OrderKind[], asked: readonly OrderKind[], when: string) => {
      const arrived = await arriving(world, till, asked);
      for (const kind of asked) {
        const wanted = !kinds.includes(kind);
        check.that(
          arrived.has(kind) === wanted,
          `A new ${kind} order ${wanted ? 'was not sent' : 'was sent'} ${when}.`,
          wanted ? 'it is sent' : 'it is not sent',
          wanted ? 'it was not sent' : 'it was sent',
        );
      }
    };
    const inMinutes = async (count: number) => new Date((await world.control.now()) + count * minute).toISOString();

    await stopped([], [...all, 'KIOSK'], 'by an open location that accepts everything');
    await location({ open: false });
    await stopped(all, all, 'by a closed location');
    const billed = await world.control.send(till.location, {
      messageKind: 'BillPreparationRequested',
      payload: pairOf('BillPreparationRequested').payload,
    });
    check.holds('bills-of-a-closed-location', billed.sent, billed.sent ? '' : billed.reason);
    await location({ open: true });
    await stopped([], all, 'once the location was open again');

    await location({ open: false, effectiveAt: await inMinutes(10) });
    await stopped([], all, 'before the effectiveAt of the closing');
    await passTime(world, till, 11 * minute);
    await stopped(all, all, 'after the effectiveAt of the closing');
    await location({ open: true });

    await orderTypes({ orderType: 'PICKUP', state: 'PAUSED' });
    await stopped(['PICKUP'], all, 'while PICKUP was paused');
    await orderTypes({ orderType: 'STATION', state: 'PAUSED', effectiveUntil: await inMinutes(10) });
    await stopped(['PICKUP', 'TABLE'], [...all, 'KIOSK'], 'while PICKUP and STATION were paused');
    await passTime(world, till, 8 * minute);
    await stopped(['PICKUP', 'TABLE'], [...all, 'KIOSK'], 'before the effectiveUntil of the pause');
    await orderTypes({ orderType: 'PICKUP', state: 'ACCEPTING' }, { orderType: 'STATION', state: 'ACCEPTING' });
    await stopped([], [...all, 'KIOSK'], 'once everything was accepting again');
  },
});
