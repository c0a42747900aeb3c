import type { Caller, QueueBackend } from '../backend.ts';
import type { Output } from './answer.ts';
import type { SqsCall } from './call.ts';
import { receiveMessage } from './receive-message.ts';
import { changeMessageVisibility, deleteMessage, deleteMessageBatch } from './settle-message.ts';
import { SqsError } from './sqs-error.ts';

type Perform = (input: SqsCall['input'], backend: QueueBackend, caller: Caller) => Output | Promise<Output>;

// AWS has no permission for batch actions: who may delete may delete in batches.
const performable: Readonly<Record<string, Perform>> = {
  ReceiveMessage: receiveMessage,
  DeleteMessage: deleteMessage,
  DeleteMessageBatch: deleteMessageBatch,
  ChangeMessageVisibility: changeMessageVisibility,
};

const refused = [
  'AddPermission',
  'CancelMessageMoveTask',
  'ChangeMessageVisibilityBatch',
  'CreateQueue',
  'DeleteQueue',
  'GetQueueAttributes',
  'GetQueueUrl',
  'ListDeadLetterSourceQueues',
  'ListMessageMoveTasks',
  'ListQueueTags',
  'ListQueues',
  'PurgeQueue',
  'RemovePermission',
  'SendMessage',
  'SendMessageBatch',
  'SetQueueAttributes',
  'StartMessageMoveTask',
  'TagQueue',
  'UntagQueue',
];

/** Queue credentials can only receive and delete messages (PosActivationResponse). */
export const isAllowed = (action: string, allowChangeVisibility: boolean): boolean => {
  if (action === 'ChangeMessageVisibility') return allowChangeVisibility;
  if (Object.hasOwn(performable, action)) return true;
  if (refused.includes(action)) return false;
  throw new SqsError('InvalidAction', `The action ${action} is not valid for this endpoint.`);
};

export const perform = (call: SqsCall, backend: QueueBackend, caller: Caller): Output | Promise<Output> => {
  const action = performable[call.action];
  if (action === undefined) throw new SqsError('InvalidAction', `The action ${call.action} is not valid.`);
  return action(call.input, backend, caller);
};
