import { lstatSync } from 'node:fs';
import { isAbsolute, join, normalize, sep } from 'node:path';
import { UsageError } from '../config/usage-error.ts';

/**
 * Where a file of a run lies: in its folder, and nowhere else. Throws a UsageError for a path that leads out of it, be it by
 * its name or through a link that somebody put there.
 */
export const inside = (folder: string, path: string): string => {
  const parts = normalize(path)
    .split(sep)
    .filter((part) => part !== '' && part !== '.');
  if (isAbsolute(path) || parts.includes('..') || parts.length === 0)
    throw new UsageError(`"${path}" does not lie in ${folder}: nothing is written outside the output folder.`);
  let place = folder;
  for (const part of parts) {
    place = join(place, part);
    if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw new UsageError(`${place} is a link, and nothing is written through one. Remove it, or give another --out.`);
  }
  return place;
};
