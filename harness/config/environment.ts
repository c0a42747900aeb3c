import { UsageError } from './usage-error.ts';

/** A value with every `${NAME}` replaced, and the text that came from the environment: those are secrets. */
export interface Expanded {
  readonly value: unknown;
  readonly secrets: readonly string[];
}

/**
 * Expands `${NAME}` in every string of a configuration; `$${NAME}` stands for the text `${NAME}`.
 * A variable that is not set is misuse: an empty token would only show up as the target refusing us.
 */
export const expandEnvironment = (value: unknown, env: Readonly<Record<string, string | undefined>>): Expanded => {
  const secrets = new Set<string>();

  const text = (raw: string, key: string): string =>
    raw.replaceAll(/(\$?)\$\{([^}]*)\}/g, (whole: string, escape: string, name: string) => {
      if (escape !== '') return whole.slice(1);
      const found = env[name];
      if (found === undefined) {
        throw new UsageError(
          `${key}: the environment variable ${name} is not set. Set it, or write $$\{${name}} if the text itself is meant.`,
          { key },
        );
      }
      if (found !== '') secrets.add(found);
      return found;
    });

  const walk = (node: unknown, key: string): unknown => {
    if (typeof node === 'string') return text(node, key);
    if (Array.isArray(node)) return node.map((item, index) => walk(item, `${key}[${index}]`));
    if (node !== null && typeof node === 'object') {
      return Object.fromEntries(
        Object.entries(node).map(([name, item]) => [name, walk(item, key === '' ? name : `${key}.${name}`)]),
      );
    }
    return node;
  };

  return { value: walk(value, ''), secrets: [...secrets] };
};
