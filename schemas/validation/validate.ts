import { createRequire } from 'node:module';
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { decided } from './branches.ts';
import { formats } from './formats.ts';
import { type JsonSchema, schemaOf } from '../shapes/load.ts';
import { isShapeName, type ShapeName } from '../shapes/names.ts';
import { type ShapeViolation, toViolation } from './violation.ts';

/** What a user can change about the shapes. */
export interface ShapeSettings {
  /** Replaces the fifteen keys. */
  readonly deliveryOptionKeys?: readonly string[] | undefined;
  /** Further schemas by shape, for the ones the specification has not finalised. */
  readonly overlays?: Readonly<Record<string, JsonSchema>> | undefined;
}

// A static import of ajv costs every command 40 ms, also those that judge nothing.
const require = createRequire(import.meta.url);

/** All ways in which a value breaks its shape; empty when it holds. */
export const validate = (shape: ShapeName, value: unknown, settings: ShapeSettings = {}): readonly ShapeViolation[] =>
  errorsOf(shape, value, settings).map(toViolation);

/** Violations of one kind: the first of them, and how many there are. */
export interface RepeatedViolation {
  readonly first: ShapeViolation;
  /** The place, with `*` for any index, the keyword, and the property that is missing or too many. */
  readonly cause: string;
  count: number;
}

/** The violations by their cause. A page may be wrong in ten thousand places; only one of each kind is put into words. */
export const violationsByCause = (
  shape: ShapeName,
  value: unknown,
  settings: ShapeSettings = {},
): readonly RepeatedViolation[] => {
  const found = new Map<string, RepeatedViolation>();
  for (const error of errorsOf(shape, value, settings)) {
    const cause = causeOf(error);
    const known = found.get(cause);
    if (known === undefined) found.set(cause, { first: toViolation(error), cause, count: 1 });
    else known.count += 1;
  }
  return [...found.values()];
};

/** A pointer with `*` for every index. */
export const patternOf = (pointer: string): string => pointer.replaceAll(/\/\d+(?=\/|$)/gu, '/*');

const causeOf = ({ instancePath, keyword, params }: ErrorObject): string => {
  const { missingProperty, additionalProperty } = params as Readonly<Record<string, string | undefined>>;
  const property = missingProperty ?? additionalProperty;
  return `${patternOf(instancePath)} ${keyword}${property === undefined ? '' : ` ${property}`}`;
};

const errorsOf = (shape: ShapeName, value: unknown, settings: ShapeSettings): readonly ErrorObject[] => {
  const holds = validatorOf(settings)(shape);
  if (holds(value)) return [];
  return oncePerDefect((holds.errors ?? []).filter(({ keyword }) => keyword !== 'if'));
};

/**
 * A value of the wrong type breaks other rules of its place as well; one of them says it all: the allowed values where
 * there are some, otherwise the type.
 */
const oncePerDefect = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const keyword = (name: string): ReadonlySet<string> =>
    new Set(errors.filter((error) => error.keyword === name).map((error) => error.instancePath));
  const [listed, typed] = [keyword('enum'), keyword('type')];
  return errors.filter((error) => {
    if (listed.has(error.instancePath)) return error.keyword === 'enum';
    return !typed.has(error.instancePath) || error.keyword === 'type';
  });
};

type Compile = (shape: ShapeName) => ValidateFunction;

// Memoised, since compiling costs milliseconds and judging microseconds; the same settings give the same validators.
const validators = new Map<string, Compile>();

const validatorOf = (settings: ShapeSettings): Compile => {
  const key = settings.deliveryOptionKeys || settings.overlays ? JSON.stringify(settings) : '';
  const known = validators.get(key);
  if (known !== undefined) return known;
  const compile = createCompile(settings);
  validators.set(key, compile);
  return compile;
};

const createCompile = (settings: ShapeSettings): Compile => {
  const { Ajv2020: Ajv } = require('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020 };
  const ajv = new Ajv({
    strict: settings.overlays === undefined,
    allErrors: true,
    verbose: true,
    strictRequired: false,
  });
  ajv.addVocabulary(['x-unfinalised', 'discriminator']);
  for (const [name, { holds }] of Object.entries(formats)) ajv.addFormat(name, holds);
  const add = (shape: ShapeName): void => {
    if (ajv.schemas[`${shape}.json`] !== undefined) return;
    const schema = adjusted(shape, settings);
    ajv.addSchema(schema);
    for (const other of shapesIn(JSON.stringify(schema))) add(other);
  };
  return (shape) => {
    add(shape);
    return ajv.getSchema(`${shape}.json`) as ValidateFunction;
  };
};

const adjusted = (shape: ShapeName, { deliveryOptionKeys, overlays }: ShapeSettings): JsonSchema => {
  const schema = decided(schemaOf(shape)) as JsonSchema;
  const overlay = overlays?.[shape];
  const all = (schema['allOf'] ?? []) as readonly JsonSchema[];
  return {
    ...schema,
    ...(shape === 'delivery-option-key' && deliveryOptionKeys?.length ? { enum: deliveryOptionKeys } : {}),
    ...(overlay === undefined ? {} : { allOf: [...all, { $id: `overlay/${shape}.json`, ...overlay }] }),
  };
};

const shapesIn = (text: string): readonly ShapeName[] =>
  [...text.matchAll(/"\$ref":"([a-z-]+)\.json/gu)].map(([, name]) => name ?? '').filter(isShapeName);
