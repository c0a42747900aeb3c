import { createDice, type Dice } from '../faults/dice.ts';
import { fieldOperatorNames, type FieldOperator, messageOperators, type MessageOperator } from './editing/operators.ts';
import { type Json, patternsIn } from './editing/places.ts';
import type { Mutable, Plan, Which } from './editing/plan.ts';

/** The messages a conformant peer was seen to send: for each operation its patterns, and what types stand there. */
export type Seen = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

export const createSeen = () => {
  const seen = new Map<string, Map<string, Set<string>>>();
  return {
    seen: seen as Seen,
    add: (operation: string, body: Json | undefined): void => {
      const patterns = seen.get(operation) ?? new Map<string, Set<string>>();
      seen.set(operation, patterns);
      for (const [pattern, values] of body === undefined ? [] : patternsIn(body)) {
        const types = patterns.get(pattern) ?? new Set();
        patterns.set(pattern, types);
        for (const value of values) types.add(typeOf(value));
      }
    },
  };
};

const typeOf = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** The plan number `n` of a seed: the same for ever, as long as the peer sends the same kinds of messages. */
export const draw = (party: Mutable, variant: string, seen: Seen, seed: number, n: number): Plan => {
  const dice = createDice(`${seed} ${party} ${variant} ${n}`);
  const operation = dice.pick([...seen.keys()].toSorted());
  const patterns = [...(seen.get(operation) ?? [])].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const pattern = patterns.length === 0 || dice.below(8) === 0 ? undefined : dice.pick(patterns);
  const base = { party, variant, operation, which: whichOf(dice) };
  if (pattern === undefined)
    return { ...base, pattern: '', operator: dice.pick(messageOperatorsOf(party, operation)), places: 'all' };
  const [name, types] = pattern;
  const operator = dice.pick(fieldOperatorNames.filter((one) => suits(one, name, types)));
  return { ...base, pattern: name, operator, places: name.includes('*') ? dice.pick(['all', 'first']) : 'all' };
};

const bodiless: readonly MessageOperator[] = ['drop', 'delay', 'duplicate'];

const messageOperatorsOf = (party: Mutable, operation: string): readonly MessageOperator[] => {
  // Their bodies are empty, or signed with keys that only the till has.
  if (['ReceiveMessage', 'DeleteMessage', 'test-call', 'tip-list', 'tip-get'].includes(operation)) return bodiless;
  // Nobody overtakes an answer.
  return party === 'merchant' && operation !== 'basketChange'
    ? messageOperators.filter((operator) => operator !== 'reorder')
    : messageOperators;
};

const suits = (operator: FieldOperator, pattern: string, types: ReadonlySet<string>): boolean => {
  const some = (...wanted: readonly string[]) => wanted.some((type) => types.has(type));
  switch (operator) {
    case 'rename':
      return !pattern.endsWith('*');
    case 'reorder':
      return some('array');
    case 'change':
      return some('number', 'string', 'boolean');
    case 'lower':
    case 'negate':
    case 'fraction':
      return some('number');
    case 'empty':
      return some('string', 'array', 'object');
    case 'long':
      return some('string');
    default:
      return true;
  }
};

const whichOf = (dice: Dice): Which => {
  const kind = dice.pick(['all', 'all', 'all', 'from', 'only', 'every'] as const);
  return kind === 'all' ? { kind } : { kind, n: kind === 'every' ? 2 : 1 + dice.below(5) };
};
