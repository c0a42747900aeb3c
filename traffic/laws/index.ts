export type * from './law.ts';
