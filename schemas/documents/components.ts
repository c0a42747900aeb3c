import { type JsonSchema, schemaOf } from '../shapes/load.ts';
import { folderOf, isShapeName, type ShapeName, shapeNames } from '../shapes/names.ts';

/** The name of a shape in a document made for others: its title. */
export const componentName = (shape: ShapeName): string => String(schemaOf(shape)['title']);

/** A reference to the shape within such a document. */
export const component = (shape: ShapeName): JsonSchema => ({ $ref: `#/components/schemas/${componentName(shape)}` });

/**
 * The wire shapes as the `components.schemas` of an OpenAPI or AsyncAPI document: parts of a file become components by
 * their titles, and references point to them.
 */
export const componentSchemas = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    shapeNames
      .filter((shape) => folderOf(shape) === 'wire')
      .flatMap((shape) => {
        const { $schema: _schema, $id: _id, $defs, ...schema } = schemaOf(shape);
        const parts = ($defs ?? {}) as Readonly<Record<string, JsonSchema>>;
        const titled = Object.values(parts).map((part) => [String(part['title']), embedded(part, parts)] as const);
        return [[componentName(shape), embedded(schema, parts)] as const, ...titled];
      }),
  );

type Parts = Readonly<Record<string, JsonSchema>>;

// `discriminator` is left out: OpenAPI knows it for named branches and strings only, and every branch says its constant.
const embedded = (value: unknown, parts: Parts): unknown => {
  if (Array.isArray(value)) return value.map((item) => embedded(item, parts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'discriminator')
      .map(([key, item]) =>
        key === '$ref' ? [key, pointed(String(item), parts)] : [key, key === 'examples' ? item : embedded(item, parts)],
      ),
  );
};

const pointed = (reference: string, parts: Parts): string => {
  const part = /^#\/\$defs\/(.+)$/u.exec(reference)?.[1];
  if (part !== undefined) return `#/components/schemas/${String(parts[part]?.['title'])}`;
  const shape = reference.replace('.json', '');
  if (!isShapeName(shape)) throw new Error(`${reference} is no shape`);
  return `#/components/schemas/${componentName(shape)}`;
};
