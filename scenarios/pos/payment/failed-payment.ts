import type { CheckOutcome } from '#schemas';
import { prepareCurrent, type Prepared } from '../../arrange/till/bills.ts';
import { unanswered } from '../../arrange/till/command-answer.ts';
import { billPaymentFailed } from '../../arrange/till/commands.ts';
import { look } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed, notExercised, passed } from '../../outcome.ts';

type World = PosWorld<'payment/failed-releases-bill'>;

/** How long a result is waited for that must not come, once the message has been deleted. */
const watchMs = 1_500;

/** Lets the payment fail; the bill prepared afterwards, if there is one. */
export const afterFailure = async (
  world: World,
  tableId: string,
  { bill, exchange }: Prepared,
): Promise<Prepared | undefined> => {
  const { till, clock, patienceMs, signal } = world;
  if (bill.posBillId === undefined) {
    const unread = notExercised('the bill has no posBillId that can be read');
    world.unprovoked('payment/failed-has-no-result', unread);
    world.check('payment/failed-releases-bill', unread);
    return undefined;
  }
  const from = till.mark();
  const { messageId } = await till.send(billPaymentFailed(bill.posBillId));
  const ours = (seen: { readonly messageId?: string }) => seen.messageId === messageId;
  const deleted = await till.next('delete', { from, matches: ours, withinMs: patienceMs });
  if (deleted) await clock.sleep(watchMs, signal);
  else
    world.unprovoked(
      'payment/failed-has-no-result',
      notExercised('BillPaymentFailed was not taken off the queue in time'),
    );
  return await prepareAgain(world, tableId, exchange);
};

const prepareAgain = async (world: World, tableId: string, exchange: number): Promise<Prepared | undefined> => {
  const again = await prepareCurrent(world, tableId);
  if (again.kind === 'blocked') {
    world.check('payment/failed-releases-bill', (await closedBy(world, tableId, exchange)) ?? again.outcome);
    return undefined;
  }
  if (again.kind !== 'prepared') {
    world.check('payment/failed-releases-bill', unanswered(again));
    return undefined;
  }
  if (again.bill.success !== true) {
    world.check(
      'payment/failed-releases-bill',
      failed({
        message:
          'After BillPaymentFailed the bill could not be prepared again; release whatever was prepared or waiting for the payment.',
        expected: 'success true',
        actual: `success false, reasonCode ${again.bill.reasonCode ?? 'none'}`,
        pointer: '/success',
        exchanges: [exchange, again.exchange],
        cause: 'no bill after a failed payment',
      }),
    );
    return undefined;
  }
  world.check('payment/failed-releases-bill', passed);
  return again;
};

/** Nobody has paid, so the table is not done with. */
const closedBy = async (world: World, tableId: string, exchange: number): Promise<CheckOutcome | undefined> => {
  const looked = await look(world, tableId);
  const { status = 'none', tableId: shown } = (looked.kind === 'looked' ? looked.table.snapshot : undefined) ?? {};
  if (looked.kind !== 'looked' || shown !== tableId || !['CLOSED', 'CANCELLED'].includes(status)) return undefined;
  return failed({
    message:
      'After BillPaymentFailed the table is closed although nobody has paid; let go of the bill and keep it open.',
    expected: 'the status OPEN, as before',
    actual: `status ${status}`,
    pointer: '/tableOrderSnapshot/status',
    exchanges: [exchange, looked.exchange],
    cause: 'closed by a failed payment',
  });
};
