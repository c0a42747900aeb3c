import type { TrafficOf } from '../../../till-traffic.ts';
import { failed, definePosLaw, passed, notExercised } from '../../define.ts';
import { createMemory } from '../../../retention/memory.ts';
import { sinceActivation } from '../../since-activation.ts';
import type { Lifecycle } from '../../../ledgers/till/messages.ts';

const id = 'queue/group-order';

interface Answered {
  readonly place: number;
  readonly messageId: string;
  readonly messageKind: string;
  readonly answeredAt: number;
  readonly exchange: number;
}

/** So many of a group that were answered last are compared with. */
const mostAnswered = 100;
const answeredBytes = 200;

/**
 * Results of one group come in the order of sending. Only the first result of each message counts, and only where the later
 * message's was answered before the earlier one's arrived: callbacks under way at the same time may overtake each other on
 * the network.
 */
export const groupOrder = definePosLaw({
  id: 'queue/group-order',
  covers: [id],
  start: sinceActivation([id], ({ lifecycles, budget }) => {
    /** By message, as they were first delivered, which within a group is as they were sent. */
    const places = createMemory<number>(budget);
    const groups = createMemory<readonly Answered[]>(budget, { weigh: (answered) => answered.length * answeredBytes });
    let delivered = 0;
    return {
      see: (seen) =>
        lifecycles.add(seen).flatMap((lifecycle) => {
          const { messageId, groupId, callbacks } = lifecycle;
          if (seen.kind === 'receive' && places.get(messageId) === undefined) places.set(messageId, delivered++);
          const place = places.get(messageId);
          if (seen.kind !== 'callback' || callbacks.length > 1 || place === undefined) return [];
          const answered = groups.get(groupId) ?? [];
          groups.set(groupId, [...answered, toAnswered(lifecycle, seen, place)].slice(-mostAnswered));
          const overtaker = answered.find((other) => other.place > place && other.answeredAt < seen.at);
          if (overtaker === undefined) return answered.length > 0 ? [passed(id)] : [];
          return [
            failed(id, {
              message:
                'The till answered messages of one group in another order than they were sent; handle a group one message after the other.',
              expected: `${lifecycle.messageKind} ${messageId} before ${overtaker.messageKind} ${overtaker.messageId}`,
              actual: `it came ${seen.at - overtaker.answeredAt} ms after`,
              exchanges: [overtaker.exchange, seen.exchange],
              cause: 'overtaken',
            }),
          ];
        }),
      end: () => [notExercised(id, 'too few messages of one group were answered')],
    };
  }),
});

/** Without the result itself, which may be large. */
const toAnswered = (
  { messageId, messageKind }: Lifecycle,
  { answeredAt, exchange }: TrafficOf<'callback'>,
  place: number,
): Answered => ({ place, messageId, messageKind, answeredAt, exchange });
