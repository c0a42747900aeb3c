import type { ByteBudget } from '../../retention/byte-budget.ts';
import { createMemory } from '../../retention/memory.ts';
import type { Lifecycle } from './messages.ts';

type IsRetry = (lifecycle: Lifecycle) => boolean;

/** Whether a message is a retry of another one: the later one, or either, where the till may have handled the later one first. */
export const createRetries = (budget: ByteBudget, which: 'later' | 'either' = 'later'): IsRetry => {
  const asked = createMemory<string>(budget);
  return ({ messageId, deliveries }) => {
    const key = deliveries[0]?.idempotencyKey;
    const first = key === undefined ? messageId : (asked.get(key) ?? messageId);
    if (key !== undefined) asked.set(key, which === 'either' && first !== messageId ? '' : first);
    return first !== messageId;
  };
};
