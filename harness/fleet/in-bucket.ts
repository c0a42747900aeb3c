import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { inside } from '../output/inside.ts';
import { temporaryFolder } from '../output/temporary-folder.ts';
import type { Bucket } from './bucket.ts';

const atOnce = 16;

/** Lets a folder of this machine be filled, and puts what is in it into the bucket. */
export const intoBucket = async <Value>(bucket: Bucket, fill: (folder: string) => Promise<Value>): Promise<Value> => {
  using folder = temporaryFolder('conformance-fleet');
  const value = await fill(folder.path);
  await upload(folder.path, filesBelow(folder.path), bucket);
  return value;
};

/** Lays those files of the bucket that are asked for into a folder of this machine, for as long as the work takes. */
export const fromBucket = async <Value>(
  bucket: Bucket,
  isAskedFor: (name: string) => boolean,
  work: (folder: string) => Promise<Value>,
): Promise<Value> => {
  using folder = temporaryFolder('conformance-fleet');
  await download(bucket, folder.path, isAskedFor);
  return await work(folder.path);
};

/** Puts these files of a folder into the bucket, under the same names. */
export const upload = async (folder: string, names: readonly string[], bucket: Bucket): Promise<void> =>
  await each(names, async (name) => await bucket.write(name, readFileSync(join(folder, name))));

const download = async (bucket: Bucket, folder: string, isAskedFor: (name: string) => boolean): Promise<void> => {
  const wanted = (async function* () {
    for await (const name of bucket.names()) if (isAskedFor(name)) yield name;
  })();
  await each(wanted, async (name) => {
    const content = await bucket.read(name);
    if (content === undefined) return;
    // Whoever named it.
    const path = inside(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  });
};

export const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));

const each = async (
  names: AsyncIterable<string> | Iterable<string>,
  work: (name: string) => Promise<void>,
): Promise<void> => {
  const waiting = (async function* () {
    yield* names;
  })();
  const attend = async (): Promise<void> => {
    for (let next = await waiting.next(); next.done !== true; next = await waiting.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, attend));
};
