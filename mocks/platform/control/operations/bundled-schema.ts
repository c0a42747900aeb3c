import { type JsonSchema, isShapeName, schemaOf, type ShapeName } from '#schemas';

/** The schema of a shape in one piece: every other shape it refers to is among its `$defs`. */
export const bundledSchema = (shape: ShapeName): JsonSchema => {
  const found = new Map<ShapeName, JsonSchema>();
  const defs: Record<string, unknown> = {};
  const add = (name: ShapeName): void => {
    if (found.has(name)) return;
    const { $schema: _, $id: __, $defs = {}, ...schema } = schemaOf(name);
    found.set(name, schema);
    for (const [part, value] of Object.entries($defs as object)) defs[`${name}.${part}`] = pointed(value, name);
    defs[name] = pointed(schema, name);
  };
  const pointed = (value: unknown, within: ShapeName): unknown => {
    if (Array.isArray(value)) return value.map((item) => pointed(item, within));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        key === '$ref' ? reference(String(item), within) : key === 'examples' ? item : pointed(item, within),
      ]),
    );
  };
  const reference = (text: string, within: ShapeName): string => {
    if (text.startsWith('#/$defs/')) return `#/$defs/${within}.${text.slice('#/$defs/'.length)}`;
    const name = text.replace('.json', '');
    if (!isShapeName(name)) throw new Error(`${text} is no shape`);
    add(name);
    return `#/$defs/${name}`;
  };
  add(shape);
  const { [shape]: whole, ...others } = defs;
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...(whole as JsonSchema), $defs: others };
};
