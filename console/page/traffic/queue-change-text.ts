import type { QueueChange } from '#schemas';

interface ChangeText {
  readonly title: string;
  readonly facts?: string;
  readonly failed?: boolean;
}

/** What happened to a message in its queue, in words. */
export const queueChangeText = (change: QueueChange): ChangeText => {
  switch (change.change) {
    case 'sent':
      return { title: 'Queued', facts: `group ${change.groupId}` };
    case 'suppressed-duplicate':
      return { title: 'Duplicate suppressed', facts: change.deduplicationId };
    case 'held-by-group':
      return {
        title: 'Group held back',
        facts: `${change.groupId}: ${change.waiting} waiting behind ${change.by}`,
      };
    case 'delivered':
      return {
        title: change.receiveCount > 1 ? `Delivered again (${change.receiveCount})` : 'Delivered',
        facts: `group ${change.groupId}`,
      };
    case 'visible-again':
      return { title: 'Visible again', facts: visibleAgain[change.reason] };
    case 'deleted':
      return { title: 'Deleted' };
    case 'delete-ignored':
      return { title: 'Delete acknowledged, kept on purpose' };
    case 'delete-refused':
      return { title: 'Delete refused', facts: `receipt handle ${change.problem}`, failed: true };
    case 'outlived-retention':
      return { title: 'Outlived its retention', failed: true };
    case 'swallowed':
      return { title: 'Lost with a poll that had gone', facts: change.messageIds.join(', '), failed: true };
    default:
      return change satisfies never;
  }
};

const visibleAgain = {
  timeout: 'not deleted in time',
  changed: 'visibility changed',
  forced: 'made visible early, on demand',
  duplicate: 'a duplicate, on demand',
} as const;
