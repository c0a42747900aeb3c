import { randomUUID } from 'node:crypto';

/**
 * An id nobody has seen before. Never from the run's seed: a target keeps what it was sent, so a seeded order id would
 * come back as a repeat of the order placed when the run was last tried.
 */
export const freshId = (): string => randomUUID();

/** The first two thirds of every order id of this process. */
const orderIds = freshId().slice(0, 24);

/**
 * A fresh order id that differs from the others of the run only near its end, so that a shop that tells orders apart by
 * the beginning of the id mixes them up.
 */
export const freshOrderId = (): string => orderIds + freshId().slice(24);

/** Limits: loggedUser in a Basket. */
export const longestUser = 255;
/** A user as long as one may be, of these letters. */
export const longUser = (letters: string): string => freshId().padEnd(longestUser, letters);
