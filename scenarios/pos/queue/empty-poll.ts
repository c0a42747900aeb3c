import { ofKind } from '#traffic/laws';
import type { PosWorld, TrafficOf } from '../../context/pos.ts';

const longestPollMs = 20_000;
/** The wait is seen from the other end. */
const closeMs = 500;

/** A poll that waited all of its time and brought nothing. */
export const isEmptyPoll = ({ messages, at, endedAt, status }: TrafficOf<'receive'>): boolean =>
  messages.length === 0 && status === 200 && endedAt - at >= longestPollMs - closeMs;

/** Of a poll under way that is younger nothing would be saved, and a till that holds back is not waited for. */
const worthMs = 5_000;

/** A poll that was under way beside something else need not be waited for once more: it brings nothing if nothing is sent. */
export const pollUnderWay = async ({ till, clock }: Pick<PosWorld, 'till' | 'clock'>): Promise<void> => {
  const polls = ofKind(till.traffic(), 'receive');
  const begunMs = clock.now() - (polls.at(-1)?.endedAt ?? clock.now());
  if (begunMs < worthMs || polls.some(isEmptyPoll)) return;
  await till.next('receive', { withinMs: Math.max(0, longestPollMs + closeMs - begunMs) });
};
