import type { ControlAnswer, ControlCall, ControlField, ControlFields, ControlInput, PathParameter } from '#schemas';

export const readFields = (fields: ControlFields, body: unknown): Readonly<Record<string, unknown>> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw bad('The body must be a JSON object.');
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) throw bad(`${unknown} is not known. Choose from: ${Object.keys(fields).join(', ')}.`);
  for (const [name, field] of Object.entries(fields)) {
    const value: unknown = Reflect.get(body, name);
    if (value === undefined && field.required) throw bad(`${name} is missing.`);
    if (value !== undefined && !holds(field, value))
      throw bad(`${name} must be ${field.values === undefined ? `of type ${field.type}` : field.values.join(' or ')}.`);
  }
  return { ...body };
};

/** The same for the parameters after the question mark, where a number comes as text. */
export const readQuery = (
  fields: ControlFields,
  query: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> =>
  readFields(
    fields,
    Object.fromEntries(
      Object.entries(query).map(([name, text]) => [
        name,
        fields[name]?.type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text,
      ]),
    ),
  );

const holds = ({ type, values }: ControlField, value: unknown): boolean => {
  if (values !== undefined) return values.some((allowed) => allowed === value);
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'any') return true;
  return typeof value === type;
};

const bad = (message: string) => new ControlError(400, 'InvalidBody', message);

export const toSchema = (fields: ControlFields): object => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, { type, values, description }]) => [
      name,
      {
        ...(type !== 'any' && { type }),
        ...(values && { enum: values }),
        ...(description !== undefined && { description }),
      },
    ]),
  ),
  required: Object.entries(fields).flatMap(([name, { required }]) => (required ? [name] : [])),
  additionalProperties: false,
});

/** The operator asked for something that cannot be; the control API answers it as it stands. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: 400 | 403 | 404 | 409 | 501 | 503;
  readonly code: string;

  constructor(status: ControlError['status'], code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What was asked for, where it is there. */
export const found = <Value>(value: Value | undefined, code: string, message: string): Value => {
  if (value === undefined) throw new ControlError(404, code, message);
  return value;
};

/** What has nothing to tell may say nothing. */
type Answer<Call extends ControlCall> = ControlAnswer<Call> extends undefined ? void : ControlAnswer<Call>;

/** Does an operation of the control API on one part of the control, and answers what is sent as JSON; undefined is 204. */
export type Run<Control> = (control: Control, input: never) => unknown;

/** The operations on one part of the control, each held to what `#schemas` says it takes and answers. */
export const operationsOn =
  <Control>() =>
  <Calls extends ControlCall>(
    rows: {
      readonly [Call in Calls]: (
        control: Control,
        input: ControlInput<Call> & { readonly [Name in PathParameter<Call>]: string },
      ) => Answer<Call> | Promise<Answer<Call>>;
    },
  ): { readonly [Call in Calls]: Run<Control> } =>
    rows;
