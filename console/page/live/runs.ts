import { signal } from '@preact/signals';
import type { Certifications, RunSummary, RunWish } from '#schemas';
import { control, Refusal } from './control-api.ts';
import { follow } from './journal.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** Undefined until read; a sentence where this platform cannot certify. */
export const certification = signal<Certifications | string | undefined>(undefined);

export const readCertification = async (): Promise<void> => {
  try {
    certification.value = await control('GET /certification');
  } catch (error) {
    certification.value = error instanceof Refusal ? error.message : String(error);
  }
};

export const isOver = ({ status }: RunSummary): boolean => status !== 'running' && status !== 'waiting';

/** Not where results are only shown. */
export const mayStart = (): boolean => typeof certification.value === 'object' && certification.value.suites.length > 0;

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

export const startRun = async (wish: RunWish): Promise<RunSummary> => {
  const run = await control('POST /certification/runs', wish);
  put(run);
  return run;
};

const readers = new Map<string, () => Promise<void>>();

/** A run tells of every requirement; one read at a time is enough. */
const readRun = async (id: string): Promise<void> => {
  const read =
    readers.get(id) ?? oneAtATime(async () => put(await control('GET /certification/runs/{id}', { id })), 200);
  readers.set(id, read);
  await read();
};

follow((entries) => {
  const changed = entries.flatMap(({ event }) => (event.kind === 'certification' ? [event.run] : []));
  for (const id of new Set(changed)) void readRun(id);
});
