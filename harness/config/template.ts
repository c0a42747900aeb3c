/** What a trigger is fired with; an absent or undefined variable drops the key it stands for. */
export type Variables = Readonly<Record<string, unknown>>;

const placeholder = /\{\{\s*([^{}\s]+)\s*\}\}/g;
const exactlyOne = /^\{\{\s*([^{}\s]+)\s*\}\}$/;

/** A variable inside a longer text: strings as they are, everything else as JSON, absent as nothing. */
export const asText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** The text with every `{{name}}` replaced by what `encode` makes of its value. */
export const fillText = (
  template: string,
  variables: Variables,
  encode: (text: string) => string = (text) => text,
): string => template.replaceAll(placeholder, (_, name: string) => encode(asText(variables[name])));

/** A JSON value with its variables filled in: exactly one variable takes its JSON type, an absent one drops its key. */
export const fillJson = (template: unknown, variables: Variables): unknown => {
  if (typeof template === 'string') {
    const [, name] = exactlyOne.exec(template) ?? [];
    return name === undefined ? fillText(template, variables) : variables[name];
  }
  if (Array.isArray(template)) {
    return template.map((item) => fillJson(item, variables)).filter((item) => item !== undefined);
  }
  if (template !== null && typeof template === 'object') {
    return Object.fromEntries(
      Object.entries(template)
        .map(([key, value]) => [key, fillJson(value, variables)] as const)
        .filter(([, value]) => value !== undefined),
    );
  }
  return template;
};

/** Every variable a template names, wherever in it. */
export const variablesIn = (template: unknown): readonly string[] => {
  if (typeof template === 'string') return [...template.matchAll(placeholder)].map(([, name]) => name ?? '');
  if (template === null || typeof template !== 'object') return [];
  return Object.values(template).flatMap(variablesIn);
};
