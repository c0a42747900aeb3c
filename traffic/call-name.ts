/** Until `schemas/calls.ts` says them: then `CallName` is derived from its rows. */
export type CallName = string;
