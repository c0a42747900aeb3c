import { effect, signal } from '@preact/signals';
import type { StreamEvent } from '#schemas';
import { follow, platformRun } from '../live/journal.ts';
import { platform } from '../live/platform.ts';

/** One thing that happened to a command, from sending to deletion. */
export interface Step {
  readonly at: number;
  readonly what: 'sent' | 'delivered' | 'callback' | 'deleted' | 'other';
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'warn' | 'bad';
  /** The call in which it happened, in the traffic list. */
  readonly exchange?: number;
}

const kept = 2000;

let timelines = new Map<string, Step[]>();
let ownId = new Map<string, string>();
/** What happened to a queue message of which it is not said yet which command it carries: a waiting poll is faster. */
let unclaimed = new Map<string, Step[]>();
const version = signal(0);

/** What happened to the command of this message id, oldest first. */
export const timelineOf = (messageId: string): readonly Step[] => {
  void version.value;
  return timelines.get(messageId) ?? [];
};

const add = (messageId: string | undefined, step: Step) => {
  if (messageId === undefined) return;
  const steps = timelines.get(messageId) ?? [];
  steps.push(step);
  timelines.set(messageId, steps);
  if (timelines.size <= kept) return;
  const [oldest] = timelines.keys();
  if (oldest !== undefined) timelines.delete(oldest);
};

/** By the queue's own id of the message. */
const addBySqsId = (sqsId: string, step: Step) => {
  const messageId = ownId.get(sqsId);
  if (messageId === undefined) unclaimed.set(sqsId, [...(unclaimed.get(sqsId) ?? []), step]);
  else add(messageId, step);
};

const claim = (sqsId: string, messageId: string) => {
  ownId.set(sqsId, messageId);
  for (const step of unclaimed.get(sqsId) ?? []) add(messageId, step);
  unclaimed.delete(sqsId);
};

/** An exchange is told after what happened in it: it is of the oldest step of its kind that has none. */
const link = ({ id, operation, messageId = '' }: Extract<StreamEvent, { readonly kind: 'exchange' }>) => {
  const what = operation === 'ReceiveMessage' ? 'delivered' : operation === 'DeleteMessage' ? 'deleted' : 'callback';
  const steps = timelines.get(messageId) ?? [];
  const index = steps.findIndex((step) => step.what === what && step.exchange === undefined);
  const step = steps[index];
  if (step !== undefined) steps[index] = { ...step, exchange: id };
};

const take = (event: StreamEvent) => {
  const { at } = event;
  const tell = (messageId: string | undefined, what: Step['what'], text: string, tone: Step['tone'] = 'plain') =>
    add(messageId, { at, what, text, tone });
  switch (event.kind) {
    case 'command':
      tell(event.messageId, 'sent', event.again ? 'Sent once more, as a second queue message' : 'Command sent');
      claim(event.sqsMessageId, event.messageId);
      return;
    case 'exchange':
      link(event);
      return;
    case 'callback': {
      const { status, repeated, messageId } = event;
      if (repeated) tell(messageId, 'callback', `Callback ${status}: a repeat, ignored`, 'warn');
      else if (status === 204) tell(messageId, 'callback', 'Callback 204: result accepted', 'good');
      else tell(messageId, 'callback', `Callback ${status}: refused, the message stays open`, 'bad');
      return;
    }
    case 'queue-change':
      takeChange(event);
      return;
    default:
  }
};

const takeChange = ({ at, change }: Extract<StreamEvent, { readonly kind: 'queue-change' }>) => {
  const tell = (sqsId: string, what: Step['what'], text: string, tone: Step['tone'] = 'plain') =>
    addBySqsId(sqsId, { at, what, text, tone });
  switch (change.change) {
    case 'delivered': {
      const { messageId, receiveCount } = change;
      tell(
        messageId,
        'delivered',
        receiveCount > 1 ? `Delivered, time ${receiveCount} of this queue message` : 'Delivered',
      );
      return;
    }
    case 'held-by-group':
      tell(change.by, 'other', `Holds back ${change.waiting} of its group`);
      return;
    case 'visible-again':
      tell(change.messageId, 'other', visibleAgain[change.reason], 'warn');
      return;
    case 'deleted':
      tell(change.messageId, 'deleted', 'Deleted by the POS', 'good');
      return;
    case 'delete-ignored':
      tell(change.messageId, 'deleted', 'Delete acknowledged, and kept on purpose', 'warn');
      return;
    case 'outlived-retention':
      tell(change.messageId, 'other', 'Outlived its retention', 'bad');
      return;
    default:
  }
};

const visibleAgain = {
  timeout: 'Visible again: not deleted within its time',
  changed: 'Visible again: the POS changed its visibility',
  forced: 'Visible again early, on demand',
  duplicate: 'Visible again although deleted, on demand',
} as const;

follow((entries) => {
  for (const { event } of entries) take(event);
  version.value += 1;
});

// What was queued before this page was opened is in the state.
effect(() => {
  for (const { queue } of platform.value?.locations ?? [])
    for (const { sqsMessageId, messageId } of queue) claim(sqsMessageId, String(messageId));
});

effect(() => {
  if (platformRun.value === 0) return;
  timelines = new Map();
  ownId = new Map();
  unclaimed = new Map();
});
