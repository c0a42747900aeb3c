import { problem } from './problem.ts';

/** The specification names no limit, and a full sync of a shop's listings comes in one body. */
export const largestBody = 16 * 1024 * 1024;

/** A request's body, read once: the exact bytes (signatures cover them), or the answer that refuses them. */
export type ReadBody =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly response: Response };

export const readBody = async (request: Request): Promise<ReadBody> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // A socket's peer is held to the length it declares. Read whole, a body needs no stream, which costs as much as
    // everything else that is done for a small request.
    if (Number(request.headers.get('content-length') ?? Number.NaN) <= largestBody) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      return bytes.byteLength > largestBody ? tooLarge() : { ok: true, bytes };
    }
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > largestBody) return tooLarge();
      chunks.push(chunk);
    }
  } catch {
    return refused(400, 'IncompleteBody', 'The body ended before it was complete.');
  }
  return { ok: true, bytes: Buffer.concat(chunks) };
};

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly response: Response };

const utf8 = new TextDecoder('utf-8', { fatal: true });

export const parseJson = (bytes: Uint8Array): ParsedJson => {
  try {
    return { ok: true, value: JSON.parse(utf8.decode(bytes)) };
  } catch {
    return refused(400, 'InvalidJson', 'The body is not JSON in UTF-8.');
  }
};

const tooLarge = () => refused(413, 'PayloadTooLarge', `The body is larger than ${largestBody} bytes.`);

const refused = (status: number, error: string, message: string) =>
  ({ ok: false, response: problem(status, error, message) }) as const;
