import type { Fault } from '#mocks/faults';
import type { TillParts } from '../till.ts';

/** What a till is built from with some of it replaced. */
export type TillDecorator = (parts: TillParts) => Partial<TillParts>;

/** A defect is put in place of parts of a conformant till; the tills know nothing of it. */
export interface PosFault extends Fault {
  /** The tills it can be seen at, when not both. */
  readonly variants?: readonly ('copper' | 'quartz')[];
  /** Called once per till, so that what it keeps is the till's memory. */
  readonly decorate: TillDecorator;
}
