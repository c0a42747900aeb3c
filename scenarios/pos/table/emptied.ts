import type { CheckOutcome } from '#schemas';
import { excerpt, sameElements } from '../../arrange/json-compare.ts';
import { type Looked, snapshotIn } from '../../arrange/till/tables.ts';
import type { Unanswered } from '../../arrange/till/command-answer.ts';
import { warned } from '../../outcome.ts';

type Look = Looked | Unanswered;

/**
 * Base models › tableOrderSnapshot: a snapshot that is returned has the lines of its table. A look with a checkpoint, between two without one
 * that show the same lines at the same updatedAt. A warning: the POS may use the checkpoint to decide whether to return a snapshot, and no
 * more is said of how it returns none. Undefined where nothing is wrong.
 */
export const emptiedOutcome = (before: Looked, hinted: Looked, after: Look): CheckOutcome | undefined => {
  const [first, empty, then] = [before, hinted, after].map(snapshotIn);
  const lines = first?.lines ?? [];
  if (lines.length === 0 || empty?.lines?.length !== 0 || !sameElements(lines, then?.lines ?? [])) return undefined;
  const isSame = [empty, then].every((one) => one?.updatedAt === first?.updatedAt && one?.status === first?.status);
  if (!isSame || first?.updatedAt === undefined || after.kind !== 'looked') return undefined;
  return warned(
    {
      message:
        'A table that was asked for with the checkpoint the platform has is shown without lines, and with them where it was asked for without one, at the same updatedAt; send the whole snapshot, or none of it.',
      expected: `lines ${excerpt(lines)}, as at the same updatedAt`,
      actual: 'lines: []',
      pointer: '/tableOrderSnapshot/lines',
      exchanges: [before, after, hinted].map(({ exchange }) => exchange),
      cause: 'no lines for a checkpoint',
    },
    'how a till returns no snapshot is not stated',
  );
};
