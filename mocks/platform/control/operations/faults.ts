import type { ApiFaults } from '../../api/api-faults.ts';
import type { QueueFaults } from '../../queue/faults.ts';
import { operationsOn } from '../declaration/fields.ts';

export interface FaultDeps {
  readonly faults: Pick<QueueFaults, 'add' | 'clear' | 'pending'>;
  readonly apiFaults: Pick<ApiFaults, 'add' | 'clear' | 'pending'>;
}

export type FaultControl = ReturnType<typeof createFaultControl>;

export const createFaultControl = ({ faults, apiFaults }: FaultDeps) => ({
  addFault: faults.add,
  clearFaults: faults.clear,
  pendingFaults: faults.pending,
  addApiFault: apiFaults.add,
  clearApiFaults: apiFaults.clear,
  pendingApiFaults: apiFaults.pending,
});

const times = { type: 'integer', description: 'How many calls; default 1.' } as const;

export const faultOperations = operationsOn<FaultControl>()({
  'GET /faults': {
    summary: 'The queue faults that have not happened yet',
    run: (control) => ({ faults: control.pendingFaults() }),
  },
  'POST /faults': {
    summary: 'Makes the next queue calls go wrong',
    fields: {
      kind: { type: 'string', values: ['error', 'drop-before', 'drop-after', 'delay'], required: true },
      error: { type: 'string', values: ['InternalFailure', 'ServiceUnavailable', 'RequestThrottled'] },
      delayMs: { type: 'integer' },
      queue: { type: 'string', description: 'Name of the queue; absent: any' },
      action: { type: 'string', description: 'Such as ReceiveMessage; absent: any' },
      times,
    },
    run: (control, fault) => control.addFault(fault),
  },
  'DELETE /faults': {
    summary: 'Forgets the pending faults',
    run: (control) => control.clearFaults(),
  },
  'GET /apiFaults': {
    summary: 'The API faults that have not happened yet',
    run: (control) => ({ faults: control.pendingApiFaults() }),
  },
  'POST /apiFaults': {
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
      integrationProfileId: {
        type: 'string',
        description: 'Only calls with the API key of this location; absent: any',
      },
      times,
    },
    run: (control, fault) => control.addApiFault(fault),
  },
  'DELETE /apiFaults': {
    summary: 'Forgets the pending API faults',
    run: (control) => control.clearApiFaults(),
  },
});
