import { type ShapeName, schemaOf } from '#schemas';

/** The schema of an object, with every shape that it refers to inside. */
export const bundled = (shape: ShapeName): { type: 'object'; [name: string]: unknown } => {
  const inside: Record<string, unknown> = {};
  const take = (name: string): void => {
    if (name in inside) return;
    const { $id, $schema, examples, ...schema } = schemaOf(name as ShapeName);
    inside[name] = {};
    inside[name] = JSON.parse(
      JSON.stringify(schema)
        .replaceAll('"#/$defs/', `"#/$defs/${name}/$defs/`)
        .replaceAll(/"\$ref":"([a-z-]+)\.json(?:#([^"]*))?"/g, (_, other: string, place = '') => {
          take(other);
          return `"$ref":"#/$defs/${other}${place}"`;
        }),
    );
  };
  take(shape);
  return { type: 'object', $ref: `#/$defs/${shape}`, $defs: inside };
};
