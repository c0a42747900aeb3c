import { createRequire } from 'node:module';
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { type Allowance, bounded, type CountedError, oncePerDefect } from './bounded.ts';
import { formats } from './formats.ts';
import { type JsonSchema, schemaOf } from '../shapes/load.ts';
import { isShapeName, type ShapeName } from '../shapes/names.ts';
import { type ShapeViolation, toViolation } from './violation.ts';
import { short } from './wording.ts';

/** What a user can change about the shapes. */
export interface ShapeSettings {
  /** Replaces the fifteen keys. */
  readonly deliveryOptionKeys?: readonly string[] | undefined;
  /** Further schemas by shape, for the ones the specification has not finalised. */
  readonly overlays?: Readonly<Record<string, JsonSchema>> | undefined;
}

// A static import of ajv costs every command 40 ms, also those that judge nothing.
const require = createRequire(import.meta.url);

/** Ways in which a value breaks its shape, at most a thousand; empty when it holds. */
export const validate = (shape: ShapeName, value: unknown, settings: ShapeSettings = {}): readonly ShapeViolation[] =>
  errorsOf(shape, value, settings).errors.slice(0, mostTold).map(toViolation);

/** What is wrong first, for whoever takes a value or refuses it: nothing behind it is looked at. */
export const firstViolation = (
  shape: ShapeName,
  value: unknown,
  settings: ShapeSettings = {},
): ShapeViolation | undefined => {
  const { holds, forget } = validatorsOf(settings).first(shape);
  const [error] = holds(value) ? [] : oncePerDefect(holds.errors ?? []);
  forget();
  return error && toViolation(error);
};

/** Violations of one kind: the first of them, and how many there are. */
export interface RepeatedViolation {
  readonly first: ShapeViolation;
  /** The place, with `*` for any index, the keyword, and the property that is missing. */
  readonly cause: string;
  count: number;
  /** What else does not belong there: properties by their names, values that are none of those allowed. */
  readonly others: string[];
}

/** The violations by their cause. A page may be wrong in ten thousand places; only one of each kind is put into words. */
export const violationsByCause = (shape: ShapeName, value: unknown, settings: ShapeSettings = {}) => {
  const found = new Map<string, RepeatedViolation>();
  const { errors, isWhole } = errorsOf(shape, value, settings);
  for (const error of errors) {
    const cause = causeOf(error);
    const known = found.get(cause);
    const count = 1 + (error.more ?? 0);
    if (known === undefined) {
      found.set(cause, { first: toViolation(error), cause, count, others: [] });
      continue;
    }
    known.count += count;
    if (known.others.length >= mostExtras) continue;
    const other = (error.params as Params)['additionalProperty'] ?? (error.keyword === 'enum' ? error.data : undefined);
    const told = other === undefined ? undefined : short(other);
    if (told !== undefined && told !== known.first.actual && !known.others.includes(told)) known.others.push(told);
  }
  return { causes: [...found.values()] /** All of it was looked at: what no cause speaks about holds. */, isWhole };
};

/** More than anybody reads. */
const mostTold = 1000;
/** Properties and values that do not belong there; a cause holds none of them. */
const mostExtras = 20;

/** A pointer with `*` for every index. */
export const patternOf = (pointer: string): string => pointer.replaceAll(/\/\d+(?=\/|$)/gu, '/*');

type Params = Readonly<Record<string, string | undefined>>;

const causeOf = ({ instancePath, keyword, params }: ErrorObject): string => {
  const property = (params as Params)['missingProperty'];
  return `${patternOf(instancePath)} ${keyword}${property === undefined ? '' : ` ${property}`}`;
};

const errorsOf = (
  shape: ShapeName,
  value: unknown,
  settings: ShapeSettings,
): { readonly errors: readonly CountedError[]; readonly isWhole: boolean } => {
  const { all, allowance } = validatorsOf(settings);
  const { holds, forget } = all(shape);
  allowance.refill();
  const errors = holds(value) ? [] : oncePerDefect(holds.errors ?? []);
  forget();
  return { errors, isWhole: !allowance.isSpent() };
};

interface Compiled {
  readonly holds: ValidateFunction;
  /** Each of ajv's functions keeps its last errors, and with them the whole value they are about. */
  readonly forget: () => void;
}

type Compile = (shape: ShapeName) => Compiled;

interface Validators {
  /** Stops at the first error. */
  readonly first: Compile;
  readonly all: Compile;
  /** Of `all`. */
  readonly allowance: Allowance;
}

// Memoised, since compiling costs milliseconds and judging microseconds; the same settings give the same validators.
const validators = new Map<string, Validators>();

const validatorsOf = (settings: ShapeSettings): Validators => {
  const key = settings.deliveryOptionKeys || settings.overlays ? JSON.stringify(settings) : '';
  const known = validators.get(key);
  if (known !== undefined) return known;
  const ajv = createAjv(settings, true);
  const made = {
    first: onDemand(() => createCompile(createAjv(settings, false), settings)),
    allowance: bounded(ajv),
    all: createCompile(ajv, settings),
  };
  validators.set(key, made);
  return made;
};

/** Half of all processes only judge, and an instance costs 10 ms. */
const onDemand = (create: () => Compile): Compile => {
  let made: Compile | undefined;
  return (shape) => (made ??= create())(shape);
};

const createAjv = (settings: ShapeSettings, allErrors: boolean): Ajv2020 => {
  const { Ajv2020: Ajv } = require('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020 };
  const isOwn = settings.overlays === undefined;
  const ajv = new Ajv({
    strict: isOwn,
    allErrors,
    verbose: true,
    strictRequired: false,
    // Tests hold our own schemas against the draft's; that and shorter code took a third of the time to compile them.
    validateSchema: !isOwn,
    code: { optimize: false },
  });
  ajv.addVocabulary(['x-unfinalised', 'discriminator']);
  for (const [name, { holds }] of Object.entries(formats)) ajv.addFormat(name, holds);
  return ajv;
};

const createCompile = (ajv: Ajv2020, settings: ShapeSettings): Compile => {
  const add = (shape: ShapeName): void => {
    if (ajv.schemas[`${shape}.json`] !== undefined) return;
    const schema = adjusted(shape, settings);
    ajv.addSchema(schema);
    for (const other of shapesIn(JSON.stringify(schema))) add(other);
  };
  // By its name it is looked for in a way that costs as much as judging a small body.
  const made = new Map<ShapeName, Compiled>();
  const forget = (): void => {
    for (const each of functionsOf(ajv)) each.errors = null;
  };
  return (shape) => {
    const known = made.get(shape);
    if (known !== undefined) return known;
    add(shape);
    const compiled = { holds: ajv.getSchema(`${shape}.json`) as ValidateFunction, forget };
    made.set(shape, compiled);
    return compiled;
  };
};

/** Those of the shapes that others refer to as well. */
const functionsOf = (ajv: Ajv2020): readonly ValidateFunction[] =>
  (ajv.scope.get() as Readonly<Record<string, readonly ValidateFunction[] | undefined>>)['validate'] ?? [];

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

/**
 * Rewrites every `oneOf` over objects so that a validator goes down one branch only: the one that the discriminator's
 * value names or, without a discriminator, the one whose first required property is there. A plain `oneOf` reports
 * what is wrong with every branch, most of which nobody meant.
 */
export const decided = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(decided);
  if (!isObject(schema)) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, decided(value)]));
  const branches = parts['oneOf'];
  if (!Array.isArray(branches) || !branches.every(isObject)) return parts;
  const { oneOf: _oneOf, discriminator, ...rest } = parts;
  const tag = isObject(discriminator) ? String(discriminator['propertyName']) : undefined;
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

export const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
