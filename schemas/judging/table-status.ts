/** States and transitions › Table status: it takes nothing more. */
export const isTableOver = (status: unknown): status is string => status === 'CLOSED' || status === 'CANCELLED';

/** It still takes something, or may. */
export const isTableGoing = (status: unknown): status is string => status === 'OPEN' || status === 'CLOSING';

export const isTableStatus = (status: unknown): status is string => isTableGoing(status) || isTableOver(status);
