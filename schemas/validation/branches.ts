import type { JsonSchema } from '../shapes/load.ts';

/**
 * Rewrites every `oneOf` over objects so that a validator goes down one branch only: the one that the discriminator's
 * value names or, without a discriminator, the one whose first required property is there. A plain `oneOf` reports
 * what is wrong with every branch, most of which nobody meant.
 */
export const decided = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(decided);
  if (!isSchema(schema)) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, decided(value)]));
  const branches = parts['oneOf'];
  if (!Array.isArray(branches) || !branches.every(isSchema)) return parts;
  const { oneOf: _oneOf, discriminator, ...rest } = parts;
  const tag = isSchema(discriminator) ? String(discriminator['propertyName']) : undefined;
  const values = tag === undefined ? [] : branches.map((branch) => valueOf(branch, tag));
  return {
    type: 'object',
    ...rest,
    ...(tag === undefined ? {} : { required: [tag], properties: { [tag]: { enum: values } } }),
    allOf: branches.map((branch, index) => ({ if: condition(branch, tag, values[index]), then: branch })),
  };
};

const condition = (branch: JsonSchema, tag: string | undefined, value: unknown): JsonSchema =>
  tag === undefined
    ? { type: 'object', required: (branch['required'] as readonly string[]).slice(0, 1) }
    : { type: 'object', required: [tag], properties: { [tag]: { const: value } } };

const valueOf = (branch: JsonSchema, tag: string): unknown =>
  (branch['properties'] as Readonly<Record<string, JsonSchema>>)[tag]?.['const'];

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
