import type { Exchange as Recorded, HttpArchive } from '#schemas';
import { toHar } from '#traffic';

/** Exchanges as one document to save, to look at elsewhere, or to be judged. */
export const createArchive = async (exchanges: Iterable<Recorded> | AsyncIterable<Recorded>): Promise<HttpArchive> => {
  let text = '';
  for await (const part of toHar({ name: 'conformance console', version: '1' }, exchanges)) text += part;
  return JSON.parse(text) as HttpArchive;
};
