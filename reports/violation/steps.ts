import { calls, type Exchange, isRequirementId, requirement } from '#schemas';
import { pageAsked, pageOf, walksIn } from '#traffic';
import type { Part, Step } from '#traffic/charts';
import { printableLine, shortened } from '../wording/printable.ts';
import { plural } from '../wording/statuses.ts';
import type { Argument } from './argument.ts';
import { isObject, readJson } from './json-text.ts';
import { broughtBy } from './led-to.ts';

const most = 6;
const longest = 40;
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

/** What a failure rests on, call by call; the one that shows it best is marked. */
export const stepsOf = ({ exchanges, violation, row, shown: best }: Argument): readonly Step[] => {
  const party = isRequirementId(row.id) ? requirement(row.id).party : 'merchant';
  const shown = exchanges.slice(-most).toSorted((one, other) => one.n - other.n);
  const value = violation.pointer === undefined ? '' : `, ${shortened(printableLine(violation.actual), longest)}`;
  const named = (exchange: Exchange): string => {
    const [noun, id] = subjectOf(exchange);
    const ids = [...new Set(shown.map(subjectOf).flatMap(([one, other]) => (one === noun ? [other] : [])))];
    return `${askedOf(exchange)}${ids.length < 2 ? '' : ` (the ${ordinals[ids.indexOf(id)]} ${noun})`}`;
  };
  const alike = Map.groupBy(shown, named);
  return shown.map((exchange) => {
    const asked = named(exchange);
    const those = alike.get(asked) ?? [];
    const [from, to] = endsOf(exchange, party);
    const [command] = broughtBy(exchange, shown);
    const isHere = exchange === best;
    return {
      exchange: exchange.n,
      from,
      to,
      asked: `${asked}${those.length > 1 ? `, ${ordinals[those.indexOf(exchange)]} time` : ''}${command ? `, answers #${command.n}` : ''}`,
      answered: `${answeredOf(exchange)}${isHere && exchange.sender !== 'target' ? value : ''}`,
      ...(isHere && { wrong: exchange.sender === 'target' ? 'call' : 'answer' }),
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

const askedOf = ({ operation, request }: Exchange): string =>
  operation === calls.receiveMessage.action
    ? 'asks for messages'
    : operation === calls.deleteMessage.action
      ? 'deletes a message'
      : printableLine(operation === 'catalogue' ? `${operation} ${pageAsked(request.url)}` : operation);

/** The order or basket a call is about, as its request names it. */
const subjectOf = ({ operation, request: { url, body = '' } }: Exchange): readonly [noun?: string, id?: string] => {
  if (operation === 'retrieval') return ['basket', new URL(url, 'http://shop').searchParams.get('basketId') ?? ''];
  const tree = readJson(body)?.tree ?? null;
  const named = (name: string): string => (isObject(tree) && typeof tree[name] === 'string' ? tree[name] : '');
  if (operation === 'order') return ['order', named('oaOrderId')];
  return ['recalculation', 'lock', 'basketChange'].includes(operation) ? ['basket', named('id')] : [];
};

const answeredOf = (exchange: Exchange): string => {
  const { operation, response, failure } = exchange;
  if (response === undefined) return failure === undefined ? 'no answer' : 'no answer, the call failed';
  const kinds =
    operation === calls.receiveMessage.action
      ? [
          ...(response.body ?? '').matchAll(
            /messageKind\W+(?:(?:quot|Name|Value|DataType|StringValue)\W+(?:String\W+)?)*(\w+)/gu,
          ),
        ]
      : [];
  return [response.status, ...new Set(kinds.map(([, kind]) => kind)), ...productsOf(exchange)].join(' ');
};

const productsOf = (exchange: Exchange): readonly string[] => {
  const page = pageOf(exchange);
  const [walk] = page === undefined ? [] : walksIn([page]);
  const products = walk?.[0]?.products ?? [];
  const ids = [products[0], ...products.slice(1).slice(-1)].map((product) => printableLine(product?.id ?? ''));
  return walk === undefined ? [] : [`${plural(products.length, 'product')} ${ids.join(' … ')}`.trim()];
};
