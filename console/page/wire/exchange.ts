/** One call in either direction, as the journal tells it. */
export interface ExchangeSummary {
  readonly id: number;
  /** `received`: a merchant or till called the platform. `sent`: the platform called a merchant. */
  readonly direction: 'received' | 'sent';
  readonly party: 'merchant' | 'pos' | 'queue';
  readonly operation: string;
  readonly integrationProfileId?: string;
  readonly shop?: string;
  readonly basketId?: string;
  readonly oaOrderId?: string;
  readonly messageKind?: string;
  readonly messageId?: string;
  readonly method: string;
  readonly url: string;
  readonly status?: number;
  /** Milliseconds. */
  readonly durationMs: number;
  readonly failure?: string;
  readonly verdict: Verdict;
  readonly violations: number;
}

export const verdicts = ['conformant', 'violation', 'warning', 'not-judged'] as const;
export type Verdict = (typeof verdicts)[number];

export interface Message {
  readonly headers: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  readonly body?: unknown;
  /** Where it is no text. */
  readonly encoding?: 'base64';
  readonly truncated?: boolean;
}

export interface Judgement {
  readonly requirement: string;
  readonly level: string;
  readonly clause: string;
  readonly rule: string;
  readonly outcome: 'passed' | 'failed' | 'warned';
  readonly message?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly pointer?: string;
}

/** Everything about one call; secrets are not in it. */
export interface Exchange extends ExchangeSummary {
  readonly at: number;
  readonly request: Message & { readonly method: string; readonly url: string };
  readonly response?: Message & { readonly status: number };
  readonly judgements: readonly Judgement[];
  readonly curl: string;
}
