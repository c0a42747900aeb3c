import type { Sight } from '../../../evidence/row.ts';
import { type CountedLine, hasError } from '../../../ledgers/shop/answers.ts';
import type { BasketStep } from '../../../ledgers/shop/baskets.ts';
import type { BasketCall } from '../../../ledgers/shop/calls.ts';
import { inAnyOrder } from '../../../ledgers/shop/in-any-order.ts';
import type { ShopLedgers } from '../../../ledgers/shop/ledgers.ts';
import { type Carried, contentsOf, lessThan, moreThan, totals } from '../../../ledgers/shop/quantities.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';
import { codeRefusedByLocks } from '../codes/refused.ts';
import { codeUsedByLock } from '../codes/used-up.ts';
import { lockedAtPriceOfMore } from './price-of-more.ts';

/** Just so many stand there under an id that nobody asked for: it is the id that is wrong. */
const isElsewhere = ({ product, quantity, carries }: Carried, { quantities, lines = [] }: BasketCall): boolean =>
  carries === 0 &&
  lines.some(({ id, quantity: other }) => id !== product && quantities?.has(id) === false && other === quantity);

const quantityOf = ({ product, quantity, carries }: Carried, lines: readonly CountedLine[]) => ({
  expected: `"${product}" with quantity ${quantity}`,
  actual: `"${product}" with quantity ${carries}`,
  pointer: lines.some(({ id }) => id === product)
    ? `/products/${lines.findIndex(({ id }) => id === product)}/quantity`
    : '/products',
});

/** It has shown these contents whole and without an error. */
const showsWhole = ({ kind, lines, isShort, asked, wanted }: BasketStep, contents: string): boolean => {
  if (isShort || kind !== 'retrieval') return !isShort && wanted === contents && lessThan(asked, lines).length === 0;
  // What is free may be sent back or not: a gift, a deposit, or a product at no price.
  const [all, paid] = [totals(lines), totals(lines.filter(({ isFree }) => !isFree))];
  return [all, paid, new Map([...all, ...paid])].some((one) => contentsOf(one) === contents);
};

/**
 * What cannot be locked has an error code, so that the user is asked whether to continue; stock that has changed since is no
 * exception. What packs and least quantities come to, the same request has shown before, so that only a lock of contents that
 * were answered whole is judged; and none of a basket that is locked with other contents, or where another product is short,
 * which may take its deposit with it.
 */
const lockedQuantity = (lock: BasketCall): Sight | undefined => {
  const { n, before, contents, quantities, lines, isShort } = lock;
  if (contents === undefined || quantities === undefined || lines === undefined || isShort) return undefined;
  const isSame = (before.find(({ kind }) => kind === 'lock')?.wanted ?? contents) === contents;
  const isAlike = (one: BasketStep): boolean => one.wanted === contents || showsWhole(one, contents);
  const shown = isSame ? before.findLast((one) => one.kind !== 'lock' && isAlike(one)) : undefined;
  if (shown === undefined || !showsWhole(shown, contents)) return undefined;
  const sight = { exchanges: [shown.n, n] };
  const [less] = lessThan(quantities, lines);
  if (less !== undefined) {
    if (isElsewhere(less, lock)) return undefined;
    const { expected, actual, pointer } = quantityOf(less, lines);
    return { ...sight, expected: `${expected}, or an error code on it`, actual: `${actual} and no error`, pointer };
  }
  // More is none either, unless a recalculation had just shown so many and no more.
  const isExact = shown.kind !== 'retrieval' && moreThan(shown.asked, shown.lines).length === 0;
  const [more] = isExact ? moreThan(quantities, lines) : [];
  return more && { ...sight, ...quantityOf(more, lines), cause: 'locked more than was asked for' };
};

/**
 * What a product costs may change meanwhile, which shows in its line; a code that cannot be applied any more has an error. Nothing
 * is said where the lock agrees with the basket as it was scanned, nor where the recalculations have the value of another
 * request, which may be left from that, and of other codes, which the answers to each code are about.
 */
const lockedPrice = ({ priced: lock, before, codes }: BasketCall, { baskets }: ShopLedgers): Sight | undefined => {
  if (lock?.price === undefined || lock.request === undefined || lock.isShort || codes.some(hasError)) return undefined;
  const { n, price, request } = lock;
  const calculated = before.filter(({ kind }) => kind !== 'lock');
  const [first, again] = calculated.filter((one) => one.kind !== 'retrieval' && one.request === request).slice(-2);
  if (first === undefined || again?.price === undefined || first.price !== again.price || again.price === price)
    return undefined;
  if ([first, again].some((one) => one.codes !== lock.codes || linesText(one) !== linesText(lock))) return undefined;
  const isLeft = calculated.some((one) =>
    one.kind === 'retrieval' ? one.price === price : one.request !== request && one.value === again.value,
  );
  // Lines that had two values before, or one that is not theirs: which of them is right, the value's own rows tell.
  const isOfItsLines = [again.gross, again.gross - again.reduction].includes(again.value);
  if (isLeft || !isOfItsLines || baskets.worthOf(again.contents) === undefined) return undefined;
  return { expected: again.price, actual: price, exchanges: [first.n, again.n, n] };
};

const linesText = ({ lines }: BasketStep): string =>
  inAnyOrder(lines.map((one) => [one.id, one.quantity, one.unitPrice, one.linePrice, one.isShort])).join();

const asLock =
  (look: (lock: BasketCall, ledgers: ShopLedgers) => ReturnType<ReturnType<ShopRow['look']>>): ShopRow['look'] =>
  (ledgers) =>
  (step) =>
    step.kind === 'lock' ? look(step, ledgers) : undefined;

/** Endpoints › Merchant-hosted › 3: a lock is answered as a recalculation is, or says why not. */
const rows: readonly ShopRow[] = [
  { requirement: 'lock/as-recalculated', cause: 'locked less without a word', look: asLock(lockedQuantity) },
  {
    requirement: 'lock/as-recalculated',
    cause: 'locked otherwise than recalculated',
    pointer: '/price',
    look: asLock(lockedPrice),
  },
  lockedAtPriceOfMore,
  codeUsedByLock,
  codeRefusedByLocks,
];

export const locks = lawByRows('shop/lock', rows);
