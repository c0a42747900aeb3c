import { calls, type Exchange, isRequirementId, requirement } from '#schemas';
import type { Part, Step } from '#traffic/charts';
import { printableLine } from '../wording/printable.ts';
import type { Argument } from './argument.ts';

const most = 6;
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

/** What a failure rests on, call by call. The last one that is named is what is wrong. */
export const stepsOf = ({ exchanges, violation, row }: Argument): readonly Step[] => {
  const party = isRequirementId(row.id) ? requirement(row.id).party : 'merchant';
  const shown = exchanges.slice(-most).toSorted((one, other) => one.n - other.n);
  const alike = Map.groupBy(shown, ({ operation }) => operation);
  return shown.map((exchange) => {
    const those = alike.get(exchange.operation) ?? [];
    const [from, to] = endsOf(exchange, party);
    return {
      exchange: exchange.n,
      from,
      to,
      asked: `${askedOf(exchange)}${those.length > 1 ? `, ${ordinals[those.indexOf(exchange)]} time` : ''}`,
      answered: answeredOf(exchange),
      ...(exchange.n === violation.exchanges.at(-1) && { wrong: exchange.sender === 'target' ? 'call' : 'answer' }),
    };
  });
};

const ofQueue = new Set<string>(Object.values(calls).flatMap((call) => ('action' in call ? [call.action] : [])));

const endsOf = ({ sender, operation }: Exchange, party: string): readonly [Part, Part] => {
  if (party === 'platform') return ['client', 'platform'];
  if (ofQueue.has(operation)) return ['till', 'queue'];
  const target = party === 'pos' ? 'till' : 'shop';
  return sender === 'target' ? [target, 'platform'] : ['platform', target];
};

const askedOf = ({ operation }: Exchange): string =>
  operation === calls.receiveMessage.action
    ? 'asks for messages'
    : operation === calls.deleteMessage.action
      ? 'deletes a message'
      : printableLine(operation);

const answeredOf = ({ operation, response, failure }: Exchange): string => {
  if (response === undefined) return failure === undefined ? 'no answer' : 'no answer, the call failed';
  const kinds =
    operation === calls.receiveMessage.action ? [...(response.body ?? '').matchAll(/messageKind\W+(\w+)/gu)] : [];
  return [response.status, ...new Set(kinds.map(([, kind]) => kind))].join(' ');
};
