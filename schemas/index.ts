export * from './checkpoint.ts';
export type * from './journal.ts';
export type * from './outcome.ts';
export * from './requirements/assumptions.ts';
export * from './requirements/index.ts';
export * from './timestamp.ts';
export type * from './types.gen.ts';
