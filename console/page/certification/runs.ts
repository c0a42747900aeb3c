import { signal } from '@preact/signals';
import { control, pathOf, Refusal } from '../live/control-api.ts';
import { follow } from '../live/journal.ts';

export interface RunSummary {
  readonly id: string;
  readonly suite: string;
  readonly status: 'running' | 'waiting' | 'finished' | 'interrupted' | 'broken';
  readonly startedAt: number;
  readonly verdict?: string;
  readonly exitCode?: number;
  readonly done: number;
  readonly total: number;
  /** In the order of the register. */
  readonly requirements: readonly { readonly id: string; readonly status: string }[];
  /** What a person has to do now; until `deadline`, in epoch milliseconds of the platform. */
  readonly turn?: {
    readonly trigger: string;
    readonly text: string;
    readonly deadline: number;
    /** Something has to be typed, such as the id of the basket just made. */
    readonly wantsAnswer?: boolean;
  };
  readonly message?: string;
}

interface Certification {
  readonly configured: boolean;
  readonly suites: readonly string[];
  readonly runs: readonly RunSummary[];
}

/** Undefined until read; a sentence where this platform cannot certify. */
export const certification = signal<Certification | string | undefined>(undefined);

export const readCertification = async (): Promise<void> => {
  try {
    certification.value = await control<Certification>('GET', '/certification');
  } catch (error) {
    certification.value = error instanceof Refusal ? error.message : String(error);
  }
};

export const isOver = ({ status }: RunSummary): boolean => status !== 'running' && status !== 'waiting';

/** Newest first. */
export const runsOf = (): readonly RunSummary[] => {
  const known = certification.value;
  return typeof known === 'object' ? known.runs.toSorted((a, b) => b.startedAt - a.startedAt) : [];
};

const put = (run: RunSummary) => {
  const known = certification.value;
  if (typeof known !== 'object') return;
  const others = known.runs.filter(({ id }) => id !== run.id);
  certification.value = { ...known, runs: [...others, run] };
};

export const startRun = async (wish: object): Promise<RunSummary> => {
  const run = await control<RunSummary>('POST', '/certification/runs', wish);
  put(run);
  return run;
};

const reading = new Set<string>();
const stale = new Set<string>();

/** A run tells of every requirement; one read at a time is enough. */
const readRun = async (id: string): Promise<void> => {
  if (reading.has(id)) {
    stale.add(id);
    return;
  }
  reading.add(id);
  stale.delete(id);
  try {
    put(await control<RunSummary>('GET', pathOf`/certification/runs/${id}`));
  } catch {
    // The connection's own state says so.
  }
  setTimeout(() => {
    reading.delete(id);
    if (stale.has(id)) void readRun(id);
  }, 200);
};

follow((entries) => {
  const changed = entries.flatMap(({ event }) => (event.kind === 'certification' ? [event.run] : []));
  for (const id of new Set(changed)) void readRun(id);
});
