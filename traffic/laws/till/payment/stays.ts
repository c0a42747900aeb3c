import { minorUnitsIn } from '../../../ledgers/till/lines.ts';
import { areSeated, onTwoLooks, type TillRow, unlike } from '../table/row.ts';

export const paymentStays: readonly TillRow[] = [
  {
    // Resources › Base models: a snapshot has the payments that were applied at its table. A waiter may undo one or move a party.
    requirement: 'payment/visible-in-table',
    cause: 'a payment in place of the one before',
    look: ({ tables: { isUntouchedSince, payments } }) =>
      onTwoLooks((before, now, { body }) => {
        if (!areSeated(before, now) || before.openedAt !== now.openedAt || !isUntouchedSince(before.n))
          return undefined;
        if (before.texts === undefined || now.texts === undefined || before.texts.length > now.texts.length)
          return undefined;
        const isKnown = (one: string): boolean => payments.payment(one) !== undefined;
        const [then, here] = [before, now].map((look) => [...new Set(look.payments)].filter(isKnown));
        const gone = then?.find((one) => here?.includes(one) === false);
        const next = here?.find((one) => (payments.payment(one)?.n ?? -1) > before.n && then?.includes(one) === false);
        if (here === undefined || gone === undefined || next === undefined) return undefined;
        // Two payments may be shown as one.
        const value = (one: string): number => payments.payment(one)?.value ?? Number.NaN;
        const all = [gone, ...here].reduce((sum, one) => sum + value(one), 0);
        const shown = minorUnitsIn(Object(body?.['tableOrderSnapshot']).payments);
        const isSummed = [all, ...here.map((one) => value(gone) + value(one))].some(
          (sum) => Number.isNaN(sum) || shown.includes(sum),
        );
        if (isSummed) return undefined;
        const sight = unlike(before, now, `${gone} and ${next} in the payments`, `${next} in place of ${gone}`);
        return { ...sight, unlike: gone };
      }),
  },
];
