import { createRequire } from 'node:module';
import { folderOf, isShapeName, type ShapeName } from './names.ts';

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

// The package's own import map finds the one copy of the JSON files from the sources and from the built files alike.
const require = createRequire(import.meta.url);

/** The schema of a shape as its file has it: the only way to the .json files. Read once, when first asked for. */
export const schemaOf = (shape: ShapeName): JsonSchema =>
  require(`#schemas/${folderOf(shape)}/${shape}.json`) as JsonSchema;

/** The schema of a shape, with every shape that it refers to inside. */
export const bundledSchema = (shape: ShapeName): JsonSchema => {
  const inside: Record<string, JsonSchema> = {};
  const take = (name: ShapeName): JsonSchema => {
    const { $id, $schema, ...schema } = schemaOf(name);
    inside[name] = schema;
    const text = JSON.stringify(schema)
      .replaceAll('"#/$defs/', `"#/$defs/${name}/$defs/`)
      .replaceAll(/"\$ref":"([a-z-]+)\.json(?:#([^"]*))?"/g, (_, other: string, place = '') => {
        if (isShapeName(other) && !(other in inside)) take(other);
        return `"$ref":"#/$defs/${other}${place}"`;
      });
    return (inside[name] = JSON.parse(text) as JsonSchema);
  };
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...take(shape), $defs: inside };
};
