import type { CheckOutcome } from '#schemas';
import { failed, notExercised, passed } from '../../outcome.ts';
import { isSameJson, excerpt } from '../../arrange/json-compare.ts';
import type { PushedEvent } from '../../arrange/till/await-event.ts';
import type { TillTraffic } from '../../context/pos.ts';

const place = 'the place of the identifier is not shown; it is looked for where platform.paths.events says';

/** All events of a till: each has an identifier, and two that say different things have different ones. */
export const uniqueOutcome = (traffic: readonly TillTraffic[]): CheckOutcome => {
  const events = traffic.filter((seen): seen is PushedEvent => seen.kind === 'event');
  if (events.length === 0) return notExercised('no event was pushed', 'triggers.setLocation');
  const nameless = events.find(({ messageId }) => messageId === undefined || messageId === '');
  if (nameless)
    return failed({
      message: `An event carries no message identifier, so that a repeat of it cannot be recognised; ${place}.`,
      expected: 'an identifier, by default in the header X-Message-Id',
      actual: `none with ${nameless.messageKind}`,
      exchanges: [nameless.exchange],
      cause: 'an event without an identifier',
    });
  for (const [messageId, same] of Map.groupBy(events, (event) => event.messageId)) {
    const [first] = same;
    const other = same.find((event) => event.messageKind !== first?.messageKind || !isSameJson(event.body, first.body));
    if (first && other)
      return failed({
        message: 'Two different events carry the same message identifier, so the platform ignores the second one.',
        expected: 'an identifier of its own for each event',
        actual: `${JSON.stringify(messageId)} with ${first.messageKind} ${excerpt(first.body)} and with ${other.messageKind} ${excerpt(other.body)}`,
        exchanges: [first.exchange, other.exchange],
        cause: 'an identifier used twice',
      });
  }
  return passed;
};

/** An event that was refused for the moment and came again. */
export const repeatOutcome = (first: PushedEvent, repeat: PushedEvent): CheckOutcome => {
  if (first.messageId === undefined || repeat.messageId === undefined)
    return notExercised(`an event carries no message identifier; ${place}`, 'platform.paths.events');
  if (first.messageId === repeat.messageId) return passed;
  // Something else may have happened at the till in the meantime.
  if (!isSameJson(first.body, repeat.body)) return notExercised('after the refused event another one came');
  return failed({
    message:
      'An event that was answered 503 was sent again under another message identifier; a repeat keeps its identifier, so that it counts once.',
    expected: `identifier ${JSON.stringify(first.messageId)}`,
    actual: `identifier ${JSON.stringify(repeat.messageId)}`,
    exchanges: [first.exchange, repeat.exchange],
    cause: 'a repeated event with another identifier',
  });
};
