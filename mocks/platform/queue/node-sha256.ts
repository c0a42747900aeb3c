import { createHash, createHmac, createSecretKey } from 'node:crypto';

/** SHA-256 and HMAC-SHA256 in the form the signing library asks for. */
export class NodeSha256 {
  readonly #hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    // From a buffer as it is Node makes a key several times as slowly, and a signature takes five.
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', createSecretKey(toBytes(secret)));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(toBytes(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    throw new Error('a hash is used once');
  }
}

const toBytes = (data: string | ArrayBuffer | ArrayBufferView): Uint8Array => {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
};
