import {
  type CheckOutcome,
  judge,
  type Judgement,
  type Operation,
  resultOperationOf,
  type ShapeSettings,
} from '#schemas';
import { readJson } from '../exchanges/json-body.ts';
import type { TillCall } from './till-call.ts';

const events = [
  'PosLocationAvailabilityChanged',
  'PosOrderTypeAvailabilityChanged',
  'ProductListingsUpdated',
  'TableOrderSnapshotChanged',
] as const satisfies readonly Operation[];

/** By which operation the body of a call is judged; undefined where the register says nothing about it. */
export const operationOf = (call: TillCall): Operation | undefined => {
  switch (call.kind) {
    case 'activation':
      return 'ActivatePos';
    case 'health':
      return 'ReportPosHealth';
    case 'callback':
      return resultOperationOf(call.messageKind);
    case 'event':
      return events.find((kind) => kind === call.messageKind);
    case 'tip':
      return call.action === 'put' ? 'PutTipRecipientRequest' : undefined;
    default:
      return undefined;
  }
};

/** The name of a call in the journal. */
export const nameOf = (call: TillCall): string => {
  if (call.kind === 'test-call') return 'testCall';
  if (call.kind === 'tip') return operationOf(call) ?? `${call.action}TipRecipient`;
  if (call.kind === 'unknown-path') return 'unknown';
  return operationOf(call) ?? ('messageKind' in call ? call.messageKind : call.kind);
};

/** Every S row the body of a call speaks about. The till wrote it, so the till answers for it. */
export const judgeCall = (
  call: TillCall,
  bytes: Uint8Array,
  { exchange, overlays }: { readonly exchange: number; readonly overlays: ShapeSettings['overlays'] },
): readonly Judgement[] => {
  const operation = operationOf(call);
  if (operation === undefined) return [];
  const json = readJson(bytes);
  const judgements = json.ok
    ? judge(operation, json.value, { overlays })
    : // The requirement that owns the whole body is the one charged with something else than an object.
      judge(operation, undefined).map(({ requirement }) => ({
        requirement,
        outcome: unreadable(operation, json.reason),
      }));
  return judgements.map(({ requirement, outcome }) => ({
    requirement,
    outcome: 'message' in outcome ? { ...outcome, exchanges: [exchange] } : outcome,
  }));
};

const unreadable = (operation: Operation, reason: string): CheckOutcome => ({
  status: 'failed',
  message: `The body of ${operation} cannot be read: ${reason}.`,
  expected: 'a JSON object',
  actual: reason,
  cause: 'unreadable',
});
