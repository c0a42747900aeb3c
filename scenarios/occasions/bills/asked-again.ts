import type { BilledTable } from '../../arrange/till/billed.ts';
import type { CheckOutcome } from '#schemas';
import { isAccepted, isDeleted, type Lifecycle, lifecycleIn } from '#traffic/laws';
import { atTable, billPreparation, lineSelectors } from '../../arrange/till/commands.ts';
import { readBill } from '../../arrange/till/read-results.ts';
import type { SentCommand, TrafficOf } from '../../context/pos.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import type { Story } from './story.ts';

/** Failures of the moment, which say nothing of the bill. */
const temporary = ['POS_OFFLINE_OR_BUSY', 'FISCAL_ERROR'];

/** Asks for a bill once more as long as it waits for its payment. That the same message brings another bill is told by a law. */
export const askAgain = async (story: Story, ours: BilledTable): Promise<void> => {
  const { world, desk, row, tell } = story;
  const { till } = world;
  if (row['asked'] !== 'again' && row['asked'] !== 'retried') return;
  const sent = till.sent().find(({ messageId }) => messageId === ours.sent.messageId);
  if (sent === undefined || (await desk.settled(sent, 1)) !== 'settled') return;
  if (row['asked'] === 'retried') {
    const { messageKind, payload, idempotencyKey, groupId } = sent;
    const retry = await till.send({ messageKind, payload, idempotencyKey, groupId });
    await desk.settled(retry, 1);
    tell('queue/idempotency-key', retriedOutcome(ours, billsOf(story, retry)));
    return;
  }
  const from = till.mark();
  till.deliverAgain(sent.messageId);
  await desk.settled(sent, 2);
  const { callbacks = [] } = billsOf(story, sent) ?? {};
  const refused = callbacks.find((one) => one.n >= from && isAccepted(one) && isRefusal(one));
  if (refused)
    tell(
      'queue/duplicate-same-result',
      failed({
        ...refusalOf(ours, refused),
        expected: `the bill that was prepared for ${sent.messageId}, or no result`,
        cause: 'a bill refused when delivered again',
      }),
    );
};

/** The result of one is lost on its way. Whether it is then sent as it was, or its message is deleted all the same, laws tell. */
export const loseBill = async (story: Story, selected: readonly string[] | undefined): Promise<void> => {
  const { world, desk, tableId, tell } = story;
  const { lines, updatedAt } = (await story.current()).snapshot;
  const options = { checkpoint: updatedAt, items: lineSelectors(selected, lines) };
  const sent = await world.till.send(billPreparation(atTable(tableId), options));
  world.till.answerCallbacks(sent.messageId, [{ status: 503 }]);
  if ((await desk.settled(sent, 1)) === 'unanswered') tell('queue/result-not-lost', await desk.leftOutcome(sent), true);
  billsOf(story, sent);
  for (const posBillId of story.open) await story.letGo({ bill: { posBillId } });
};

/** What became of a message. Whatever bills it has led to are let go of in the end. */
const billsOf = ({ world, open }: Story, { messageId }: SentCommand): Lifecycle | undefined => {
  const lifecycle = lifecycleIn(world.till.traffic(), messageId);
  for (const { body } of lifecycle?.callbacks ?? []) {
    const { success, posBillId } = readBill(body);
    if (success === true && posBillId !== undefined) open.add(posBillId);
  }
  return lifecycle;
};

const isRefusal = ({ body }: TrafficOf<'callback'>): boolean => readBill(body).success === false;

const refusalOf = ({ exchange }: BilledTable, refused: TrafficOf<'callback'>) => ({
  actual: `success false, reasonCode ${readBill(refused.body).reasonCode ?? 'none'}`,
  exchanges: [exchange, refused.exchange],
});

/** A new messageId is answered under that id; only one that was handled before may be skipped. */
const retriedOutcome = (ours: BilledTable, retry: Lifecycle | undefined): CheckOutcome => {
  const { callbacks = [] } = retry ?? {};
  const { posBillId } = ours.bill;
  const expected = `posBillId ${JSON.stringify(posBillId)} as the result of ${retry?.messageId ?? 'the retry'}`;
  if (retry && callbacks.length === 0 && isDeleted(retry)) {
    const actual = 'deleted, and no callback';
    return failed({ expected, actual, exchanges: [ours.exchange], cause: 'no result under the same key' });
  }
  const refused = callbacks.find(isRefusal);
  const { reasonCode = 'none' } = readBill(refused?.body);
  if (temporary.includes(reasonCode)) return notExercised(`a bill that was asked for again was refused: ${reasonCode}`);
  if (refused) return failed({ ...refusalOf(ours, refused), expected, cause: 'refused under the same key' });
  const bills = callbacks.map(({ body, exchange }) => ({ ...readBill(body), exchange }));
  const other = bills.find((bill) => bill.posBillId !== posBillId);
  if (bills.length === 0) return notExercised('the bill asked for again was not answered');
  if (other === undefined) return passed;
  return failed({
    expected: `posBillId ${JSON.stringify(posBillId)}, or no result`,
    actual: `posBillId ${JSON.stringify(other.posBillId)}`,
    exchanges: [ours.exchange, other.exchange],
    cause: 'another bill when asked for again under its idempotencyKey',
  });
};
