import { readField } from './read-results.ts';

/** Where a line may carry its identifier; the shape of a line is not finalised. */
const idKeys = ['lineId', 'posLineId', 'id', 'uid', 'uuid'];

export const lineIdOf = (line: unknown): string | undefined => {
  for (const key of idKeys) {
    const id = readField(line, key);
    if (typeof id === 'string' || typeof id === 'number') return String(id);
  }
  return undefined;
};
