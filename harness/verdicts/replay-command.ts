import type { ReplayPlan, RunStarted } from '#schemas';
import { defaultOut } from '../config/default-files.ts';
import { replayPath } from '../config/run-files.ts';

/** One command that shows a violation again: its counterexample, or its scenario with the same seed. */
export const replayCommand = (start: RunStarted, scenario: string, replay: ReplayPlan | undefined): string => {
  // What others made happen is only watched again as a whole.
  if (start.command[0] === 'judge' || start.command[0] === 'watch')
    return ['conformance', ...start.command.map(quoted)].join(' ');
  return [
    'conformance run',
    start.suite,
    ...configOf(start.command),
    ...(replay === undefined
      ? ['--only', scenario, '--seed', String(start.seed)]
      : ['--replay', quoted(`${folderOf(start.command)}/${replayPath(replay)}`)]),
    ...tillOf(start.command),
    ...(start.effort === 'standard' || replay !== undefined ? [] : ['--effort', start.effort]),
  ].join(' ');
};

const configOf = (command: readonly string[]): readonly string[] => {
  const file = valueOf(command, '--config');
  return file === undefined ? [] : ['--config', quoted(file)];
};

const tillOf = (command: readonly string[]): readonly string[] => {
  const till = valueOf(command, '--till');
  return till === undefined ? [] : ['--till', till];
};

/** Each of several tills has a folder of its own. */
const folderOf = (command: readonly string[]): string =>
  [valueOf(command, '--out') ?? defaultOut, ...tillOf(command).slice(1)].join('/');

const valueOf = (command: readonly string[], option: string): string | undefined => {
  const index = command.findIndex((word) => word === option || word.startsWith(`${option}=`));
  const word = command[index];
  return word === option ? command[index + 1] : word?.slice(option.length + 1);
};

/** As a POSIX shell reads it. */
const quoted = (word: string): string => (/^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
