import { type Backlog, createBacklog } from '#traffic';
import type { StoredMessage } from './message.ts';

/** `aws`: several messages of one group in one receive. `single`: one, and the group is held until it is settled. */
export type GroupBatching = 'aws' | 'single';

/**
 * The messages by group, each group in sending order. One rule explains every case recorded against AWS: what a group can
 * deliver is its longest prefix of visible messages.
 */
export const createMessageGroups = (batching: GroupBatching) => {
  // Insertion order is the rotation.
  const groups = new Map<string, Backlog<number, StoredMessage>>();
  return {
    add(stored: StoredMessage) {
      const { groupId, sequence } = stored.message;
      const group = groups.get(groupId) ?? createBacklog<number, StoredMessage>();
      group.add(sequence, stored);
      groups.set(groupId, group);
    },
    remove(stored: StoredMessage) {
      const { groupId, sequence } = stored.message;
      const group = groups.get(groupId);
      group?.delete(sequence);
      if (group?.size() === 0) groups.delete(groupId);
    },
    /** Takes up to `max` deliverable messages; groups that gave some go to the back of the rotation. */
    take(max: number, now: number) {
      const taken: StoredMessage[] = [];
      const rotated: string[] = [];
      for (const [groupId, group] of groups) {
        if (taken.length >= max) break;
        const before = taken.length;
        for (const stored of deliverable(group, now, batching)) {
          if (taken.length >= max) break;
          taken.push(stored);
        }
        if (taken.length > before) rotated.push(groupId);
      }
      for (const groupId of rotated) {
        const group = groups.get(groupId);
        groups.delete(groupId);
        if (group !== undefined) groups.set(groupId, group);
      }
      return taken;
    },
    /** The head of a group while it is hidden, and how many messages the group has. */
    holder(groupId: string, now: number) {
      const group = groups.get(groupId);
      const first = group?.first();
      return group !== undefined && first !== undefined && first.visibleAt > now
        ? { by: first, size: group.size() }
        : undefined;
    },
  };
};

function* deliverable(
  group: Backlog<number, StoredMessage>,
  now: number,
  batching: GroupBatching,
): Generator<StoredMessage> {
  for (const [, stored] of group.entries()) {
    if (stored.visibleAt > now) return;
    yield stored;
    // Whatever is in flight in a single group is its head, so that looking at the head is enough.
    if (batching === 'single') return;
  }
}
