import { isUtf8 } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import { misuse, UsageError } from './usage-error.ts';

/** Windows PowerShell writes UTF-16 with `>`; no text of ours begins with a zero. */
export const refuseUtf16 = ([one, other]: Uint8Array, name: string): void => {
  if ((one === 0xff && other === 0xfe) || (one === 0xfe && other === 0xff) || one === 0 || other === 0)
    throw new UsageError(`${name} is UTF-16; save it as UTF-8.`);
};

/** A text file that somebody wrote. Other encodings would put wrong characters into it without a word. */
export const readTextFile = (path: string, name: string): string => {
  const bytes = readFileSync(path);
  refuseUtf16(bytes, name);
  if (!isUtf8(bytes)) throw new UsageError(`${name} is not UTF-8 (perhaps Windows-1250 or Latin-1); save it as UTF-8.`);
  return bytes.toString('utf8');
};

/** The same of a file that a user named; `next`: what to give instead where it cannot be read. */
export const readGivenFile = (path: string, name: string, next = ''): string => {
  try {
    return readTextFile(path, name);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${name} cannot be read (${(error as NodeJS.ErrnoException).code}).${next}`);
  }
};

/** What `key` asked for, at `path`; in messages it is `name`. */
export const writeTextFile = (path: string, text: string, key: string, name: string): void => {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw misuse(key, `${name} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
};
