import type { CheckOutcome } from '#schemas';
import { failed, warned } from '../../outcome.ts';
import type { Row } from '../covering.ts';
import { isOfItems, type SubmissionFactor, wordsOf } from './levels.ts';
import { alikeCauses, type Breaks, type Wrong, type WrongKind } from './wrongs.ts';

/** What an order did, and which requirement that breaks. */
export const toldOf = (
  row: Row,
  factors: readonly SubmissionFactor[],
  { kind, finding }: Wrong,
  plain: Row,
): { readonly breaks: Breaks; readonly outcome: CheckOutcome } => {
  const isOf = (factor: SubmissionFactor, ...some: readonly string[]): boolean =>
    factors.includes(factor) && (some.length === 0 || some.includes(row[factor] ?? ''));
  const words = wordsOf(row, factors);
  // A result that is not taken brings the message again, perhaps after another of its key that was sent at once.
  const isKey = isOf('repeat', 'key') || (isOf('repeat', 'race') && !isOf('answer'));
  const isPart = row['items'] === 'mixed';
  const kinds: Readonly<Record<WrongKind, Told>> = {
    silent: { did: 'was not answered', breaks: 'submission/contexts', cause: `not answered ${words}` },
    rejected: { did: 'was rejected', breaks: 'submission/contexts', cause: `rejected ${words}` },
    accepted: isPart
      ? { did: 'was accepted', breaks: 'submission/partial-is-failure', cause: 'a part is a success' }
      : { did: 'was accepted', breaks: 'submission/rejection-reasons', cause: `accepted ${words}` },
    unlisted: { did: 'lists fewer items', breaks: 'submission/result-body', cause: 'an accepted item not listed' },
    more: isKey
      ? { did: again, breaks: 'queue/idempotency-key', cause: 'applied again under the same key' }
      : isOf('repeat') || isOf('answer')
        ? { did: again, breaks: 'queue/duplicate-not-applied', cause: `applied again ${words}` }
        : { did: again, breaks: 'table/lines-follow-orders', cause: `entered twice ${words}` },
    less: { did: 'is not all on its table', breaks: 'table/lines-follow-orders', cause: `entered in part ${words}` },
    booked: { did: 'is paid twice', breaks: 'payment/applied-once', cause: 'payment of an order booked twice' },
    undeleted: { did: 'was not deleted', breaks: 'queue/duplicate-not-applied', cause: 'duplicate not deleted' },
    key: { did: 'got another answer', breaks: 'queue/idempotency-key', cause: finding.cause ?? '' },
    twin: {
      did: 'came onto its table once for both',
      breaks: 'queue/unlike-orders-apply',
      cause: 'an order like an earlier one not applied',
    },
  };
  const { did, ...usual } = kinds[kind];
  const isText = usual.breaks === 'submission/contexts' && isOf('note');
  const alike = isOf('ids') ? alikeCauses[kind] : undefined;
  const { breaks, cause }: Omit<Told, 'did'> = alike
    ? { breaks: 'queue/unlike-orders-apply', ...alike }
    : isText
      ? { breaks: 'submission/texts', cause: `not taken: ${words}` }
      : usual;
  const others = factors.filter((factor) => !isOfItems(factor));
  const unlike = others.length > 0 ? others : factors;
  const found = { ...finding, message: `An order ${words} ${did}, unlike the same ${wordsOf(plain, unlike)}.`, cause };
  const leeway =
    kind === 'rejected' && isOf('note', 'long', 'empty')
      ? 'how long such a text may be, and how short, is not stated'
      : kind === 'accepted' && row['items'] === 'stale'
        ? 'whether an item carries a price is not finalised, and one that was paid may be honoured'
        : kind === 'rejected' && others.length === 0
          ? 'which amount of a listing is its price is a guess'
          : undefined;
  return { breaks, outcome: leeway === undefined ? failed(found) : warned(found, leeway) };
};

interface Told {
  readonly did: string;
  readonly breaks: Breaks;
  readonly cause: string;
}

const again = 'came onto its table more than once';
