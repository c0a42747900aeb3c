import { messagesInXml } from '#traffic';
import type { Delivery } from '../queue/mailbox.ts';

/** The messages in a ReceiveMessageResponse of the query protocol. */
export const readMessages = (xml: string): readonly Delivery[] =>
  (messagesInXml(xml) ?? []).map(({ attributes, ...message }) => ({
    ...message,
    groupId: attributes.get('MessageGroupId') ?? '',
    receiveCount: Number(attributes.get('ApproximateReceiveCount') ?? 1),
  }));
