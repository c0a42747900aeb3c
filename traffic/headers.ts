export type Headers = Readonly<Record<string, string>>;

/** Headers with their names in lower case, as every exchange has them. */
export const lowerCased = (headers: Headers): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** A header by its name in lower case, whatever case it was written in. */
export const headerOf = (headers: Headers, wanted: string): string | undefined =>
  headers[wanted] ?? Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];

const jsonMediaType = /^\s*(application\/json|[\w!#$&^.+-]+\/[\w!#$&^.+-]+\+json)\s*(;|$)/i;

/** application/json, or another type that ends in +json. */
export const isJsonMediaType = (contentType: string): boolean => jsonMediaType.test(contentType);
