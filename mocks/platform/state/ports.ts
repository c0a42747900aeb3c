import type {
  CommandKind,
  ExchangeDetail,
  ExchangeSummary,
  HttpArchive,
  CatalogueWalks,
  Party,
  RunComparison,
  RunExchange,
  RunRow,
  RunSummary,
  RunWish,
  SetUpCheck,
  TillFacts,
} from '#schemas';

export type Samples = (
  messageKind: CommandKind,
  facts: TillFacts,
  about: { readonly seed: number; readonly now: number },
) => Promise<object>;

/** The runs of whoever hosts the platform. Misuse throws a ControlError. */
export interface RunHost {
  /** Whether there is a configuration to certify by. */
  readonly configured: () => boolean;
  readonly suites: readonly Party[];
  readonly tills: () => readonly string[];
  /** In the order of their starts. */
  readonly runs: () => readonly RunSummary[];
  readonly doctor: (suite: Party, till?: string) => Promise<readonly SetUpCheck[]>;
  readonly start: (wish: RunWish) => RunSummary;
  readonly interrupt: (id: string) => RunSummary;
  /** The manual step is done; false when nobody is waited for. */
  readonly answer: (id: string, text: string) => boolean;
  /** Undefined where the run judges no such requirement. */
  readonly row: (id: string, requirement: string) => RunRow | undefined;
  readonly compare: (older: string, newer: string) => RunComparison;
  /** Those that are new or were found something in since, as far as a body has the text, and where to go on. */
  readonly exchanges: (
    id: string,
    after: number,
    text?: string,
  ) => Promise<{ readonly exchanges: readonly RunExchange[]; readonly last: number }>;
  readonly exchange: (id: string, n: number) => Promise<ExchangeDetail | undefined>;
  readonly archive: (id: string, exchanges: readonly number[]) => Promise<HttpArchive>;
  /** The pages of a catalogue among them, by the walk they are of. */
  readonly walks: (id: string, exchanges: readonly number[]) => Promise<CatalogueWalks>;
  /** The page of a finished run; undefined where there is none. */
  readonly report: (id: string) => Promise<string | undefined>;
  /** Called with the id of a run that changed. */
  readonly follow: (listener: (run: string) => void) => void;
}

export interface ExchangesPort {
  /** The newest of those after this number, ascending, as far as a body has the text. */
  readonly list: (after: number, limit: number, text?: string) => readonly ExchangeSummary[];
  /** Undefined when it was never there or is forgotten. */
  readonly summary: (id: number) => ExchangeSummary | undefined;
  readonly get: (id: number) => ExchangeDetail | undefined;
  /** Those of them that are not forgotten. */
  readonly archive: (ids: readonly number[]) => Promise<HttpArchive>;
  /** The pages of a catalogue among them, by the walk they are of. */
  readonly walks: (ids: readonly number[]) => CatalogueWalks;
  /** Told the number of each one that is added, and of one whose verdict a later one has changed. */
  readonly follow: (listener: (id: number, news: 'exchange' | 'verdict') => void) => void;
}

/** What the control API can do only where its host lends a hand. */
export interface ControlPorts {
  /** The exchanges, where somebody who was told by the tap keeps them. */
  readonly exchanges?: ExchangesPort;
  readonly samples?: Samples;
  readonly certification?: RunHost;
  /** Where tills reach the platform, once it listens. */
  readonly address?: () => string | undefined;
  /** What is served at the paths the control API does not use itself; undefined where there is nothing either. */
  readonly page?: (path: string) => Response | undefined;
}
