/** How much a run tries; the statement of a certificate lists the same (schemas/run/certificate-statement.json). */
export const efforts = ['quick', 'standard', 'thorough'] as const;

export type Effort = (typeof efforts)[number];
