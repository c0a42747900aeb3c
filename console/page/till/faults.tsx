import type { ApiFault, QueueFault } from '#schemas';
import { calls } from '#schemas/calls.ts';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { control } from '../live/control-api.ts';
import { follow } from '../live/journal.ts';
import { attempt, say } from '../live/notices.ts';

interface Fault {
  readonly name: string;
  readonly arrange: () => Promise<undefined>;
}

const [callbacks = ''] = calls.callback.path.split('{');

/** What goes wrong with whatever till calls next. */
const faults: readonly Fault[] = [
  {
    name: 'Next callback: 503',
    arrange: () => control('POST /apiFaults', { kind: 'status-before', status: 503, path: callbacks }),
  },
  {
    name: 'Next callback: done, connection dropped',
    arrange: () => control('POST /apiFaults', { kind: 'drop-after', path: callbacks }),
  },
  {
    name: 'Next receive: throttled',
    arrange: () => control('POST /faults', { kind: 'error', error: 'RequestThrottled', action: 'ReceiveMessage' }),
  },
  {
    name: 'Next receive: connection dropped',
    arrange: () => control('POST /faults', { kind: 'drop-before', action: 'ReceiveMessage' }),
  },
  {
    name: 'Next delete: done, connection dropped',
    arrange: () => control('POST /faults', { kind: 'drop-after', action: 'DeleteMessage' }),
  },
];

type PendingFault = Partial<Omit<QueueFault, 'kind'> & Omit<ApiFault, 'kind'>> & Pick<QueueFault | ApiFault, 'kind'>;
const pending = signal<readonly PendingFault[]>([]);

const readPending = async () => {
  const [queue, api] = await Promise.all([control('GET /faults'), control('GET /apiFaults')]);
  pending.value = [...queue.faults, ...api.faults];
};

export const Faults = () => {
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
      <p class="soft small">Each happens once, to the next call of that kind by any till.</p>
      <div class="row">
        {faults.map(({ name, arrange }) => (
          <button
            key={name}
            type="button"
            onClick={() =>
              void attempt(async () => {
                await arrange();
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
          <ul class="small">
            {pending.value.map(({ kind, error, status, path, action, times }, index) => (
              <li key={index}>
                <span class="mono">
                  {[kind, error ?? status, action ?? path].filter((part) => part !== undefined).join(' ')}
                </span>{' '}
                × {times} pending
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
