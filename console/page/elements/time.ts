const pad = (value: number, length = 2) => String(value).padStart(length, '0');

/** `14:03:07.120` in the reader's own zone. */
export const timeOfDay = (epochMs: number): string => {
  const at = new Date(epochMs);
  return `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}.${pad(at.getMilliseconds(), 3)}`;
};

/** `12 ms`, `3.4 s`, `2 min 5 s`. */
export const duration = (milliseconds: number): string => {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
};
