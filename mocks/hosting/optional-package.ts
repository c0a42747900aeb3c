import { isSea } from 'node:sea';

/** Something was asked for that needs a package which is not installed. Its message says how to get it. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError';
}

export const installing = (name: string): string =>
  isSea()
    ? `it is not in the single file. Use conformance from npm: npm install --save-dev conformance ${name}`
    : `npm install --save-dev ${name}`;

/** Loads a package that only those install who use what is named in `what`. */
export const optionalPackage = async <Module>(
  name: string,
  what: string,
  load: () => Promise<Module>,
): Promise<Module> => {
  try {
    return await load();
  } catch (cause) {
    // One that is there and broken, or lacks a package of its own, has more to say than we.
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${name}'`)) throw cause;
    throw new MissingPackageError(`${what} needs the package ${name}: ${installing(name)}`, { cause });
  }
};
