import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

const macBytes = 64;

/**
 * Receipt handles say which delivery they belong to and carry a keyed checksum, so that the queue can tell a handle of a
 * deleted message from a forged one without remembering every handle it ever issued.
 */
export interface ReceiptHandles {
  issue(sequence: number, delivery: number): string;
  read(handle: string): { readonly sequence: number; readonly delivery: number } | undefined;
}

export const createReceiptHandles = (key: Uint8Array): ReceiptHandles => {
  // Made once: making it from bytes for each handle took most of the queue's time.
  const secret = createSecretKey(key);
  const macOf = (text: string): Buffer => createHmac('sha512', secret).update(text).digest();
  return {
    // Standard Base64 on purpose: its + / = expose clients that build query strings without encoding.
    issue(sequence, delivery) {
      const text = `${sequence}.${delivery}`;
      return Buffer.concat([macOf(text), Buffer.from(text)]).toString('base64');
    },
    read(handle) {
      const bytes = Buffer.from(handle, 'base64');
      if (bytes.toString('base64') !== handle) return undefined;
      const match = /^(\d+)\.(\d+)$/.exec(bytes.subarray(macBytes).toString());
      if (match === null || !timingSafeEqual(bytes.subarray(0, macBytes), macOf(match[0]))) return undefined;
      return { sequence: Number(match[1]), delivery: Number(match[2]) };
    },
  };
};
