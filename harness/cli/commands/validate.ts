import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isShapeName, nearest, shapeNames, validate } from '#schemas';
import { printableLine } from '#reports/printable';
import { unknownName, UsageError } from '../../config/usage-error.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import type { CliContext } from '../cli-context.ts';

export interface ValidateArgs {
  readonly shape: string;
  /** `-` is standard input. */
  readonly file: string;
}

/** One payload against one schema: 0 when it holds, 1 with every violation when it does not. */
export const validatePayload = async (
  { shape, file }: ValidateArgs,
  { cwd, printer, readInput }: CliContext,
): Promise<number> => {
  if (!isShapeName(shape)) throw unknownName('schema', shape, nearest(shape, shapeNames), shapeNames);
  const text = file === '-' ? await readInput() : readText(resolve(cwd, file), file);
  const violations = validate(shape, parse(text, file));
  for (const { pointer, message, expected, actual } of violations) {
    const lines = [`${pointer === '' ? '/' : pointer}: ${message}`, `  expected ${expected}`, `  actual   ${actual}`];
    printer.out(lines.map(printableLine).join('\n'));
  }
  if (violations.length > 0) return exitCodes.nonConformant;
  printer.out(`A valid ${shape}.`);
  return exitCodes.conformant;
};

const readText = (path: string, given: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${given} cannot be read (${(error as NodeJS.ErrnoException).code}). Give an existing JSON file, or - for standard input.`,
    );
  }
};

const parse = (text: string, file: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file === '-' ? 'Standard input' : file} is not JSON: ${(error as Error).message}.`);
  }
};
