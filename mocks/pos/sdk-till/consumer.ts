import { isFinal, sendResult } from '../connection/platform-client.ts';
import { type Command, readCommand } from '../queue/command.ts';
import type { Session } from '../connection/integration.ts';
import type { Entry } from '../queue/journal.ts';
import { createLanes } from '../queue/lanes.ts';
import { type Delivery, poll } from '../queue/mailbox.ts';
import type { TillParts } from '../till.ts';

/**
 * Copper's worker: batches of ten, groups beside each other. What was settled is skipped in silence; what the platform did
 * not take is left in the queue, and the result is sent when it comes again.
 */
export const consumeCopper =
  (parts: TillParts, execute: (command: Command) => Promise<Entry>) =>
  async ({ client, mailbox, signal }: Session): Promise<void> => {
    const lanes = createLanes();

    const answer = async (command: Command): Promise<boolean> => {
      const known = parts.journal.byMessage(command.messageId);
      if (known?.settled) return true;
      const { result } = known ?? (await execute(command));
      const done = result === undefined || isFinal(await sendResult(client, command, result));
      if (done) parts.journal.settle(command.messageId);
      return done;
    };

    const attend = async (delivery: Delivery, lane: string): Promise<void> => {
      if (signal.aborted) return;
      const command = readCommand(delivery.body);
      const done = command === undefined || (await answer(command).catch(() => false));
      if (done) await mailbox.delete(delivery.receiptHandle).catch(() => undefined);
      // What follows in the group must not overtake it: all of it comes again.
      else lanes.clear(lane);
    };

    for await (const deliveries of poll(mailbox, parts.polling, { clock: parts.clock, signal, pauseMs: 200 }))
      for (const delivery of deliveries) {
        const lane = parts.laneOf(delivery);
        lanes.add(lane, () => attend(delivery, lane));
      }
    await lanes.idle();
  };
