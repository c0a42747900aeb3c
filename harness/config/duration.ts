const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of a duration as the configuration writes it: `500ms`, `8s`, `10m`, `2h`, `7d`. */
export const milliseconds = (duration: string): number => {
  const [, amount, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(duration) ?? [];
  if (amount === undefined || unit === undefined) throw new Error(`${duration} is not a duration`);
  return Number(amount) * units[unit as keyof typeof units];
};
