import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import type { Lifecycle } from './messages.ts';

/** Whether a message is a retry of another one. */
export const createRetries = (budget: ByteBudget): ((lifecycle: Lifecycle) => boolean) => {
  const asked = createMemory<string>(budget);
  return ({ messageId, deliveries }) => {
    const key = deliveries[0]?.idempotencyKey;
    const first = key === undefined ? messageId : (asked.get(key) ?? messageId);
    if (key !== undefined) asked.set(key, first);
    return first !== messageId;
  };
};
