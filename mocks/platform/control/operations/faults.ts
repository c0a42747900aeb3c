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

export const faultOperations = operationsOn<FaultControl>()({
  'GET /faults': (control) => ({ faults: control.pendingFaults() }),
  'POST /faults': (control, fault) => control.addFault(fault),
  'DELETE /faults': (control) => control.clearFaults(),
  'GET /apiFaults': (control) => ({ faults: control.pendingApiFaults() }),
  'POST /apiFaults': (control, fault) => control.addApiFault(fault),
  'DELETE /apiFaults': (control) => control.clearApiFaults(),
});
