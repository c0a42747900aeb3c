import { calls, type Exchange } from '#schemas';

/** The last receive that brought the command which the path of a callback names at its end. */
export const broughtBy = ({ n, sender, request }: Exchange, earlier: Iterable<Exchange>): readonly Exchange[] => {
  const messageId = sender === 'target' ? /\/(?=[^/?]*\d)([^/?]{8,})$/u.exec(request.url)?.[1] : undefined;
  if (messageId === undefined) return [];
  return [...earlier].filter((one) => one.n < n && isReceive(one, messageId)).slice(-1);
};

/** Whether it brought this message, or any. */
export const isReceive = ({ operation, response }: Exchange, messageId = 'messageId'): boolean =>
  operation === calls.receiveMessage.action && response?.body?.includes(messageId) === true;
