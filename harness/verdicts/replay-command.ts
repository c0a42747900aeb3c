import type { ReplayPlan, RunStarted } from '#schemas';
import { replayPath } from '../output/replays.ts';

/** One command that shows a violation again: its counterexample, or its scenario with the same seed. */
export const replayCommand = (start: RunStarted, scenario: string, replay: ReplayPlan | undefined): string =>
  [
    'conformance run',
    start.suite,
    ...configOf(start.command),
    ...(replay === undefined
      ? ['--only', scenario, '--seed', String(start.seed)]
      : ['--replay', quoted(`${valueOf(start.command, '--out') ?? 'conformance-results'}/${replayPath(replay)}`)]),
    ...(start.effort === 'standard' || replay !== undefined ? [] : ['--effort', start.effort]),
  ].join(' ');

const configOf = (command: readonly string[]): readonly string[] => {
  const file = valueOf(command, '--config');
  return file === undefined ? [] : ['--config', quoted(file)];
};

const valueOf = (command: readonly string[], option: string): string | undefined => {
  const index = command.findIndex((word) => word === option || word.startsWith(`${option}=`));
  const word = command[index];
  return word === option ? command[index + 1] : word?.slice(option.length + 1);
};

/** As a POSIX shell reads it. */
const quoted = (word: string): string => (/^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
