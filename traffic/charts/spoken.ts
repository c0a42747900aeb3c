/** `12 ms`, `3.4 s`, `2 min 5 s`: short enough for a label. */
export const spokenMs = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms % 1000 === 0 ? 0 : 1)} s`;
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.round((ms % 60_000) / 1000)];
  return seconds === 0 ? `${minutes} min` : `${minutes} min ${seconds} s`;
};

export const counted = (count: number, one: string, many: string = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
