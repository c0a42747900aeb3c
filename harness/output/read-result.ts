import { readFileSync } from 'node:fs';
import { type RunResult, validate } from '#schemas';

/** The result of a run in a file, or what is wrong with the file, as the rest of a sentence. */
export const resultIn = (file: string): RunResult | string => {
  let result: unknown;
  try {
    result = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === undefined ? 'is not JSON.' : `cannot be read (${code}).`;
  }
  const [violation] = validate('result', result);
  return violation === undefined ? (result as RunResult) : `is no result of a run: ${violation.message}`;
};
