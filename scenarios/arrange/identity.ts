import { randomUUID } from 'node:crypto';

/**
 * An id nobody has seen before. Never from the run's seed: a target keeps what it was sent, so a seeded order id would
 * come back as a repeat of the order placed when the run was last tried.
 */
export const freshId = (): string => randomUUID();
