/**
 * The entry of the single executable, and of each thread in it. The product's files are in its blob: to this process they lie in a
 * folder with the executable's own name, and modules, threads and whoever reads a file beside its source find them as on a disk.
 */
import fs, { type PathLike } from 'node:fs';
import { createRequire, isBuiltin, registerHooks, syncBuiltinESMExports } from 'node:module';
import { getAsset, getAssetKeys, getRawAsset } from 'node:sea';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import threads from 'node:worker_threads';

const root = `${pathToFileURL(process.execPath).href}/`;
const names = new Set(getAssetKeys());

/** The name of a file of ours; undefined: somebody else's, which may well lie on the disk. */
const ownName = (place: unknown): string | undefined => {
  if (typeof place !== 'string' && !(place instanceof URL)) return undefined;
  const path = String(place);
  const { href } = path.startsWith('file:') ? new URL(path) : path.startsWith('/') ? pathToFileURL(path) : { href: '' };
  return href.startsWith(root) ? href.slice(root.length) : undefined;
};

const bytesOf = (name: string): Buffer => {
  if (names.has(name)) return Buffer.from(getRawAsset(name));
  throw Object.assign(new Error(`ENOENT: ${name} is not in ${process.execPath}`), { code: 'ENOENT' });
};

const { createReadStream, readdirSync, readFileSync } = fs;

fs.readFileSync = ((file: PathLike | number, options?: BufferEncoding | { readonly encoding?: BufferEncoding }) => {
  const name = ownName(file);
  const how = typeof options === 'string' ? { encoding: options } : { ...options };
  if (name === undefined) return readFileSync(file, how);
  return how.encoding === undefined ? bytesOf(name) : bytesOf(name).toString(how.encoding);
}) as typeof fs.readFileSync;

fs.readdirSync = ((folder: PathLike, options?: never) => {
  const name = ownName(folder);
  if (name === undefined) return readdirSync(folder, options);
  return [...names]
    .filter((one) => one.startsWith(name) && !one.slice(name.length).includes('/'))
    .map((one) => one.slice(name.length));
}) as typeof fs.readdirSync;

fs.createReadStream = (file, options) => {
  const name = ownName(file);
  return name === undefined ? createReadStream(file, options) : (Readable.from([bytesOf(name)]) as fs.ReadStream);
};

threads.Worker = class extends threads.Worker {
  constructor(file: string | URL, options?: threads.WorkerOptions) {
    const name = ownName(file);
    if (name === undefined) super(file, options);
    else super(`${getAsset('start.js', 'utf8')};import('${root}${name}');`, { ...options, eval: true });
  }
};
syncBuiltinESMExports();

registerHooks({
  resolve(specifier, context, next) {
    if (ownName(specifier) !== undefined) return { url: specifier, shortCircuit: true };
    if (ownName(context.parentURL) === undefined || isBuiltin(specifier) || specifier.startsWith('file:'))
      return next(specifier, context);
    if (/^[.#]/.test(specifier))
      return { url: new URL(specifier.replace('#', `${root}dist/`), context.parentURL).href, shortCircuit: true };
    const message = `Cannot find package '${specifier}' in ${process.execPath}`;
    throw Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
  },
  load(url, context, next) {
    const name = ownName(url);
    if (name === undefined) return next(url, context);
    const format = name.endsWith('.json') ? 'json' : name.startsWith('bin/') ? 'commonjs' : 'module';
    return { format, source: bytesOf(name), shortCircuit: true };
  },
});

// The file that npm links to; an `import()` written here would know the modules of Node only.
if (threads.isMainThread) createRequire(root)('./bin/conformance.js');
