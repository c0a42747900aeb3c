import type { CheckOutcome } from '#schemas';
import { payable } from '../../arrange/till/amounts.ts';
import { excerpt } from '../../arrange/json-compare.ts';
import type { Billed, ReadPayment } from '../../arrange/till/read-results.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed, unlessUnmet } from '../../outcome.ts';
import { type Paid, payOnce } from './paid-bill.ts';

interface NextGuest {
  /** The payment that was applied at this table before; it has shown which of the totals is the one to pay. */
  readonly first: Paid;
  readonly bill: Billed;
  prepareAnew(): Promise<Billed>;
  /** Has a bill of another table prepared and its payment fail. */
  failElsewhere(): Promise<Neighbour | undefined>;
  /** Has the payment that failed for an earlier bill of this table delivered again. */
  failAgain(): Promise<void>;
}

/** Another table, and its bill. */
export interface Neighbour {
  readonly tableId: string;
  readonly posBillId: string | undefined;
}

type NextPayment = Paid | { readonly kind: 'refused'; readonly outcome: CheckOutcome } | { readonly kind: 'untold' };

const untold: NextPayment = { kind: 'untold' };

/** Pays a second bill of a table, after a bill of another table has come and gone; the first result of it is lost. */
export const payNext = async (world: PosWorld<never>, guest: NextGuest): Promise<NextPayment> => {
  const { first, bill } = guest;
  if (amountLike(first, bill) === undefined) return untold;
  const neighbour = await guest.failElsewhere();
  // Of bills that share an id nobody can tell which one is paid, which is told where they are compared.
  if (neighbour !== undefined && neighbour.posBillId === bill.bill.posBillId) return untold;
  await guest.failAgain();
  const paid = await unlessUnmet(payLike(world, first, bill));
  if (paid === undefined) return untold;
  if (paid.kind === 'paid') return paid;
  const refused = { result: paid.result, exchanges: [first.exchange, bill.exchange, paid.exchange] };
  return { kind: 'refused', outcome: (await lostTo(world, guest, refused, neighbour)) ?? refusedNext(refused) };
};

/** What a bill was lost to, where a new one of the same lines can be paid when that does not come in between. */
const lostTo = async (
  world: PosWorld<never>,
  guest: NextGuest,
  refused: Refused,
  neighbour: Neighbour | undefined,
): Promise<CheckOutcome | undefined> => {
  const isPaidAfter = async (between: () => Promise<void>): Promise<boolean> => {
    const anew = await unlessUnmet(guest.prepareAnew());
    if (anew?.bill.success !== true) return false;
    await between();
    return (await unlessUnmet(payLike(world, guest.first, anew)))?.kind === 'paid';
  };
  if (await isPaidAfter(() => guest.failAgain()))
    return neighbour === undefined ? undefined : lostToNeighbour(refused, neighbour.tableId);
  return (await isPaidAfter(() => Promise.resolve())) ? lostToRepeat(refused) : undefined;
};

const amountLike = ({ amount }: Paid, { bill }: Billed) =>
  payable(bill.totals).find(({ path, doubt }) => path === amount.path && doubt === amount.doubt);

const payLike = async (world: PosWorld<never>, first: Paid, prepared: Billed) => {
  const amount = amountLike(first, prepared);
  return amount === undefined ? undefined : await payOnce(world, prepared.bill, { amount, isLost: true });
};

interface Refused {
  readonly result: ReadPayment;
  readonly exchanges: readonly number[];
}

/** `after`: what the bill was lost to, in words. */
const refusal = ({ result, exchanges }: Refused, after = '') => ({
  expected: 'success true with a receipt',
  actual: `success false, reasonCode ${result.reasonCode ?? 'none'}${after}`,
  pointer: '/success',
  exchanges,
});

const lostToNeighbour = (refused: Refused, neighbour: string): CheckOutcome =>
  failed({
    ...refusal(refused, `, after the bill of table ${excerpt(neighbour)}; a new bill of the same lines could be paid`),
    cause: 'a bill lost to another table',
  });

const lostToRepeat = (refused: Refused): CheckOutcome =>
  failed({
    ...refusal(refused, ', after the failure that came again; a new bill of the same lines could be paid'),
    cause: 'a bill lost to a failure that came again',
  });

const refusedNext = (refused: Refused): CheckOutcome =>
  failed({ ...refusal(refused), cause: 'the next payment at a table refused' });
