export type { Redactor } from '#traffic';
