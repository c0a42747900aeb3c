import { isCommandKind } from '#schemas';
import { isFinal, sendResult } from '../connection/platform-client.ts';
import { type Command, readCommand } from '../queue/command.ts';
import type { Session } from '../connection/integration.ts';
import type { Entry } from '../queue/journal.ts';
import type { Json } from '../../json.ts';
import { createLanes } from '../queue/lanes.ts';
import { type Delivery, poll } from '../queue/mailbox.ts';
import type { PlatformAnswer } from '../connection/call.ts';
import type { TillParts } from '../till.ts';

const retryPausesMs = [500, 1500];
/** A result that was refused this often is never going to be taken. */
const mostDeliveries = 3;

/**
 * Quartz's worker: one message at a time. A callback that fails is tried again at once; the stored result of a duplicate is
 * sent again. Kinds it does not know stay in the queue, for the next version of it.
 */
export const consumeQuartz =
  (parts: TillParts, execute: (command: Command) => Promise<Entry>) =>
  async ({ client, mailbox, signal }: Session): Promise<void> => {
    const { clock, journal } = parts;
    const lanes = createLanes();

    const send = async (command: Command, result: Json): Promise<PlatformAnswer> => {
      let answer = await sendResult(client, command, result);
      for (const pause of retryPausesMs) {
        const failed = answer.status === undefined || answer.status >= 500;
        if (!failed || signal.aborted) break;
        await clock.sleep(pause, signal).catch(() => undefined);
        answer = await sendResult(client, command, result);
      }
      return answer;
    };

    const remove = async (receiptHandle: string): Promise<void> => {
      await mailbox.delete(receiptHandle).catch(() => mailbox.delete(receiptHandle).catch(() => undefined));
    };

    const attend = async ({ body, receiptHandle, receiveCount }: Delivery): Promise<void> => {
      const command = readCommand(body);
      if (signal.aborted || command === undefined || !isCommandKind(command.messageKind)) return;
      const { result } = journal.byMessage(command.messageId) ?? (await execute(command));
      const answer = result === undefined ? undefined : await send(command, result);
      const taken = answer === undefined || isFinal(answer);
      if (taken) journal.settle(command.messageId);
      if (taken || (answer.status === 400 && receiveCount >= mostDeliveries)) await remove(receiptHandle);
    };

    for await (const deliveries of poll(mailbox, parts.polling, { clock, signal, pauseMs: 100 })) {
      for (const delivery of deliveries)
        lanes.add(parts.laneOf(delivery), () => attend(delivery).catch(() => undefined));
      await lanes.idle();
    }
  };
