/** Where a line may carry its identifier; the shape of a line is not finalised. */
const idKeys = ['lineId', 'posLineId', 'id', 'uid', 'uuid'];

export const lineIdOf = (line: unknown): string | undefined => {
  const id = idKeys
    .map((key): unknown => Object(line)[key])
    .find((value) => typeof value === 'string' || typeof value === 'number');
  return id === undefined ? undefined : String(id);
};
