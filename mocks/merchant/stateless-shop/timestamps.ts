// Warsaw in summer, all year round: an offset is only a way to write an instant.
const offset = 2 * 3_600_000;
const local = (epochMs: number) => new Date(epochMs + offset).toISOString();

/** RFC 3339 with an offset, without a fraction. Rounded down: a promise must not outlast itself. */
export const toDateTime = (epochMs: number): string => local(epochMs).replace(/\.\d+Z$/u, '+02:00');

/** ISO 8601 with six digits; every other one in the basic format. */
export const toMicroseconds = (epochMs: number, basic: boolean): string => {
  const text = local(epochMs).replace('Z', '000');
  return basic ? `${text.replaceAll(/[-:]/gu, '')}+0200` : `${text}+02:00`;
};
