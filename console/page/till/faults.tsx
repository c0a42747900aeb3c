import type { ApiFault, LocationState, QueueFault } from '#schemas';
import { calls } from '#schemas/calls.ts';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { attempt, control, say } from '../live/control-api.ts';
import { follow } from '../live/journal.ts';

type Till = Pick<LocationState, 'integrationProfileId' | 'queueName'>;

const [path = ''] = calls.callback.path.split('{');
const ofApi =
  (fault: Pick<ApiFault, 'kind' | 'status'>) =>
  ({ integrationProfileId }: Till) =>
    control('POST /apiFaults', { ...fault, path, integrationProfileId });
const ofQueue =
  (fault: Pick<QueueFault, 'kind' | 'error' | 'action'>) =>
  ({ queueName: queue }: Till) =>
    control('POST /faults', { ...fault, queue });

/** What goes wrong with what this till calls next. */
const faults = [
  { name: 'Next callback: 503', arrange: ofApi({ kind: 'status-before', status: 503 }) },
  { name: 'Next callback: done, connection dropped', arrange: ofApi({ kind: 'drop-after' }) },
  {
    name: 'Next receive: throttled',
    arrange: ofQueue({ kind: 'error', error: 'RequestThrottled', action: 'ReceiveMessage' }),
  },
  { name: 'Next receive: connection dropped', arrange: ofQueue({ kind: 'drop-before', action: 'ReceiveMessage' }) },
  { name: 'Next delete: done, connection dropped', arrange: ofQueue({ kind: 'drop-after', action: 'DeleteMessage' }) },
];

type PendingFault = Partial<Omit<QueueFault, 'kind'> & Omit<ApiFault, 'kind'>> & Pick<QueueFault | ApiFault, 'kind'>;
const pending = signal<readonly PendingFault[]>([]);

const readPending = async () => {
  const [queue, api] = await Promise.all([control('GET /faults'), control('GET /apiFaults')]);
  pending.value = [...queue.faults, ...api.faults];
};

export const Faults = ({ till }: { readonly till: Till }) => {
  useEffect(() => {
    void attempt(readPending);
    return follow((entries) => {
      if (pending.value.length > 0 && entries.length > 0) void attempt(readPending);
    });
  }, []);
  const clear = () =>
    attempt(async () => {
      await Promise.all([control('DELETE /faults'), control('DELETE /apiFaults')]);
      await readPending();
    });
  return (
    <section class="card stack" aria-label="Faults">
      <h2>Faults</h2>
      <p class="soft small">Each happens once, to the next call of that kind by {till.integrationProfileId}.</p>
      <div class="row">
        {faults.map(({ name, arrange }) => (
          <button
            key={name}
            type="button"
            onClick={() =>
              void attempt(async () => {
                await arrange(till);
                say(`${name}: will happen once.`);
                await readPending();
              })
            }
          >
            {name}
          </button>
        ))}
      </div>
      {pending.value.length > 0 && (
        <div class="row spread pending-faults">
          <ul class="small" aria-label="Armed">
            {pending.value.map((fault, index) => (
              <li key={index}>
                <span class="mono">{inWords(fault)}</span> × {fault.times ?? 1}, for {whose(fault, till)}
              </li>
            ))}
          </ul>
          <button type="button" onClick={() => void clear()}>
            Forget them
          </button>
        </div>
      )}
    </section>
  );
};

const inWords = ({ kind, error, status, path, action }: PendingFault): string =>
  [kind, error ?? status, action ?? path].filter((part) => part !== undefined).join(' ');

const whose = ({ integrationProfileId, queue }: PendingFault, till: Till): string => {
  const named = integrationProfileId ?? queue?.replace(/\.fifo$/, '');
  if (named === undefined) return 'any till';
  return named === till.integrationProfileId ? 'this till' : named;
};
