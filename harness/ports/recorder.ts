import type { JournalEvent } from '#schemas';
import { createKeeping, createFactsWriter, isSecretHeader, type Recordable, type Redactor, toRecorded } from '#traffic';

/** Numbers exchanges and writes them to the journal. It keeps none, so that memory stays flat whatever the run is. */
export type Recorder = ReturnType<typeof createRecorder>;

export const createRecorder = (redactor: Redactor, emit: (event: JournalEvent) => void) => {
  let last = 0;
  const keeping = createKeeping();
  return {
    /** What of a call to our platform only that can tell. */
    told: createFactsWriter(redactor),
    number: (): number => ++last,
    /** @param bodyBytes so much of each of its bodies, where that is less than of others */
    record(seen: Recordable, bodyBytes = keeping(seen)): void {
      hideSignature(seen, redactor);
      emit({ event: 'exchange', exchange: toRecorded(seen, redactor, bodyBytes) });
    },
  };
};

/** Whoever got a signature may tell of it, in its answer or in the next call. */
const hideSignature = ({ request }: Recordable, redactor: Redactor): void => {
  const carrying = Object.entries(request.headers).filter(([name]) => isSecretHeader(name));
  if (carrying.length === 0) return;
  redactor.signed(Object.fromEntries(carrying.map(([name, value]) => [name, redactor.text(value)])), request.url);
};
