/** The value at a JSON pointer (RFC 6901), or undefined where there is none. */
export const valueAt = (document: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (node, token) =>
        node !== null && typeof node === 'object' && Object.hasOwn(node, token)
          ? (node as Readonly<Record<string, unknown>>)[token]
          : undefined,
      document,
    );
