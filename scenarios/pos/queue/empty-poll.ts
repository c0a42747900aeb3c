import type { TrafficOf } from '../../context/pos.ts';

/** The full wait, a little less since it is seen from the other end. */
const emptyPollMs = 19_500;

/** A poll that waited all of its time and brought nothing. */
export const isEmptyPoll = ({ messages, at, endedAt, status }: TrafficOf<'receive'>): boolean =>
  messages.length === 0 && status === 200 && endedAt - at >= emptyPollMs;
