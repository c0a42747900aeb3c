import { randomUUID } from 'node:crypto';

/** In one piece: as it is made it consists of twenty, which stay in memory and take 300 bytes of each message. */
export const newUuid = (): string => Buffer.from(randomUUID(), 'latin1').toString('latin1');
