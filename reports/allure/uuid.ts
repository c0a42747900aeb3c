import { createHash } from 'node:crypto';

/** A UUID that is the same whenever the same run is reported again (RFC 9562, version 8: made from a hash of ours). */
export const uuidOf = (seed: string): string => {
  const hex = createHash('sha256').update(seed).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
};
