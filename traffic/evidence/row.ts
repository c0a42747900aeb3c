import type { Finding, RequirementId } from '#schemas';
import type { ByteBudget } from '../retention/byte-budget.ts';

/** One step of a stream that fits a row: evidence, once there is enough of it. What it says replaces what the row says. */
export interface Sight extends Omit<Finding, 'replay'> {
  /** Only sights that differ in this count as several. Default: the exchange that is wrong. */
  readonly unlike?: string | number;
  /** Only sights of the same thing count together. */
  readonly of?: string;
  readonly exchanges: readonly number[];
  /** Why this one is only a warning. */
  readonly leeway?: string;
  /** It rules out the harmless explanation. A row that `needsTelling` wants one of these. */
  readonly tells?: boolean;
  /** Epoch milliseconds. A row with `dueMs` waits so long from then on. */
  readonly at?: number;
  /** The same at the end of the stream. Default: `at`. */
  readonly atEnd?: number;
  /** It waits for what is wrong: where nothing voids it, this is right. */
  readonly passes?: true;
}

/** Why what was seen once is only a warning. */
export const onceOnly = 'it was seen once, which may be chance';

/** Takes back the sights that this explains; those that are waiting too. */
export interface Voids {
  readonly voids: (sight: Sight) => boolean;
  /** Only those of this thing. */
  readonly of?: string;
}

/** `lifecycle`: what a thing comes to by now, in place of all that was said of it before, waiting or not. */
export const instead = (of: string, now?: Sight | 'passed'): readonly (Sight | Voids | 'passed')[] => {
  const before = { voids: () => true, of };
  return now === undefined ? [before] : [before, now === 'passed' ? now : { ...now, of }];
};

/** `passed`: this step shows that it is right. `refuted`: all sights so far are void. `over`: this target does it right and is not suspected again. */
export type Says = Sight | Voids | 'passed' | readonly (Sight | Voids | 'passed')[] | 'refuted' | 'over' | undefined;

/** One way to be wrong, and what makes it certain. */
export interface Row<Step, Ledger, Id extends RequirementId = RequirementId> {
  readonly requirement: Id;
  /** Stable: results are grouped, compared and waived by it. Without it each sight has its own. */
  readonly cause?: string;
  /** What the target did; what to change. Default: each sight has its own, or the words of its cause. */
  readonly message?: string;
  readonly pointer?: string;
  /** So many unlike sights make it certain; fewer may be chance. Default 1. */
  readonly sights?: number;
  /** So many sights in all, alike or not, of the same thing. */
  readonly times?: number;
  /** At least one sight has to rule out the harmless explanation. */
  readonly needsTelling?: true;
  readonly isEnough?: (sights: readonly Sight[], ledger: Ledger) => boolean;
  /** Why the first time is only a warning. From the second time on it fails. */
  readonly onceOnly?: string;
  /** Why it is never more than a warning. */
  readonly leeway?: string;
  /** Why fewer sights than enough are a warning at the end of the stream; without it they are nothing. */
  readonly fewAtEnd?: string;
  /** A sight counts only when nothing has voided it for so long. */
  readonly dueMs?: number;
  /** At the end of the stream so long is enough. Default: `dueMs`. */
  readonly dueAtEndMs?: number;
  /** Called once per stream, so that what it keeps belongs to the stream. */
  readonly look: (ledger: Ledger, budget: ByteBudget) => (step: Step) => Says;
}
