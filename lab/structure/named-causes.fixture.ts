import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { causeId } from '#schemas';

const causeInTable = /"cause": "([^"]+)"/gu;

/** What stands for a part that differs from case to case, here and in the rows. */
const part = 'zzz';

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const within = (node: Node): readonly Node[] => [
  node,
  ...Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? (value as readonly unknown[]) : [value]))
    .filter(isNode)
    .flatMap(within),
];

const nameOf = (key: unknown): unknown => (isNode(key) ? (key['name'] ?? key['value']) : undefined);

/** The texts an expression can come to, as far as they stand in the same file. */
const textsOf = (value: unknown, constants: ReadonlyMap<unknown, unknown>): readonly string[] => {
  if (!isNode(value)) return [];
  switch (value.type) {
    case 'Literal':
      return typeof value['value'] === 'string' ? [value['value']] : [];
    case 'TemplateLiteral': {
      const quasis = value['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
      return [quasis.map(({ value: { cooked } }) => cooked).join(part)];
    }
    case 'ConditionalExpression':
      return [...textsOf(value['consequent'], constants), ...textsOf(value['alternate'], constants)];
    case 'Identifier':
      return textsOf(constants.get(value['name']), new Map());
    default:
      return [];
  }
};

/** The ids of the causes that the findings in some files name, `*` for what differs from case to case. */
export const namedCauses = (pattern: string, excluded: RegExp): ReadonlySet<string> => {
  const files = globSync(pattern).filter((file) => !excluded.test(file));
  return new Set(files.flatMap((file) => causesIn(readFileSync(file, 'utf8'), file)));
};

const causesIn = (source: string, file: string): readonly string[] => {
  if (file.endsWith('.json'))
    return [...source.matchAll(causeInTable)].map(([, cause = '']) => idOf({ cause, message: '' }));
  const all = within(parseSync(file, source).program as unknown as Node);
  const constants = new Map(
    all.filter(({ type }) => type === 'VariableDeclarator').map(({ id, init }) => [nameOf(id), init]),
  );
  return all
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap(({ properties }) => {
      const members = new Map(
        (properties as readonly Node[])
          .filter(({ type }) => type === 'Property')
          .map(({ key, value }) => [nameOf(key), value]),
      );
      if (members.has('cause'))
        return textsOf(members.get('cause'), constants).map((cause) => idOf({ cause, message: '' }));
      if (!members.has('message') || !members.has('expected')) return [];
      return textsOf(members.get('message'), constants).map((message) => idOf({ message }));
    });
};

const idOf = (finding: { readonly message: string; readonly cause?: string }): string =>
  causeId(finding).replaceAll(part, '*');
