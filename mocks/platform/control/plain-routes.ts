import type { Arrival } from '#mocks/hosting';
import type { RoutedOperation } from './table.ts';

export interface FoundOperation {
  readonly operation: RoutedOperation;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A path in which nothing is written in another way than it is meant. */
const plainPath = /^http:\/\/[^/]+((?:\/[\w.~-]+)+)$/;

/** The operation that a plain request with a body asks for; undefined for all others, whom a router has to look at. */
export const plainRoutes = (
  table: readonly RoutedOperation[],
): ((arrival: Pick<Arrival, 'method' | 'url'>) => FoundOperation | undefined) => {
  const routes = table
    .filter(({ method }) => method === 'POST')
    .map((operation) => ({
      operation,
      pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    }));
  return ({ method, url }) => {
    const path = method === 'POST' ? plainPath.exec(url)?.[1] : undefined;
    if (path === undefined) return undefined;
    for (const { operation, pattern } of routes) {
      const found = pattern.exec(path);
      if (found !== null) return { operation, parameters: { ...found.groups } };
    }
    return undefined;
  };
};
