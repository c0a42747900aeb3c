export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of an object; of anything else none. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const listIn = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);

/** The value of a JSON text; undefined where it is none. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The steps of a JSON pointer (RFC 6901); undefined where it is none. */
export const pointerSteps = (pointer: string): readonly string[] | undefined => {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
};

/** The value at a JSON pointer, or undefined where there is none. */
export const valueAt = (document: unknown, pointer: string): unknown =>
  pointerSteps(pointer)?.reduce<unknown>(
    (node, step) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, step) ? (node as JsonObject)[step] : undefined,
    document,
  );
