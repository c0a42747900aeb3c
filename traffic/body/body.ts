import type { Body, ReadJson } from '../exchange.ts';
import { decompress } from './decompress.ts';
import { readJson, toText } from './read-json.ts';

/** 16 MiB: four times the largest catalogue page seen in practice. The specification names no limit. */
export const largestBody = 16 * 1024 * 1024;

export interface BodyOptions {
  /** Its Content-Encoding, which is taken off. */
  readonly encoding?: string | undefined;
  /** There was more than these bytes. */
  readonly truncated?: boolean;
}

export const toBody = (bytes: Uint8Array, { encoding, truncated = false }: BodyOptions = {}): Body =>
  new LazyBody(bytes, encoding, truncated);

/** Most bodies are never looked into, and the others several times: each thing is found out when first asked for. */
class LazyBody implements Body {
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
  readonly #encoding: string | undefined;
  #unpacked: ReturnType<typeof decompress> | undefined;
  #json: ReadJson | undefined;

  constructor(bytes: Uint8Array, encoding: string | undefined, truncated: boolean) {
    this.bytes = bytes;
    this.truncated = truncated;
    this.#encoding = encoding;
  }

  get plain(): Uint8Array {
    const unpacked = this.#unpack();
    return unpacked.ok ? unpacked.bytes : this.bytes;
  }

  get json(): ReadJson {
    this.#json ??= this.#read();
    return this.#json;
  }

  get text(): string | undefined {
    return toText(this.plain);
  }

  get hasMark(): boolean {
    const { plain } = this;
    return plain[0] === 0xef && plain[1] === 0xbb && plain[2] === 0xbf;
  }

  #read(): ReadJson {
    if (this.truncated) return { ok: false, reason: reasonOfCut(this.bytes) };
    const unpacked = this.#unpack();
    return unpacked.ok ? readJson(unpacked.bytes) : unpacked;
  }

  #unpack(): ReturnType<typeof decompress> {
    this.#unpacked ??= decompress(this.bytes, this.#encoding, largestBody);
    return this.#unpacked;
  }
}

const reasonOfCut = ({ byteLength }: Uint8Array): string =>
  byteLength < largestBody
    ? 'only its beginning was kept'
    : `the body is larger than ${largestBody / 1024 / 1024} MiB and was cut off`;

export const noBody: Body = toBody(new Uint8Array());

/** Whole as far as `cap`. */
export type ReadBody = { readonly body: Body /** The sender hung up half-way. */; readonly incomplete?: true };

/** Reads what a message carries, once: no more than `cap` bytes of it. */
export const readBody = async (message: Request | Response, cap: number = largestBody): Promise<ReadBody> => {
  // What fetch hands over has been unpacked, whatever its headers go on to say.
  const encoding = message instanceof Response ? undefined : (message.headers.get('content-encoding') ?? undefined);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const done = (truncated: boolean): Body => {
    const [only = new Uint8Array()] = chunks;
    const bytes = chunks.length > 1 ? Buffer.concat(chunks) : only;
    return toBody(truncated ? bytes.subarray(0, cap) : bytes, { encoding, truncated });
  };
  try {
    // A socket's peer is held to the length it declares. Read whole, a body needs no stream, which costs as much as
    // everything else that is done for a small request.
    if (Number(message.headers.get('content-length') ?? Number.NaN) <= cap) {
      chunks.push(new Uint8Array(await message.arrayBuffer()));
      return { body: done((chunks[0]?.byteLength ?? 0) > cap) };
    }
    for await (const chunk of message.body ?? []) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > cap) return { body: done(true) };
    }
    return { body: done(false) };
  } catch {
    return { body: done(false), incomplete: true };
  }
};
