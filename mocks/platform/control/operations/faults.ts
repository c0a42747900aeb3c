import { define, type Operation } from '../declaration/operation.ts';

const times = { type: 'integer', description: 'How many calls; default 1.' } as const;

/** Misbehaviour on demand, of the queue and of the API. */
export const faultOperations: readonly Operation[] = [
  define({
    method: 'get',
    path: '/faults',
    summary: 'The queue faults that have not happened yet',
    run: (control) => ({ faults: control.pendingFaults() }),
  }),
  define({
    method: 'post',
    path: '/faults',
    summary: 'Makes the next queue calls go wrong',
    fields: {
      kind: { type: 'string', values: ['error', 'drop-before', 'drop-after', 'delay'], required: true },
      error: { type: 'string', values: ['InternalFailure', 'ServiceUnavailable', 'RequestThrottled'] },
      delayMs: { type: 'integer' },
      queue: { type: 'string', description: 'Name of the queue; absent: any' },
      action: { type: 'string', description: 'Such as ReceiveMessage; absent: any' },
      times,
    },
    run: (control, _, fault) => control.addFault(fault),
  }),
  define({
    method: 'delete',
    path: '/faults',
    summary: 'Forgets the pending faults',
    run: (control) => control.clearFaults(),
  }),
  define({
    method: 'get',
    path: '/apiFaults',
    summary: 'The API faults that have not happened yet',
    run: (control) => ({ faults: control.pendingApiFaults() }),
  }),
  define({
    method: 'post',
    path: '/apiFaults',
    summary: 'Makes the next API calls go wrong, such as a callback answered 503',
    fields: {
      kind: {
        type: 'string',
        values: ['status-before', 'status-after', 'drop-before', 'drop-after', 'delay'],
        required: true,
      },
      status: { type: 'integer', values: [400, 401, 403, 404, 408, 429, 500, 502, 503, 504] },
      delayMs: { type: 'integer' },
      path: { type: 'string', description: 'Only calls whose path starts with it; absent: any' },
      times,
    },
    run: (control, _, fault) => control.addApiFault(fault),
  }),
  define({
    method: 'delete',
    path: '/apiFaults',
    summary: 'Forgets the pending API faults',
    run: (control) => control.clearApiFaults(),
  }),
];
