import { configSchema } from '#harness/config/config-schema';
import type { JsonSchema } from '#schemas';
import { blocks, code, table, text } from './markdown.ts';

interface Part {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number;
  readonly items?: Part;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly additionalProperties?: Part | boolean;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly oneOf?: readonly Part[];
  readonly $defs?: Readonly<Record<string, Part>>;
  readonly allOf?: readonly Part[];
}

/** The keys of a shape in a table, what it refers to in place. `stopAt`: told elsewhere. */
export const keysOf = (schema: JsonSchema, stopAt: readonly string[] = []): readonly (readonly string[])[] => {
  const whole = schema as Part;
  const resolved = (part: Part): Part =>
    part.$ref === undefined ? part : { ...whole.$defs?.[part.$ref.split('/').at(-1) ?? ''], ...part };
  const walk = (given: Part, path: string, required: boolean): readonly (readonly string[])[] => {
    const part = resolved(given);
    const name = part.$ref?.split('/').at(-1) ?? '';
    const own = [code(path), kindOf(part, resolved), text(`${required ? 'Required. ' : ''}${part.description ?? ''}`)];
    if (stopAt.includes(name)) return [own];
    const item = part.items === undefined ? undefined : resolved(part.items);
    const inside = part.properties === undefined ? { part: item, at: `${path}[]` } : { part, at: path };
    const children = Object.entries(inside.part?.properties ?? {}).flatMap(([key, child]) =>
      walk(child, `${inside.at}.${key}`, inside.part?.required?.includes(key) ?? false),
    );
    return [own, ...children];
  };
  return Object.entries(whole.properties ?? {}).flatMap(([key, part]) =>
    walk(part, key, whole.required?.includes(key) ?? false),
  );
};

const kindOf = (part: Part, resolved: (part: Part) => Part): string => {
  if (part.enum !== undefined) return part.enum.map((one) => code(String(one))).join(' ');
  if (part.const !== undefined) return code(String(part.const));
  if (part.items !== undefined) return `list of ${kindOf(resolved(part.items), resolved)}`;
  if (part.oneOf !== undefined) return 'one of several';
  const bounds = [
    part.minimum === undefined ? '' : `at least ${part.minimum}`,
    part.maximum === undefined ? '' : `at most ${part.maximum}`,
  ];
  return [part.type ?? 'anything', ...bounds].filter((word) => word !== '').join(', ');
};

/** Every key of the configuration, a section for each at the top. */
export const configurationReference = (): string => {
  const schema = configSchema() as Part & JsonSchema;
  const formats = schema.allOf?.[0]?.properties?.['reports']?.properties?.['formats']?.items?.enum ?? [];
  const rows = keysOf(schema, [
    'trigger',
    'signatureTemplate',
    'messageSignatures',
    'signatureModule',
    'signatureScheme',
  ]);
  const top = Object.keys(schema.properties ?? {});
  return blocks(
    ...top.map((key) =>
      blocks(
        `## ${key}`,
        table(
          ['key', 'value', ''],
          rows.filter(([path = '']) => new RegExp(`^\`${key}(?:[.[]|\`)`).test(path)),
        ),
        key === 'reports' ? `Formats: ${formats.map((format) => code(String(format))).join(', ')}.` : undefined,
      ),
    ),
    '## A trigger',
    'Each key of `triggers` holds exactly one of `http`, `command` and `manual`.',
    table(['key', 'value', ''], keysOf(triggerShape(schema))),
    '## A signature template',
    text(schema.$defs?.['signatureTemplate']?.description ?? ''),
    table(['key', 'value', ''], keysOf({ ...schema.$defs?.['signatureTemplate'], $defs: schema.$defs } as JsonSchema)),
  );
};

/** The ways to act as one table: each has what the others have not. */
const triggerShape = (schema: Part): JsonSchema => {
  const ways = schema.$defs?.['trigger']?.oneOf ?? [];
  const properties = Object.assign(
    {},
    ...ways.map(({ properties: own }) =>
      Object.fromEntries(Object.entries(own ?? {}).filter(([, part]) => Boolean(part))),
    ),
  );
  return { properties, $defs: schema.$defs } as JsonSchema;
};
