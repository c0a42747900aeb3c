import { createSharedTables, type ShareOfOne } from '#harness/ports/till/table-share';

/** Nobody else is at any table. */
export const ownTables = (): ShareOfOne => createSharedTables([])();
