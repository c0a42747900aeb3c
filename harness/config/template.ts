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
export const fillJson = (template: unknown, variables: Variables): unknown =>
  withTexts(template, (text) => {
    const [, name] = exactlyOne.exec(text) ?? [];
    return name === undefined ? fillText(text, variables) : variables[name];
  });

/** A JSON value with each text replaced, which stands at `place`; what becomes of it undefined is left out. */
export const withTexts = (value: unknown, replace: (text: string, place: string) => unknown, place = ''): unknown => {
  if (typeof value === 'string') return replace(value, place);
  if (value === null || typeof value !== 'object') return value;
  const isThere = (item: unknown): boolean => item !== undefined;
  if (Array.isArray(value))
    return value.map((item, index) => withTexts(item, replace, `${place}[${index}]`)).filter(isThere);
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, withTexts(item, replace, place === '' ? key : `${place}.${key}`)] as const)
      .filter(([, item]) => isThere(item)),
  );
};

/** Every variable a template names, wherever in it. */
export const variablesIn = (template: unknown): readonly string[] => {
  if (typeof template === 'string') return [...template.matchAll(placeholder)].map(([, name]) => name ?? '');
  if (template === null || typeof template !== 'object') return [];
  return Object.values(template).flatMap(variablesIn);
};
