import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { control } from '../live/control-api.ts';
import { follow } from '../live/journal.ts';
import { attempt, say } from '../live/notices.ts';

interface PendingFault {
  readonly kind: string;
  readonly error?: string;
  readonly status?: number;
  readonly path?: string;
  readonly action?: string;
  readonly times: number;
}

interface Fault {
  readonly name: string;
  readonly path: '/faults' | '/apiFaults';
  readonly body: object;
}

const callbacks = '/merchant/v1/async/';

/** What goes wrong with whatever till calls next. */
const faults: readonly Fault[] = [
  {
    name: 'Next callback: 503',
    path: '/apiFaults',
    body: { kind: 'status-before', status: 503, path: callbacks },
  },
  {
    name: 'Next callback: done, connection dropped',
    path: '/apiFaults',
    body: { kind: 'drop-after', path: callbacks },
  },
  {
    name: 'Next receive: throttled',
    path: '/faults',
    body: { kind: 'error', error: 'RequestThrottled', action: 'ReceiveMessage' },
  },
  {
    name: 'Next receive: connection dropped',
    path: '/faults',
    body: { kind: 'drop-before', action: 'ReceiveMessage' },
  },
  {
    name: 'Next delete: done, connection dropped',
    path: '/faults',
    body: { kind: 'drop-after', action: 'DeleteMessage' },
  },
];

const pending = signal<readonly PendingFault[]>([]);

const readPending = async () => {
  const [queue, api] = await Promise.all([
    control<{ readonly faults: readonly PendingFault[] }>('GET', '/faults'),
    control<{ readonly faults: readonly PendingFault[] }>('GET', '/apiFaults'),
  ]);
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
      await Promise.all([control('DELETE', '/faults'), control('DELETE', '/apiFaults')]);
      await readPending();
    });
  return (
    <section class="card stack" aria-label="Faults">
      <h2>Faults</h2>
      <p class="soft small">Each happens once, to the next call of that kind by any till.</p>
      <div class="row">
        {faults.map(({ name, path, body }) => (
          <button
            key={name}
            type="button"
            onClick={() =>
              void attempt(async () => {
                await control('POST', path, body);
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
