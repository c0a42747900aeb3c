import type { HandleProblem } from '#schemas';
import type { QueueBackend } from '../backend.ts';
import { type Input, integer, objects, text } from './input.ts';
import { SqsError } from './sqs-error.ts';

const toError = (problem: HandleProblem, handle: string): SqsError => {
  if (problem === 'invalid')
    return new SqsError(
      'ReceiptHandleIsInvalid',
      `The input receipt handle "${handle}" is not a valid receipt handle.`,
    );
  const reason =
    problem === 'expired'
      ? 'The receipt handle has expired.'
      : 'Message does not exist or is not available for visibility timeout change.';
  return new SqsError(
    'InvalidParameterValue',
    `Value ${handle} for parameter ReceiptHandle is invalid. Reason: ${reason}`,
  );
};

type Nothing = Record<string, never>;

export const deleteMessage = (input: Input, backend: QueueBackend): Nothing | Promise<Nothing> => {
  const handle = text(input, 'ReceiptHandle');
  const settled = (problem: HandleProblem | undefined): Nothing => {
    if (problem !== undefined) throw toError(problem, handle);
    return {};
  };
  const problem = backend.delete(handle);
  return problem instanceof Promise ? problem.then(settled) : settled(problem);
};

export const changeMessageVisibility = async (input: Input, backend: QueueBackend): Promise<Nothing> => {
  const handle = text(input, 'ReceiptHandle');
  const range = 'Must be between 0 and 43200.';
  const seconds = integer(input, 'VisibilityTimeout', { min: 0, max: 43_200, range });
  if (seconds === undefined) throw new SqsError('MissingParameter', 'The request must contain VisibilityTimeout.');
  const problem = await backend.changeVisibility(handle, seconds * 1000);
  if (problem !== undefined) throw toError(problem, handle);
  return {};
};

export type BatchResult = Awaited<ReturnType<typeof deleteMessageBatch>>;

export const deleteMessageBatch = async (input: Input, backend: QueueBackend) => {
  const entries = objects(input, 'Entries').map((entry) => ({ id: text(entry, 'Id'), entry }));
  if (entries.length === 0)
    throw new SqsError(
      'EmptyBatchRequest',
      'There should be at least one DeleteMessageBatchRequestEntry in the request.',
    );
  if (entries.length > 10)
    throw new SqsError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are 10. You have sent ${entries.length}.`,
    );
  const bad = entries.find(({ id }) => !/^[\w-]{1,80}$/.test(id));
  if (bad !== undefined)
    throw new SqsError(
      'InvalidBatchEntryId',
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
    );
  const repeated = entries.find(({ id }, index) => entries.findIndex((entry) => entry.id === id) < index);
  if (repeated !== undefined) throw new SqsError('BatchEntryIdsNotDistinct', `Id ${repeated.id} repeated.`);
  const results = await Promise.all(
    entries.map(async ({ id, entry }) => ({ id, failure: await failureOf(async () => deleteMessage(entry, backend)) })),
  );
  return {
    Successful: results.filter(({ failure }) => failure === undefined).map(({ id }) => ({ Id: id })),
    Failed: results.flatMap(({ id, failure }) =>
      failure === undefined
        ? []
        : [{ Id: id, Code: failure.kind.code, Message: failure.message, SenderFault: true as const }],
    ),
  };
};

const failureOf = async (attempt: () => Promise<unknown>): Promise<SqsError | undefined> => {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    if (error instanceof SqsError) return error;
    throw error;
  }
};
