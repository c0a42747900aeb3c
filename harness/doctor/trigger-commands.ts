import { spawn } from 'node:child_process';
import type { Triggers } from '#schemas';
import { hint, type SetUpCheck } from './set-up-check.ts';

/** The program a template begins with; undefined where only a shell can tell which that is. */
export const programOf = (template: string): string | undefined => {
  const word = template
    .trim()
    .split(/\s+/)
    .find((part) => !/^\w+=/.test(part));
  return word === undefined || word === '' || /["'$`(){}|&;<>\\*?!~]/.test(word) ? undefined : word;
};

/** Whether the shell that fires the trigger would find the program; nothing is run. */
const isThere = (program: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn('sh', ['-c', 'command -v -- "$1"', 'sh', program], { stdio: 'ignore' });
    child.once('error', () => resolve(true));
    child.once('close', (code) => resolve(code === 0));
  });

/** The program of a command, where the shell would not find it. */
export const missingProgram = async (template: string): Promise<string | undefined> => {
  const program = programOf(template);
  return program === undefined || (await isThere(program)) ? undefined : program;
};

/** A command that is not there is known before a row needs it. */
export const commandChecks = async (triggers: Triggers = {}): Promise<readonly SetUpCheck[]> => {
  const looked = Object.entries(triggers).map(async ([name, trigger]): Promise<readonly SetUpCheck[]> => {
    const program = await missingProgram(trigger?.command ?? '');
    if (program === undefined) return [];
    const message = `There is no command ${program} here, so checks that need ${name} will not be exercised.`;
    return [hint('triggers', message, `triggers.${name}`)];
  });
  return (await Promise.all(looked)).flat();
};
