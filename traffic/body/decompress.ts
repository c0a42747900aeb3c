import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** The bytes of a body with its declared compression taken off, or why that cannot be done. */
export type Decompressed =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string; readonly isCut?: boolean };

type Decoder = (bytes: Uint8Array, limit: { readonly maxOutputLength: number }) => Uint8Array;

const inflate: Decoder = (bytes, limit) => {
  try {
    return inflateSync(bytes, limit);
  } catch (error) {
    if (isTooLarge(error)) throw error;
    // Half the world sends raw deflate under that name, and every client reads both.
    return inflateRawSync(bytes, limit);
  }
};

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflate,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** A target may compress though we ask for identity; what it declares is taken off, in reverse order. */
export const decompress = (bytes: Uint8Array, encoding: string | undefined, capBytes: number): Decompressed => {
  if (encoding === undefined || bytes.length === 0) return { ok: true, bytes };
  let decoded = bytes;
  for (const name of encoding.toLowerCase().split(',').reverse()) {
    const coding = name.trim();
    if (coding === '' || coding === 'identity') continue;
    const decoder = decoders[coding];
    if (decoder === undefined) return { ok: false, reason: `its Content-Encoding is ${coding}, which cannot be read` };
    try {
      decoded = decoder(decoded, { maxOutputLength: capBytes });
    } catch (error) {
      if (!isTooLarge(error)) return { ok: false, reason: `the body is no valid ${coding}` };
      return { ok: false, reason: `the body is larger than ${capBytes} bytes once unpacked`, isCut: true };
    }
  }
  return { ok: true, bytes: decoded };
};

const isTooLarge = (error: unknown): boolean => (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
