import type { ErrorObject } from 'ajv';
import { formats } from './formats.ts';
import { nearest } from './nearest.ts';
import { describe, kindOf, list, placeName, short } from './wording.ts';

/** One way in which a value breaks its schema, in words its author can act on. */
export interface ShapeViolation {
  /** JSON pointer to the smallest part that is wrong. */
  readonly pointer: string;
  /** The JSON Schema keyword that said no. */
  readonly keyword: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** The property that is missing or that should not be there. */
  readonly property?: string;
  /** What was probably meant. */
  readonly suggestion?: string;
}

type Wording = Omit<ShapeViolation, 'pointer' | 'keyword'> & { readonly pointer?: string };

export const toViolation = (error: ErrorObject): ShapeViolation => {
  const said = (wordings[error.keyword] ?? otherwise)({
    error,
    place: placeName(error.instancePath),
    limit: Number((error.params as { readonly limit?: number }).limit),
    properties: propertiesOf(error),
  });
  return { pointer: error.instancePath, keyword: error.keyword, ...said };
};

interface Broken {
  readonly error: ErrorObject;
  readonly place: string;
  readonly limit: number;
  readonly properties: Readonly<Record<string, unknown>>;
}

const otherwise = ({ error, place }: Broken): Wording => ({
  message: `${place} ${error.message ?? 'is wrong'}.`,
  expected: describe(error.parentSchema),
  actual: short(error.data),
});

const missing = ({ error, place, properties }: Broken): Wording => {
  const property = String(error.params['missingProperty']);
  const keys = Object.keys(error.data as object);
  const suggestion = nearest(
    property,
    keys.filter((key) => !Object.hasOwn(properties, key)),
  );
  return {
    message: `${place} has no ${property}${suggestion === undefined ? '' : `, but it has ${suggestion}`}.`,
    expected: properties[property] === undefined ? property : `${property}: ${wanted(properties[property])}`,
    actual: keys.length === 0 ? 'an empty object' : `only ${list(keys)}`,
    property,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
};

/** What to send in its place, where nothing is there to be told. */
const wanted = (schema: unknown): string => {
  const { type, minItems = 0 } = (schema ?? {}) as { readonly type?: unknown; readonly minItems?: number };
  return type === 'array' && minItems === 0 ? `${describe(schema)}, [] where there is none` : describe(schema);
};

const extra = ({ error, place, properties }: Broken): Wording => {
  const property = String(error.params['additionalProperty']);
  const allowed = Object.keys(properties).filter((key) => properties[key] !== false);
  return {
    ...guessed(`${place} has ${short(property)}, which does not belong there`, nearest(property, allowed)),
    expected: `only ${list(allowed)}`,
    actual: `${short(property)}: ${short((error.data as Readonly<Record<string, unknown>>)[property])}`,
    pointer: `${error.instancePath}/${property.slice(0, longestName).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    property: property.slice(0, longestName),
  };
};

/** Of a name that nobody expected. */
const longestName = 120;

const wrongType = ({ error, place }: Broken): Wording => {
  const expected = describe({ type: error.params['type'] });
  const fraction = error.params['type'] === 'integer' && typeof error.data === 'number';
  return {
    message: fraction ? `${place} is not a whole number.` : `${place} is ${kindOf(error.data)}, not ${expected}.`,
    expected,
    actual: short(error.data),
  };
};

/** INACTIVE is near ACTIVE in letters only. */
const isOpposite = (text: string, word: string): boolean =>
  text.toLowerCase().endsWith(word.toLowerCase()) && /^(?:in|un|non?|not)[-_ ]?$/iu.test(text.slice(0, -word.length));

const notOneOf = ({ error, place }: Broken): Wording => {
  const { allowedValues, allowedValue } = error.params as { allowedValues?: unknown[]; allowedValue?: unknown };
  const texts = (allowedValues ?? [allowedValue]).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  );
  const expected = texts.length === 1 ? list(texts) : `one of ${list(texts)}`;
  const words = (allowedValues ?? []).filter((value) => typeof value === 'string');
  const guess = typeof error.data === 'string' ? nearest(error.data, words) : undefined;
  const isMeant = guess !== undefined && !isOpposite(String(error.data), guess);
  return {
    ...guessed(`${place} is not ${expected}`, isMeant ? guess : undefined),
    expected,
    actual: short(error.data),
  };
};

const wrongFormat = ({ error, place }: Broken): Wording => {
  const format = formats[String(error.params['format'])];
  const expected = format?.says ?? String(error.params['format']);
  const flaw = format?.flaw?.(String(error.data));
  const kind = expected.split(' such as ')[0] ?? expected;
  return {
    message: `${place} is not ${kind}${flaw === undefined ? '' : `: ${flaw}`}.`,
    expected,
    actual: short(error.data),
  };
};

const wrongLength = ({ error, place, limit }: Broken): Wording => {
  const unit = error.keyword.endsWith('Items') ? 'item' : 'character';
  const size = unit === 'item' ? (error.data as readonly unknown[]).length : charactersIn(String(error.data));
  const expected = `at ${error.keyword.startsWith('max') ? 'most' : 'least'} ${limit} ${unit}${limit === 1 ? '' : 's'}`;
  const message = `${place} has ${size === 0 ? 'no' : size} ${unit}${size === 1 ? '' : 's'}; allowed is ${expected}.`;
  return { message, expected, actual: short(error.data) };
};

const charactersIn = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count += 1;
  return count;
};

const tooSmall = ({ error, place, limit }: Broken): Wording => ({
  message: `${place} is less than ${limit}.`,
  expected: `at least ${limit}`,
  actual: short(error.data),
});

const wrongPattern = ({ error, place }: Broken): Wording => {
  const { description } = error.parentSchema as { readonly description?: string };
  const expected = description ?? `text like ${String(error.params['pattern'])}`;
  return { message: `${place} is ${short(error.data)}, not ${expected}.`, expected, actual: short(error.data) };
};

const wordings: Readonly<Record<string, (broken: Broken) => Wording>> = {
  required: missing,
  additionalProperties: extra,
  type: wrongType,
  enum: notOneOf,
  const: notOneOf,
  format: wrongFormat,
  minLength: wrongLength,
  maxLength: wrongLength,
  minItems: wrongLength,
  maxItems: wrongLength,
  minimum: tooSmall,
  pattern: wrongPattern,
};

const guessed = (message: string, suggestion: string | undefined): { message: string; suggestion?: string } =>
  suggestion === undefined
    ? { message: `${message}.` }
    : { message: `${message}; did you mean ${suggestion}?`, suggestion };

const propertiesOf = ({ parentSchema }: ErrorObject): Readonly<Record<string, unknown>> =>
  (parentSchema as { readonly properties?: Readonly<Record<string, unknown>> } | undefined)?.properties ?? {};
