import { createRequire } from 'node:module';
import { folderOf, type ShapeName } from './names.ts';

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

// The package's own import map finds the one copy of the JSON files from the sources and from the built files alike.
const require = createRequire(import.meta.url);

/** The schema of a shape as its file has it: the only way to the .json files. Read once, when first asked for. */
export const schemaOf = (shape: ShapeName): JsonSchema =>
  require(`#schemas/${folderOf(shape)}/${shape}.json`) as JsonSchema;
