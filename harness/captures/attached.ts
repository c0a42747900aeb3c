import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '#traffic';

/** Playwright keeps bodies as files beside the archive, each named in the place of its text. */
export const withAttached = (entry: unknown, folder: string): unknown => {
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
