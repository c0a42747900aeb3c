import type { ToldFinding } from '../judging/outcome.ts';
import type { RequirementId } from '../requirements/index.ts';

/** What the register says of one call. */
export type ExchangeVerdict = 'conformant' | 'violation' | 'warning' | 'not-judged';

/** One call in either direction, as a list shows it. */
export interface ExchangeSummary {
  readonly id: number;
  /** When the request came or went. */
  readonly at: number;
  readonly durationMs: number;
  /** `received`: somebody called the platform. `sent`: the platform called a merchant. */
  readonly direction: 'received' | 'sent';
  readonly party: 'merchant' | 'pos' | 'queue';
  /** By its name in the table of calls, or `unknown`. */
  readonly call: string;
  readonly operation: string;
  readonly integrationProfileId?: string;
  readonly shop?: string;
  readonly basketId?: string;
  readonly oaOrderId?: string;
  readonly messageKind?: string;
  readonly messageId?: string;
  /** Of a message that was received: its group, and since when it was in the queue. */
  readonly groupId?: string;
  readonly queuedAt?: number;
  /** Of a receive or a delete with several messages: all of them. */
  readonly messages?: readonly {
    readonly messageId: string;
    readonly messageKind?: string;
    readonly groupId?: string;
    readonly queuedAt?: number;
  }[];
  /** The answer is a fault that was asked for: this one. */
  readonly injected?: string;
  readonly method: string;
  /** Path and query of what was received, the whole address of what was sent. */
  readonly url: string;
  /** Absent where there was no response; then `failure` says why. */
  readonly status?: number;
  readonly failure?: string;
  readonly verdict: ExchangeVerdict;
  /** How many requirements do not hold. */
  readonly violations: number;
  /** Which do not hold, and of which there are doubts; absent where there is none. */
  readonly broken?: readonly RequirementId[];
}

/** What may be found out later than an exchange was: by one that came after it. */
export type ExchangeFindings = Pick<ExchangeSummary, 'verdict' | 'violations' | 'broken'>;

/** A whole exchange, with its secrets taken out. */
export interface ExchangeDetail extends ExchangeSummary {
  readonly request: ShownMessage & { readonly method: string; readonly url: string };
  readonly response?: ShownMessage & { readonly status: number };
  readonly judgements: readonly ExchangeJudgement[];
  readonly curl: string;
}

export interface ShownMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** `base64` where the body is no UTF-8. */
  readonly encoding?: 'base64';
  readonly truncated?: true;
}

/** What one exchange says about one requirement. */
export interface ExchangeJudgement extends Partial<Omit<ToldFinding, 'cause' | 'replay'>> {
  readonly requirement: RequirementId;
  readonly level: 'must' | 'should';
  readonly clause: string;
  readonly rule: string;
  /** A `should` that does not hold is `warned`. */
  readonly outcome: 'passed' | 'failed' | 'warned';
}

/** An HTTP Archive, as `conformance judge` and any viewer reads it. */
export interface HttpArchive {
  readonly log: {
    readonly version: string;
    readonly entries: readonly object[];
  };
}
