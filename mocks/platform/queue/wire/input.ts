import { SqsError } from './sqs-error.ts';

export type Input = Readonly<Record<string, unknown>>;

export const text = (input: Input, name: string): string => {
  const value = input[name];
  if (typeof value === 'string' && value !== '') return value;
  if (value !== undefined && value !== null && value !== '')
    throw new SqsError('Serialization', `${name} must be a string.`);
  throw new SqsError('MissingParameter', `The request must contain the parameter ${name}.`);
};

export const optionalText = (input: Input, name: string): string | undefined =>
  input[name] === undefined || input[name] === null ? undefined : text(input, name);

/** `range` is AWS's own wording of the reason, which people search for. */
export const integer = (
  input: Input,
  name: string,
  { min, max, range }: { readonly min: number; readonly max: number; readonly range: string },
): number | undefined => {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw new SqsError('Serialization', `${name} must be an integer.`);
  if (value < min || value > max)
    throw new SqsError('InvalidParameterValue', `Value ${value} for parameter ${name} is invalid. Reason: ${range}`);
  return value;
};

export const texts = (input: Input, name: string): readonly string[] => {
  const value = input[name] ?? [];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw new SqsError('Serialization', `${name} must be a list of strings.`);
  return value;
};

export const objects = (input: Input, name: string): readonly Input[] => {
  const value = input[name] ?? [];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'object' && item !== null))
    throw new SqsError('Serialization', `${name} must be a list of structures.`);
  return value;
};
