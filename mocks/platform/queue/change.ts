/** Everything that can happen to a message, told to the queue's observer as it happens. */
export type QueueChange =
  | { readonly change: 'sent'; readonly messageId: string; readonly groupId: string; readonly sequence: number }
  | { readonly change: 'suppressed-duplicate'; readonly messageId: string; readonly deduplicationId: string }
  /** Later messages of the group wait for this one to be deleted or become visible again. */
  | { readonly change: 'held-by-group'; readonly groupId: string; readonly by: string; readonly waiting: number }
  | {
      readonly change: 'delivered';
      readonly messageId: string;
      readonly groupId: string;
      readonly receiptHandle: string;
      readonly receiveCount: number;
    }
  | { readonly change: 'visible-again'; readonly messageId: string; readonly reason: VisibleAgain }
  | { readonly change: 'deleted'; readonly messageId: string; readonly receiptHandle: string }
  /** Acknowledged, but it will be delivered once more: the duplicate SQS warns of, on demand. */
  | { readonly change: 'delete-ignored'; readonly messageId: string; readonly receiptHandle: string }
  | { readonly change: 'delete-refused'; readonly receiptHandle: string; readonly problem: HandleProblem }
  | { readonly change: 'outlived-retention'; readonly messageId: string; readonly inFlight: boolean }
  /** Handed to a poll whose client had gone: lost for one visibility timeout. */
  | { readonly change: 'swallowed'; readonly messageIds: readonly string[] };

export type VisibleAgain = 'timeout' | 'changed' | 'forced' | 'duplicate';

/** `invalid`: never issued by this queue. `expired`: of an earlier or timed-out delivery. `gone`: its message is deleted. */
export type HandleProblem = 'invalid' | 'expired' | 'gone';
