/** Where a line may carry its identifier; the shape of a line is not finalised. */
const idKeys = ['lineId', 'posLineId', 'id', 'uid', 'uuid'];

/** As it stands on the line. */
export const writtenLineId = (line: unknown): string | number | undefined =>
  idKeys
    .map((key): unknown => Object(line)[key])
    .find((value) => typeof value === 'string' || typeof value === 'number');

export const lineIdOf = (line: unknown): string | undefined => {
  const id = writtenLineId(line);
  return id === undefined ? undefined : String(id);
};
