const pad = (value: number, length = 2) => String(value).padStart(length, '0');

/** `14:03:07.120` in the reader's own zone. */
export const timeOfDay = (epochMs: number): string => {
  const at = new Date(epochMs);
  return `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}.${pad(at.getMilliseconds(), 3)}`;
};
