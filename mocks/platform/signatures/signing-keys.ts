import { createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

const kept = 1000;

/** Keeps keys by name: making one costs as much as signing with it, and a peer signs again and again with the same. */
export const createSigningKeys = (): ((name: string, bytes: () => Uint8Array) => KeyObject) => {
  const keys = new Map<string, KeyObject>();
  return (name, bytes) => {
    const known = keys.get(name);
    if (known !== undefined) return known;
    if (keys.size >= kept) keys.clear();
    const key = createSecretKey(bytes());
    keys.set(name, key);
    return key;
  };
};

/** That the lengths differ is no secret: the algorithm says how long a signature is. */
export const equalInConstantTime = (expected: string, sent: string): boolean => {
  const [left, right] = [Buffer.from(expected), Buffer.from(sent)];
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
};
