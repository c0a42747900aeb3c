import { calls, type Exchange, isRequirementId, requirement } from '#schemas';
import { type Chart, type Part, sequence, type Step } from '#traffic/charts';
import { printableLine, shortened } from '../wording/printable.ts';
import type { Argument } from './argument.ts';
import { broughtBy } from './brought-by.ts';

const most = 6;
const longest = 40;
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

/** What a failure rests on, call by call; the one that shows it best is marked. */
export const stepsOf = ({ exchanges, violation, row, shown: best }: Argument): readonly Step[] => {
  const party = isRequirementId(row.id) ? requirement(row.id).party : 'merchant';
  const shown = exchanges.slice(-most).toSorted((one, other) => one.n - other.n);
  const value = violation.pointer === undefined ? '' : `, ${shortened(printableLine(violation.actual), longest)}`;
  const alike = Map.groupBy(shown, ({ operation }) => operation);
  return shown.map((exchange) => {
    const those = alike.get(exchange.operation) ?? [];
    const [from, to] = endsOf(exchange, party);
    const [command] = broughtBy(exchange, shown);
    const isHere = exchange === best;
    return {
      exchange: exchange.n,
      from,
      to,
      asked: `${askedOf(exchange)}${those.length > 1 ? `, ${ordinals[those.indexOf(exchange)]} time` : ''}${command ? `, answers #${command.n}` : ''}`,
      answered: `${answeredOf(exchange)}${isHere && exchange.sender !== 'target' ? value : ''}`,
      ...(isHere && { wrong: exchange.sender === 'target' ? 'call' : 'answer' }),
    };
  });
};

/** The same as a picture; undefined: one call alone is told by its exchange. */
export const storyOf = (argument: Argument, title: string): Chart | undefined => {
  const steps = stepsOf(argument);
  return steps.length < 2 ? undefined : sequence(`What happened: ${title}`, steps);
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
    operation === calls.receiveMessage.action
      ? [
          ...(response.body ?? '').matchAll(
            /messageKind\W+(?:(?:quot|Name|Value|DataType|StringValue)\W+(?:String\W+)?)*(\w+)/gu,
          ),
        ]
      : [];
  return [response.status, ...new Set(kinds.map(([, kind]) => kind))].join(' ');
};
