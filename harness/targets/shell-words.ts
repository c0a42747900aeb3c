import { asText, type Variables } from './template.ts';

/** A shell command and the environment that carries its variables. */
export interface ShellCommand {
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Values reach the shell as environment variables, never as script text: some of them come from the target's own
 * answers, and no quoting of ours survives every nesting of quotes, `$(…)` and here-documents a template may have.
 * The reference is quoted for where it stands, so that a value is one word.
 */
export const shellCommand = (template: string, variables: Variables): ShellCommand => {
  const environment: Record<string, string> = {};
  let quote: '' | '"' | "'" = '';
  const script = template.replaceAll(/\{\{\s*([^{}\s]+)\s*\}\}|\\[\s\S]|["']/g, (token, name: string | undefined) => {
    if (name !== undefined) {
      const variable = `CONFORMANCE_${name}`;
      environment[variable] = asText(variables[name]).replaceAll('\0', '');
      return { '': `"\${${variable}}"`, '"': `\${${variable}}`, "'": `'"\${${variable}}"'` }[quote];
    }
    if (token === '"' && quote !== "'") quote = quote === '"' ? '' : '"';
    if (token === "'" && quote !== '"') quote = quote === "'" ? '' : "'";
    return token;
  });
  return { script, environment };
};
