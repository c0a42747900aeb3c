import { defineCheckedScenario, isSuccess, refusal, success } from './findings.ts';
import { pairOf } from './messages.ts';
import { openTill } from './till.ts';

const messageKind = 'BillPreparationRequested';
const { payload } = pairOf(messageKind);

export default defineCheckedScenario({
  id: 'platform/queue-permissions',
  title: 'Queue credentials receive and delete on their own queue, and nothing else',
  covers: 'platform/queue-credentials',
  async run(world, check) {
    const till = await openTill(world);
    const other = await openTill(world);
    const refused = async (action: string, input: Readonly<Record<string, unknown>>, what: string) =>
      check.answered(await till.sqs(action, input), what, refusal);

    await till.send({ messageKind, payload });
    const [message] = await till.receive(1);
    if (message === undefined) return;
    const own = { ReceiptHandle: message.receiptHandle };
    const visibility = await till.sqs('ChangeMessageVisibility', { ...own, VisibilityTimeout: 30 });
    world.observe('assume/change-visibility', isSuccess(visibility) ? 'allowed' : `refused with ${visibility.status}`);

    const entry = { MessageBody: '{}', MessageGroupId: 'g', MessageDeduplicationId: world.fresh('dedup') };
    await refused('SendMessage', entry, 'Sending a message');
    await refused('SendMessageBatch', { Entries: [{ Id: 'a', ...entry }] }, 'Sending a batch');
    await refused('GetQueueAttributes', { AttributeNames: ['All'] }, "Reading the queue's attributes");
    await refused('SetQueueAttributes', { Attributes: { VisibilityTimeout: '1' } }, "Changing the queue's attributes");
    await refused('ListQueues', {}, 'Listing the queues');
    await refused('PurgeQueue', {}, 'Purging the queue');

    await other.send({ messageKind, payload });
    const elsewhere = { QueueUrl: other.access.queueUrl };
    await refused('ReceiveMessage', elsewhere, 'Receiving from the queue of another location');
    const [foreign] = await other.receive(1);
    check.holds('kept-from-other-locations', foreign !== undefined, 'an empty queue');
    if (foreign !== undefined)
      await refused(
        'DeleteMessage',
        { ...elsewhere, ReceiptHandle: foreign.receiptHandle },
        'Deleting from the queue of another location',
      );
    const forged = { ...till.access, secretAccessKey: `${till.access.secretAccessKey}x` };
    const call = await world.queue.call('ReceiveMessage', { QueueUrl: till.access.queueUrl }, forged);
    check.answered(call, 'A receive signed with another secret', refusal);

    check.answered(await till.sqs('ReceiveMessage', {}), 'A receive with the issued credentials', success);
    check.answered(await till.sqs('DeleteMessage', own), 'A delete with the issued credentials', success);
  },
});
