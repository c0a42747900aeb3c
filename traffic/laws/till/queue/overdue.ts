import type { TrafficOf } from '../../../till-traffic.ts';
import { type Lifecycle, type Lifecycles, visibilityMs } from '../../../ledgers/till/messages.ts';
import { type Undeleted, undeletedIn } from './undeleted.ts';

/** Once a till may have been started anew, or its call have been lost. */
const strikesOut = 2;
/** What was made visible sooner says nothing. */
const momentMs = 1_000;

type Poll = Pick<TrafficOf<'receive'>, 'n' | 'at'>;

/** Messages that were handled, and not deleted before they came again, though the till went on to other things. */
export interface Overdue {
  /** The message that makes it certain that this is how the till goes about it. */
  readonly delivered: (about: readonly Lifecycle[], poll: Poll, activatedAt: number) => Undeleted | undefined;
}

export const createOverdue = (lifecycles: Pick<Lifecycles, 'all'>): Overdue => {
  let before: Poll | undefined;
  let last: { readonly n: number; readonly at: number } | undefined;
  let strikes = 0;
  /** One that stood still deleted nothing in between. */
  const hasDeleted = (from: number, to: number): boolean =>
    [...lifecycles.all()].some(({ deletes }) =>
      deletes.some(({ outcome, at }) => outcome === 'deleted' && at > from && at < to),
    );
  const overdueIn = (lifecycle: Lifecycle, poll: Poll, activatedAt: number): Undeleted | undefined => {
    const undeleted = undeletedIn(lifecycle, activatedAt);
    const [first, second, third] = lifecycle.deliveries;
    if (undeleted === undefined || first === undefined || second === undefined || third !== undefined) return undefined;
    const { answeredAt } = undeleted.callback;
    // Who has not polled since is still at work on what came with it.
    const isPast = before !== undefined && before.n < poll.n && before.at > answeredAt;
    return isPast && second.at - first.at >= visibilityMs - momentMs ? undeleted : undefined;
  };
  return {
    delivered(about, poll, activatedAt) {
      let out: Undeleted | undefined;
      for (const lifecycle of about) {
        const undeleted = overdueIn(lifecycle, poll, activatedAt);
        const [first] = lifecycle.deliveries;
        if (undeleted === undefined || first === undefined) continue;
        const { answeredAt } = undeleted.callback;
        const isAnother =
          last === undefined ||
          (last.n !== first.n && hasDeleted(Math.min(last.at, answeredAt), Math.max(last.at, answeredAt)));
        if (!isAnother) continue;
        last = { n: first.n, at: answeredAt };
        strikes++;
        if (strikes === strikesOut) out = undeleted;
      }
      before = { n: poll.n, at: poll.at };
      return out;
    },
  };
};
