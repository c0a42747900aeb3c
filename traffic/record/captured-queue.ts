import type { Exchange, QueueCall, Queued, QueueDeletion, QueuePoll } from '../exchange.ts';
import { isObject, jsonOf, type JsonObject } from '../json.ts';
import { createMemory } from '../retention/memory.ts';
import { isPartlyKept } from '../judging/answer.ts';
import { aboutOf } from '../naming/about.ts';
import { createByteBudget } from '../retention/byte-budget.ts';
import { errorCodeInXml, messagesInXml, refusedInXml } from './query-answer.ts';

type Delivered = QueuePoll['messages'][number];

/**
 * Reads what a till asked of its queue out of captured calls of either protocol, in the order they were complete. Undefined
 * for what their bodies do not tell: other actions, and bodies that were not kept.
 */
export const createQueueReader = (): ((exchange: Exchange) => QueueCall | undefined) => {
  const budget = createByteBudget();
  const messageOf = createMemory<string>(budget);
  const handleOf = createMemory<string>(budget);

  const receive = (
    asked: JsonObject,
    answer: JsonObject | undefined,
    isPartial: boolean,
    queued: readonly Queued[],
  ): QueueCall => {
    const shown = listIn(answer?.['Messages']);
    const messages = shown.flatMap((message) => deliveredIn(message, queued));
    for (const { messageId, receiptHandle } of messages) {
      messageOf.set(receiptHandle, messageId);
      handleOf.set(messageId, receiptHandle);
    }
    const { WaitTimeSeconds: wait, MaxNumberOfMessages: most } = asked;
    return {
      action: 'receive',
      ...(wait !== undefined && { waitSeconds: Number(wait) }),
      ...(most !== undefined && { maxMessages: Number(most) }),
      messages,
      // A number that looks like a secret, once that is hidden, leaves an envelope that is no JSON.
      ...((isPartial || messages.length < shown.length) && { partial: true }),
    };
  };

  const deletion = (receiptHandle: unknown, status: number, isRefused: boolean): readonly QueueDeletion[] => {
    const messageId = typeof receiptHandle === 'string' ? messageOf.get(receiptHandle) : undefined;
    // Of a delivery before the capture began.
    if (typeof receiptHandle !== 'string' || messageId === undefined) return [];
    const told = { messageId, receiptHandle };
    if (status === 0) return [{ ...told, outcome: 'faulted', lost: true }];
    if (status >= 500) return [{ ...told, outcome: 'faulted' }];
    const isStale = isRefused || status >= 400 || handleOf.get(messageId) !== receiptHandle;
    return [{ ...told, outcome: isStale ? 'stale' : 'deleted' }];
  };

  return ({ call, request, response, facts: { queued = [] } }) => {
    const asked = jsonIn(request.body) ?? formIn(request);
    const status = response?.status ?? 0;
    const answer = response && (jsonIn(response.body) ?? xmlIn(response.body));
    // Whose credentials were refused, and whether they were to be, a capture does not tell. A throttled call was let in.
    const isRefused =
      status === 401 || (status === 403 && !/throttl/iu.test(errorCodeInXml(response?.body.text ?? '')));
    const isUntold = isRefused || (status === 200 && answer === undefined);
    const isUnread = asked === undefined && isPartlyKept(request.body);
    if (call.name === 'receiveMessage') return receive(asked ?? {}, answer, isUntold || isUnread, queued);
    // Which message it deletes may be any.
    if (isUnread && (call.name === 'deleteMessage' || call.name === 'deleteMessageBatch'))
      return { action: 'delete', deletions: [{ receiptHandle: '', outcome: 'faulted' }] };
    if (asked === undefined) return undefined;
    if (call.name === 'deleteMessage')
      return { action: 'delete', deletions: deletion(asked['ReceiptHandle'], status, false) };
    if (call.name !== 'deleteMessageBatch') return undefined;
    const failed = new Set(listIn(answer?.['Failed']).map(({ Id }) => Id));
    return {
      action: 'delete',
      deletions: [...listIn(asked['Entries']), ...entriesOfForm(asked)].flatMap(({ Id, ReceiptHandle }) =>
        deletion(ReceiptHandle, status, failed.has(Id)),
      ),
    };
  };
};

const jsonIn = ({ json }: Exchange['request']['body']): JsonObject | undefined =>
  json.ok && isObject(json.value) ? json.value : undefined;

const formIn = ({ url, body }: Exchange['request']): JsonObject | undefined => {
  const inAddress = URL.parse(url, 'http://queue')?.searchParams ?? new URLSearchParams();
  const form = Object.fromEntries([...inAddress, ...new URLSearchParams(body.text ?? '')]);
  return 'Action' in form ? form : undefined;
};

/** What is asked of a batch, numbered: DeleteMessageBatchRequestEntry.1.Id. */
const entriesOfForm = (form: JsonObject): readonly JsonObject[] => {
  const numbers = Object.keys(form).flatMap(
    (name) => /^DeleteMessageBatchRequestEntry\.(\d+)\.Id$/.exec(name)?.[1] ?? [],
  );
  return numbers.map((number) => ({
    Id: form[`DeleteMessageBatchRequestEntry.${number}.Id`],
    ReceiptHandle: form[`DeleteMessageBatchRequestEntry.${number}.ReceiptHandle`],
  }));
};

/** In the words of the JSON protocol. A body that was cut may have held more. */
const xmlIn = ({ text, truncated }: Exchange['request']['body']): JsonObject | undefined => {
  if (truncated || text === undefined) return undefined;
  const messages = messagesInXml(text);
  if (messages === undefined && !text.includes('<DeleteMessage')) return undefined;
  return {
    ...(messages !== undefined && {
      Messages: messages.map(({ receiptHandle, body, attributes }) => ({
        ReceiptHandle: receiptHandle,
        Body: body,
        Attributes: Object.fromEntries(attributes),
      })),
    }),
    Failed: refusedInXml(text).map((Id) => ({ Id })),
  };
};

const listIn = (list: unknown): readonly JsonObject[] => (Array.isArray(list) ? list.filter(isObject) : []);

/** None where its envelope cannot be read. */
const deliveredIn = (
  { ReceiptHandle, Body, Attributes }: JsonObject,
  queued: readonly Queued[],
): readonly Delivered[] => {
  const envelope = jsonOf(String(Body));
  const { messageId, messageKind, idempotencyKey } = Object(envelope) as JsonObject;
  if (typeof ReceiptHandle !== 'string' || typeof messageId !== 'string' || typeof messageKind !== 'string') return [];
  const { MessageGroupId, ApproximateReceiveCount, SentTimestamp } = Object(Attributes) as JsonObject;
  // Not every till asks for the attributes.
  const told = queued.find((one) => one.messageId === messageId);
  const receiveCount = Number(ApproximateReceiveCount);
  const queuedAt = SentTimestamp === undefined ? told?.at : Number(SentTimestamp);
  return [
    {
      messageId,
      messageKind,
      groupId: typeof MessageGroupId === 'string' ? MessageGroupId : (told?.groupId ?? ''),
      receiptHandle: ReceiptHandle,
      ...(receiveCount > 0 && { receiveCount }),
      ...(typeof idempotencyKey === 'string' && { idempotencyKey }),
      ...aboutOf(envelope),
      ...(queuedAt !== undefined && Number.isFinite(queuedAt) && { queuedAt }),
    },
  ];
};
