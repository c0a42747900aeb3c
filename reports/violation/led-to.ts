import { calls, type Exchange } from '#schemas';
import { pageOf, walksIn } from '#traffic';

// Of a walk through a catalogue: where the page that is wrong went on from, and how.
const mostPages = 3;

/** What an exchange cannot be understood without: the receive that brought the command, the pages of the walk before. */
export const ledTo = (exchange: Exchange, earlier: Iterable<Exchange>): readonly Exchange[] => {
  const before = [...earlier].filter(({ n }) => n < exchange.n);
  return [...broughtBy(exchange, before), ...pagesBefore(exchange, before)];
};

/** Whether a later exchange may need it. */
export const mayLead = (exchange: Exchange): boolean => isReceive(exchange) || pageOf(exchange) !== undefined;

/** The last receive that brought the command which the path of a callback names at its end. */
export const broughtBy = ({ n, sender, request }: Exchange, earlier: Iterable<Exchange>): readonly Exchange[] => {
  const messageId = sender === 'target' ? /\/(?=[^/?]*\d)([^/?]{8,})$/u.exec(request.url)?.[1] : undefined;
  if (messageId === undefined) return [];
  return [...earlier].filter((one) => one.n < n && isReceive(one, messageId)).slice(-1);
};

/** Whether it brought this message, or any. */
const isReceive = ({ operation, response }: Exchange, messageId = 'messageId'): boolean =>
  operation === calls.receiveMessage.action && response?.body?.includes(messageId) === true;

const pagesBefore = (exchange: Exchange, earlier: readonly Exchange[]): readonly Exchange[] => {
  if (pageOf(exchange) === undefined) return [];
  const pages = [...earlier.filter(({ scenario }) => scenario === exchange.scenario), exchange];
  const walk = walksIn(pages.flatMap((one) => pageOf(one) ?? [])).find(
    (those) => those.at(-1)?.exchange === exchange.n,
  );
  const numbers = walk?.slice(-1 - mostPages, -1).map((page) => page.exchange) ?? [];
  return earlier.filter(({ n }) => numbers.includes(n));
};
