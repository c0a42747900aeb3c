/** What the control API refused, in its own words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One call of the control API. Throws a Refusal for anything but 2xx, and when nobody answers. */
export const control = async <Answer = unknown>(method: Method, path: string, body?: unknown): Promise<Answer> => {
  const response = await fetch(path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }).catch(() => undefined);
  if (response === undefined) throw new Refusal(0, 'The platform does not answer. Is it still running?');
  const text = await response.text();
  const value: unknown = text === '' ? undefined : readJson(text);
  if (response.ok) return value as Answer;
  const { message } = Object(value) as { readonly message?: unknown };
  throw new Refusal(
    response.status,
    typeof message === 'string' ? message : `The platform answered ${response.status}.`,
  );
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A path from parts that may hold anything. */
export const pathOf = (parts: TemplateStringsArray, ...values: readonly string[]): string =>
  String.raw({ raw: parts }, ...values.map(encodeURIComponent));
