import type { CommandKind } from '#schemas';
import { onWork } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

const answeringAllBut = (messageKind: CommandKind, which: number): TillDecorator =>
  onWork(messageKind, () => {
    let commands = 0;
    return async (command, step) => {
      const result = await step(command);
      return ++commands === which ? undefined : result;
    };
  });

/** One command among many that are answered is not. */
export const unansweredFaults = {
  'delete:one-bill-unanswered': {
    title: 'of one request for a bill no result is ever sent, and its message is deleted',
    breaks: ['queue/delete-after-callback'],
    decorate: answeringAllBut('BillPreparationRequested', 4),
  },
  'delete:one-order-unanswered': {
    title: 'of one order no result is ever sent, and its message is deleted',
    breaks: ['queue/delete-after-callback'],
    decorate: answeringAllBut('OrderSubmissionRequested', 16),
  },
} satisfies Readonly<Record<string, PosFault>>;
