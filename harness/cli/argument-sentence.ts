/** What is wrong with the arguments, in words that say what to type instead. The parser's own say what its code found. */

/** The parser's complaint about the arguments, before it is put in our words. */
export class ArgumentError extends Error {}

export interface Arguments {
  readonly argv: readonly string[];
  /** What `--help` says of the command they name, and of all commands. */
  readonly help: string;
  readonly allHelp: string;
  readonly nearest: (given: string, known: readonly string[]) => string | undefined;
}

export const argumentSentence = (complaint: string, given: Arguments): string => {
  const line = complaint.replaceAll(/\s*\n\s*/g, ' ').trim();
  for (const [pattern, say] of sentences) {
    const found = pattern.exec(line);
    if (found !== null) return say(found.slice(1), given);
  }
  return /[.?!]$/.test(line) ? line : `${line}.`;
};

type Say = (found: readonly (string | undefined)[], given: Arguments) => string;

const sentences: readonly (readonly [RegExp, Say])[] = [
  [
    /^Not enough non-option arguments/,
    (_, { argv: [command = ''], help }) => {
      const [usage = ''] = help.split('\n', 1);
      const missing = positionalsIn(help).map(({ name, choices }) =>
        choices.length === 0 ? `<${name}>` : `<${name}>, one of ${choices.join(', ')}`,
      );
      const [choice] = positionalsIn(help)[0]?.choices ?? [];
      const example = exampleIn(help) ?? (choice === undefined ? undefined : `conformance ${command} ${choice}`);
      const such = example === undefined ? `: ${usage}` : `, such as ${example}`;
      return `conformance ${command} needs ${missing.join(' and ')}${such}.`;
    },
  ],
  [
    /^Invalid values: Argument: ([^,]+), Given: "([^"]*)", Choices: (.*)$/,
    ([name = '', value = '', listed = ''], { nearest, help }) => {
      const choices = namesIn(listed);
      const what = positionalsIn(help).some((positional) => positional.name === name) ? name : `--${name}`;
      const meant = nearest(value, choices);
      return `${what}: "${value}" is not one of ${choices.join(', ')}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
    },
  ],
  [/^Not enough arguments following: (.+)$/, ([name = '']) => `--${name} needs a value.`],
  [/^Did you mean ([^?]+)\?$/, ([meant = ''], { argv: [command = ''] }) => unknownCommand(command, meant)],
  [/^Unknown (?:argument|command)s?: ([^,]+)/, ([name = ''], given) => unknownWord(name, given)],
];

const unknownWord = (name: string, { argv, help, allHelp, nearest }: Arguments): string => {
  const [command = ''] = argv;
  const commands = [...allHelp.matchAll(/^ {2}conformance ([a-z]+)/gm)].map(([, one = '']) => one);
  if (!commands.includes(command)) return unknownCommand(command, nearest(command, commands));
  // A word without a dash is one the command has no place for.
  if (!argv.some((word) => word.startsWith('-') && word.replace(/^-+/, '').split('=')[0] === name))
    return `conformance ${command} has no place for "${name}": ${help.split('\n', 1)[0]}.`;
  const options = [...help.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => option);
  const meant = nearest(name, options);
  return `There is no option --${name}. ${meant === undefined ? `conformance ${command} --help lists them.` : `Did you mean --${meant}?`}`;
};

const unknownCommand = (command: string, meant: string | undefined): string =>
  `There is no command ${command}. ${meant === undefined ? 'conformance --help lists them.' : `Did you mean conformance ${meant}?`}`;

interface Positional {
  readonly name: string;
  readonly choices: readonly string[];
}

/** The required ones, as the command's help describes them. */
const positionalsIn = (help: string): readonly Positional[] => {
  const [, listed = ''] = /^Positionals:\n([\s\S]*?)\n\n/m.exec(help) ?? [];
  return listed
    .split(/\n(?= {2}\S)/)
    .filter((entry) => /\[required\]/.test(entry))
    .map((entry) => ({
      name: /\S+/.exec(entry)?.[0] ?? '',
      choices: namesIn(/\[choices: ([^\]]*)\]/.exec(entry)?.[1] ?? ''),
    }));
};

const exampleIn = (help: string): string | undefined => /^Examples:\n {2}(\S+(?: \S+)*)/m.exec(help)?.[1];

const namesIn = (quoted: string): readonly string[] => [...quoted.matchAll(/"([^"]*)"/g)].map(([, name = '']) => name);
