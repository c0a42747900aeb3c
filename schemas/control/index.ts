export type * from './api.ts';
export type * from './certification.ts';
export type * from './exchanges.ts';
export type * from './faults.ts';
export type * from './shops.ts';
export type * from './state.ts';
export type * from './stream.ts';
export type * from './walks.ts';
