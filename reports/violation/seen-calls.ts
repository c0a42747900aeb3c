import type { Exchange } from '#schemas';
import { createClassifier, createQueueReader, fromRecorded, type QueueCall } from '#traffic';
import type { SeenCall } from '#traffic/charts';

/** Summaries of what a till and its target did, in the order of the journal. */
export const createCallReader = () => {
  const classify = createClassifier({});
  const queueCallOf = createQueueReader();
  return (recorded: Exchange): SeenCall => {
    const { n: id, scenario: place, sender, operation, durationMs, request, response } = recorded;
    const told = { id, place, operation, durationMs, ...(response !== undefined && { status: response.status }) };
    // What was called is known by the configuration, which is not at hand.
    if (sender === 'harness') return { ...told, at: Date.parse(recorded.at), direction: 'sent', call: operation };
    const exchange = fromRecorded(recorded, classify);
    const { at, call } = exchange;
    const queue = call.party === 'queue' ? queueCallOf(exchange) : undefined;
    return {
      ...told,
      at,
      direction: 'received',
      call: call.name,
      ...(call.messageId !== undefined && { messageId: call.messageId }),
      ...(queue !== undefined && { messages: messagesIn(queue) }),
      ...(call.name === 'health' && { healthy: !/"healthy"\s*:\s*false/.test(request.body ?? '') }),
    };
  };
};

const messagesIn = (queue: QueueCall): NonNullable<SeenCall['messages']> => {
  if (queue.action === 'receive') return queue.messages;
  if (queue.action !== 'delete') return [];
  return queue.deletions.flatMap(({ messageId, outcome }) =>
    messageId !== undefined && outcome === 'deleted' ? [{ messageId }] : [],
  );
};
