import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { equalInConstantTime } from '../../signatures/signing-keys.ts';

const macBytes = 64;

/**
 * Receipt handles say which delivery they belong to and carry a keyed checksum, so that the queue can tell a handle of a
 * deleted message from a forged one without remembering every handle it ever issued.
 */
export type ReceiptHandles = ReturnType<typeof createReceiptHandles>;

export const createReceiptHandles = (key: Uint8Array) => {
  // Made once: making it from bytes for each handle took most of the queue's time.
  const secret = createSecretKey(key);
  const macOf = (text: string): Buffer => createHmac('sha512', secret).update(text).digest();
  return {
    // Standard Base64 on purpose: its + / = expose clients that build query strings without encoding.
    issue(sequence: number, delivery: number) {
      const text = `${sequence}.${delivery}`;
      return Buffer.concat([macOf(text), Buffer.from(text)]).toString('base64');
    },
    /** `issued`: the last handle of a message that is still there, whose checksum needs not be made again. */
    read(handle: string, issued: (sequence: number) => string | undefined) {
      const bytes = Buffer.from(handle, 'base64');
      const match = /^(\d+)\.(\d+)$/.exec(bytes.toString('latin1', macBytes));
      if (match === null) return undefined;
      const read = { sequence: Number(match[1]), delivery: Number(match[2]) };
      if (equalInConstantTime(issued(read.sequence) ?? '', handle)) return read;
      if (bytes.toString('base64') !== handle) return undefined;
      return timingSafeEqual(bytes.subarray(0, macBytes), macOf(match[0])) ? read : undefined;
    },
  };
};
