import { createReadStream, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { dirname, join } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import { JSONParser } from '@streamparser/json';
import { UsageError } from '../config/usage-error.ts';
import { refuseUtf16 } from '../config/text-file.ts';
import { isObject, jsonOf } from '#traffic';

/** An exchange as a capture has it, and what kind of capture that is. */
export interface Entry {
  readonly format: 'har' | 'exchange';
  readonly value: unknown;
}

export interface Progress {
  readonly bytes: number;
  readonly of: number;
}

/**
 * The exchanges of a capture one by one, however large it is: an HTTP Archive, one of our journals, or an exchange to a line;
 * gzip and zlib are taken off. Throws a UsageError for a file that is none of them.
 */
export async function* entriesIn(
  path: string,
  name: string,
  onProgress: (progress: Progress) => void = () => undefined,
): AsyncGenerator<Entry> {
  const { head, size, unpack } = await beginningOf(path, name);
  const file = createReadStream(path);
  let bytes = 0;
  file.on('data', (chunk) => {
    bytes += chunk.length;
    onProgress({ bytes, of: size });
  });
  const plain: Readable = unpack === undefined ? file : file.pipe(unpack());
  if (plain !== file) file.on('error', (error) => plain.destroy(error));
  try {
    yield* isLines(head) ? linesIn(plain, name) : archivedIn(plain, { name, folder: dirname(path) });
  } catch (error) {
    throw unreadable(name, error);
  } finally {
    file.destroy();
  }
}

const formats =
  'Give an HTTP Archive (.har), a journal.ndjson, or one exchange per line (see conformance schema exchange).';

const beginningOf = async (path: string, name: string) => {
  try {
    await using file = await open(path);
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    if (buffer.toString('latin1', 0, 4) === zipMark)
      throw new UsageError(`${name} is a ZIP file. Unpack it, and give the .har in it.`);
    if (bytesRead > 1) refuseUtf16(buffer, name);
    const unpack = unpackerOf(buffer);
    const start = createReadStream(path);
    const plain: Readable = unpack === undefined ? start : start.pipe(unpack());
    let head = bytesRead === 0 ? '' : undefined;
    if (head === undefined)
      for await (const chunk of plain) {
        head = String(chunk).replace(/^\uFEFF/, '');
        break;
      }
    start.destroy();
    return { head: head ?? '', size, unpack };
  } catch (error) {
    throw unreadable(name, error);
  }
};

const unreadable = (name: string, error: unknown): UsageError =>
  error instanceof UsageError
    ? error
    : new UsageError(`${name} cannot be read: ${(error as Error).message}. ${formats}`);

const zipMark = 'PK\u0003\u0004';

/** By their first two bytes; mitmproxy packs its archives by itself. */
const unpackerOf = ([one = 0, other = 0]: Uint8Array): (() => Transform) | undefined => {
  if (one === 0x1f && other === 0x8b) return () => createGunzip();
  return one === 0x78 && (one * 256 + other) % 31 === 0 ? () => createInflate() : undefined;
};

/** A first line that is a whole object, and none with a log in it. */
const isLines = (head: string): boolean => {
  const [line = ''] = head.trimStart().split('\n', 1);
  const value = jsonOf(line);
  // An exchange may be longer than what was looked at; an archive says so at once.
  if (value === undefined) return line.length >= 32_000 && !/^\s*\{\s*"log"/.test(line);
  return !Object.hasOwn(Object(value), 'log');
};

async function* linesIn(plain: Readable, name: string): AsyncGenerator<Entry> {
  let number = 0;
  let cut: string | undefined;
  for await (const line of createInterface({ input: plain, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (line.trim() === '') continue;
    if (cut !== undefined) throw new UsageError(cut);
    const value = parsed(line.replace(/^\uFEFF/, ''));
    // The last line of a run that was killed may be half a one.
    if (value === undefined) cut = `${name}, line ${number} is not JSON. ${formats}`;
    else if ('event' in value) {
      if (value['event'] === 'exchange') yield { format: 'exchange', value: value['exchange'] };
    } else yield { format: 'exchange', value };
  }
}

const parsed = (line: string): Record<string, unknown> | undefined => {
  const value = jsonOf(line);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
};

async function* archivedIn(
  plain: Readable,
  { name, folder }: { readonly name: string; readonly folder: string },
): AsyncGenerator<Entry> {
  const found: unknown[] = [];
  let isArchive = false;
  const parser = new JSONParser({ paths: ['$.log.entries.*', '$.log.version'], keepStack: false });
  parser.onValue = ({ key, value }) => {
    isArchive = true;
    if (typeof key === 'number') found.push(value);
  };
  for await (const chunk of plain) {
    parser.write(chunk as Buffer);
    for (const value of found) yield { format: 'har', value: withAttached(value, folder) };
    found.length = 0;
  }
  if (!isArchive) throw new UsageError(`${name} is not an HTTP Archive: it has no log. ${formats}`);
  if (!parser.isEnded) throw new UsageError(`${name} ends in the middle. ${formats}`);
}

/** Playwright keeps bodies as files beside the archive, each named in the place of its text. */
const withAttached = (entry: unknown, folder: string): unknown => {
  if (!isObject(entry)) return entry;
  const { request, response } = entry;
  return {
    ...entry,
    ...(isObject(request) && { request: { ...request, ...attached('postData', request['postData'], folder) } }),
    ...(isObject(response) && { response: { ...response, ...attached('content', response['content'], folder) } }),
  };
};

/** A name, and never a way to somewhere else. */
const plainName = /^[\w-][\w.-]*$/;

const attached = (key: string, part: unknown, folder: string): object => {
  if (!isObject(part) || typeof part['_file'] !== 'string' || !plainName.test(part['_file'])) return {};
  try {
    const text = readFileSync(join(folder, part['_file'])).toString('base64');
    return { [key]: { ...part, text, encoding: 'base64' } };
  } catch {
    // Moved without its bodies: they were not kept.
    return {};
  }
};
