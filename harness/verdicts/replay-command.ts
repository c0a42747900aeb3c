import type { ReplayPlan, RunStarted } from '#schemas';
import { defaultOut } from '../config/default-files.ts';
import { againFolder, replayPath } from '../config/files.ts';

/** One command that shows a violation again: its counterexample, or its scenario with the same seed. */
export const replayCommand = (start: RunStarted, scenario: string, replay: ReplayPlan | undefined): string => {
  const { command, suite, seed, effort } = start;
  // What others made happen is only watched again as a whole.
  if (command[0] === 'judge' || command[0] === 'watch') return wholeAgain(command);
  return [
    'conformance run',
    suite,
    ...given(command, '--config'),
    ...(replay === undefined
      ? ['--only', scenario, '--seed', String(seed)]
      : ['--replay', quoted(`${folderOf(command)}/${replayPath(replay)}`)]),
    ...given(command, '--till'),
    ...(effort === 'standard' || replay !== undefined ? [] : ['--effort', effort]),
    ...elsewhere(command),
  ].join(' ');
};

export const wholeAgain = (command: readonly string[]): string => {
  const [at, length] = placeOf(command, '--out');
  const rest = at === -1 ? command : command.toSpliced(at, length);
  // What is watched goes into a new folder each time.
  return ['conformance', ...rest.map(quoted), ...(command[0] === 'watch' ? [] : elsewhere(command))].join(' ');
};

/** Beside the folder of the run, so that nobody loses it by looking closer at one failure. */
const elsewhere = (command: readonly string[]): readonly string[] => ['--out', quoted(againFolder(outOf(command)))];

const outOf = (command: readonly string[]): string => valueOf(command, '--out') ?? defaultOut;

/** Each of several tills has a folder of its own. */
const folderOf = (command: readonly string[]): string => {
  const till = valueOf(command, '--till');
  return till === undefined ? outOf(command) : `${outOf(command)}/${till}`;
};

const given = (command: readonly string[], option: string): readonly string[] => {
  const value = valueOf(command, option);
  return value === undefined ? [] : [option, quoted(value)];
};

/** Where an option stands, and how many words it and its value are. */
const placeOf = (command: readonly string[], option: string): readonly [number, number] => {
  const at = command.findIndex((word) => word === option || word.startsWith(`${option}=`));
  return [at, command[at] === option ? 2 : 1];
};

const valueOf = (command: readonly string[], option: string): string | undefined => {
  const [at, length] = placeOf(command, option);
  return length === 2 ? command[at + 1] : command[at]?.slice(option.length + 1);
};

/** As a POSIX shell reads it. */
export const quoted = (word: string): string =>
  /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
