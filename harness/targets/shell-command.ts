import type { ChildProcess } from 'node:child_process';
import { asText, type Variables } from '../config/template.ts';

/** Ends what a shell began in a process group of its own: stopping the shell alone would leave what it started running. */
export const killGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The whole group has ended by itself.
  }
};

/** A variable, an escaped character, or what opens or closes a quotation or a subshell. */
const token = /\{\{\s*([^{}\s]+)\s*\}\}|\\[\s\S]|["'()]/g;

/**
 * A shell command and the environment that carries its variables.
 * Values reach the shell as environment variables, never as script text: some of them come from the target's own
 * answers, and no quoting survives every nesting a template may have. The reference is quoted for where it stands, so
 * that a value stays one word.
 */
export const shellCommand = (template: string, variables: Variables) => {
  const environment: Record<string, string> = {};
  const outer: string[] = [];
  let quote = '';
  const script = template.replaceAll(token, (found: string, name: string | undefined, at: number) => {
    if (name !== undefined) {
      const variable = `CONFORMANCE_${name}`;
      environment[variable] = asText(variables[name]).replaceAll('\0', '');
      if (quote === '"') return `\${${variable}}`;
      return quote === "'" ? `'"\${${variable}}"'` : `"\${${variable}}"`;
    }
    const opens = found === '(' && (quote === '' || (quote === '"' && template[at - 1] === '$'));
    if (opens) {
      outer.push(quote);
      quote = '';
    } else if (found === ')' && quote === '') quote = outer.pop() ?? '';
    else if (found === '"' && quote !== "'") quote = quote === '"' ? '' : '"';
    else if (found === "'" && quote !== '"') quote = quote === "'" ? '' : "'";
    return found;
  });
  return { script, environment };
};
