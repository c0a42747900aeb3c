/**
 * What SchemaStore takes, so that editors know conformance.yaml without being told: the schema of the configuration in
 * draft-07, since language servers read no later one well, and the entry of its catalogue. `npm run build` writes both to
 * `dist/schemas/schemastore/`. What SchemaStore demands stands in its CONTRIBUTING.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultConfigFile } from '#harness/config/default-files';
import type { JsonSchema } from '#schemas';

const name = 'conformance.json';
const url = `https://www.schemastore.org/${name}`;

export const catalogEntry = {
  name: 'conformance',
  description: 'Conformance tests of web shops and tills against a checkout-by-scanning service',
  // Also a JSON file may be given with --config, but its name would be that of many others.
  fileMatch: [defaultConfigFile],
  url,
};

/** Formats of ours are nobody else's: an editor would call the schema wrong. */
const known: ReadonlySet<unknown> = new Set(['date', 'date-time', 'uri', 'email']);

const toDraft7 = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toDraft7);
  if (typeof value !== 'object' || value === null) return value;
  const { $defs, $ref, format, title, ...rest } = value as JsonSchema;
  const plain = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, toDraft7(part)]));
  const ref = typeof $ref === 'string' ? { $ref: $ref.replace('#/$defs/', '#/definitions/') } : undefined;
  return {
    ...plain,
    // Names of types in our sources, which editors show to nobody's use.
    ...(typeof title === 'object' && { title: toDraft7(title) }),
    // In draft-07 nothing beside a reference counts.
    ...(ref && (Object.keys(plain).length === 0 ? ref : { allOf: [ref] })),
    ...(typeof format === 'object' ? { format: toDraft7(format) } : known.has(format) && { format }),
    ...($defs !== undefined && { definitions: toDraft7($defs) }),
  };
};

/** Of the configuration's schema with the names of the reports in it. */
export const storeSchema = ({ $schema, $id, ...config }: JsonSchema): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: url,
  title: 'conformance configuration',
  ...(toDraft7(config) as JsonSchema),
});

export const writeSchemaStore = (folder: string, config: JsonSchema): void => {
  mkdirSync(folder, { recursive: true });
  for (const [file, content] of Object.entries({ [name]: storeSchema(config), 'catalog-entry.json': catalogEntry }))
    writeFileSync(join(folder, file), `${JSON.stringify(content, null, 2)}\n`);
};
