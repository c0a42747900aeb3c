import type { CheckOutcome } from '#schemas';
import { payable } from '../../arrange/till/amounts.ts';
import { excerpt } from '../../arrange/json-compare.ts';
import type { ReadPayment } from '../../arrange/till/read-results.ts';
import type { PosWorld } from '../../context/pos.ts';
import { type Blocked, failed } from '../../outcome.ts';
import { type Paid, payOnce, type UnpaidBill } from './paid-bill.ts';

type World = PosWorld<never>;

interface NextGuest {
  /** The payment that was applied at this table before; it has shown which of the totals is the one to pay. */
  readonly first: Paid;
  readonly bill: UnpaidBill;
  prepareAnew(): Promise<UnpaidBill | Blocked>;
  /** Has a bill of another table prepared and its payment fail. */
  failElsewhere(): Promise<Neighbour | undefined>;
}

/** Another table, and its bill. */
export interface Neighbour {
  readonly tableId: string;
  readonly posBillId: string | undefined;
}

type NextPayment = Paid | { readonly kind: 'refused'; readonly outcome: CheckOutcome } | { readonly kind: 'untold' };

const untold: NextPayment = { kind: 'untold' };

/** Pays a second bill of a table, after a bill of another table has come and gone; the first result of it is lost. */
export const payNext = async (world: World, guest: NextGuest): Promise<NextPayment> => {
  const { first, bill } = guest;
  if (amountLike(first, bill) === undefined) return untold;
  const neighbour = await guest.failElsewhere();
  // Of bills that share an id nobody can tell which one is paid, which is told where they are compared.
  if (neighbour !== undefined && neighbour.posBillId === bill.bill.posBillId) return untold;
  const paid = await payLike(world, first, bill);
  if (paid === undefined || paid.kind === 'blocked') return untold;
  if (paid.kind === 'paid') return paid;
  const anew = neighbour === undefined ? undefined : await guest.prepareAnew();
  const again =
    anew !== undefined && 'bill' in anew && anew.bill.success === true ? await payLike(world, first, anew) : undefined;
  const refused = { result: paid.result, exchanges: [first.exchange, bill.exchange, paid.exchange] };
  return {
    kind: 'refused',
    outcome: again?.kind === 'paid' ? lostToNeighbour(refused, neighbour?.tableId ?? '') : refusedNext(refused),
  };
};

const amountLike = ({ amount }: Paid, { bill }: UnpaidBill) =>
  payable(bill.totals).find(({ path, doubt }) => path === amount.path && doubt === amount.doubt);

const payLike = async (world: World, first: Paid, prepared: UnpaidBill) => {
  const amount = amountLike(first, prepared);
  return amount === undefined ? undefined : await payOnce(world, prepared.bill, { amount, isLost: true });
};

interface Refused {
  readonly result: ReadPayment;
  readonly exchanges: readonly number[];
}

const lostToNeighbour = ({ result, exchanges }: Refused, neighbour: string): CheckOutcome =>
  failed({
    message:
      'A bill was prepared, then a bill of another table, whose payment failed; after that the payment of the first was refused. Book a payment on the bill it names, and let go of the one bill that BillPaymentFailed names.',
    expected: 'success true with a receipt',
    actual: `success false, reasonCode ${result.reasonCode ?? 'none'}, after the bill of table ${excerpt(neighbour)}; a new bill of the same lines could be paid`,
    pointer: '/success',
    exchanges,
    cause: 'a bill lost to another table',
  });

const refusedNext = ({ result, exchanges }: Refused): CheckOutcome =>
  failed({
    message:
      'One guest of a table has paid, and the payment of the next, for a bill prepared for the lines left, was refused, so that it is refunded; apply each payment to the bill it names.',
    expected: 'success true with a receipt',
    actual: `success false, reasonCode ${result.reasonCode ?? 'none'}`,
    pointer: '/success',
    exchanges,
    cause: 'the next payment at a table refused',
  });
